import type { Order } from '@reprise/contract/sales/orders/order';
import {
  type OrderStatus,
  type TimelineStep,
  timelineSteps,
} from '@reprise/contract/sales/orders/order-status';
import { orderEndpoints } from '@reprise/contract/sales/orders/orders';
import { isStepOf, stepLabelOf } from '@reprise/contract/sales/orders/shipping/pickup';
import { useEffect, useState } from 'react';
import { FormFailure } from '../../../admin-ui/dialog-form.tsx';
import { useSavedForm } from '../../../admin-ui/forms/use-saved-form.ts';
import { api } from '../../../api/browser-api.ts';
import { formatDateTime, formatTime } from '../../../formats.ts';
import { Button } from '../../../ui/button.tsx';
import { Select } from '../../../ui/forms/select.tsx';
import { TextInput } from '../../../ui/forms/text-input.tsx';
import { Plus } from '../../../ui/icons/lucide.tsx';

/** Last step that may be recorded for each status. */
const lastStep: Record<OrderStatus, TimelineStep | null> = {
  pending: null,
  processing: 'Processing',
  shipped: 'Out for Delivery',
  delivered: 'Delivered',
  cancelled: null,
};

function stepsFor({ status, shippingMethod }: Order): readonly TimelineStep[] {
  const last = lastStep[status];
  return last === null
    ? []
    : timelineSteps
        .slice(1, timelineSteps.indexOf(last) + 1)
        .filter((step) => isStepOf(step, shippingMethod));
}

type OrderTimelineProps = {
  order: Order;
  /** Names of staff members who added events, by event id. */
  authors: Record<string, string>;
  /** When the mail about the last change of status leaves. */
  mailLeavesAt: string | null;
};

/** Timeline of an order, with a form for outside events such as the parcel's location. */
export function OrderTimeline({ order, authors, mailLeavesAt }: OrderTimelineProps) {
  const [adding, setAdding] = useState(false);
  const steps = stepsFor(order);
  return (
    <>
      <ol className="grid gap-3 text-sm">
        {order.events.map((event) => (
          <li key={event.id} className="grid grid-cols-[auto_1fr] gap-x-2.5">
            <span
              className={`mt-1.5 size-2 rounded-full ${event.completed ? 'bg-good' : 'bg-line-strong'}`}
              aria-hidden="true"
            />
            <div>
              <p className="font-medium">
                {stepLabelOf(event.status, order.shippingMethod)}
                {event.location && <span className="font-normal text-ink-muted"> · {event.location}</span>}
              </p>
              <p className="text-ink-muted">{event.description}</p>
              <p className="text-ink-faint text-xs">
                <time dateTime={event.date}>{formatDateTime(event.date)}</time>
                {authors[event.id] && `, ${authors[event.id]}`}
              </p>
            </div>
          </li>
        ))}
      </ol>
      {mailLeavesAt && <WaitingMail key={mailLeavesAt} leavesAt={mailLeavesAt} />}
      {steps.length > 0 &&
        (adding ? (
          <AddStep order={order} steps={steps} onDone={() => setAdding(false)} />
        ) : (
          <Button variant="outline" size="sm" className="mt-3" onClick={() => setAdding(true)}>
            <Plus className="size-4" aria-hidden="true" />
            Add step
          </Button>
        ))}
    </>
  );
}

/** Says when the mail about a change of status leaves, until it has. */
function WaitingMail({ leavesAt }: { leavesAt: string }) {
  const [isWaiting, setIsWaiting] = useState(true);
  useEffect(() => {
    const rest = new Date(leavesAt).getTime() - Date.now();
    const timer = setTimeout(() => setIsWaiting(false), Math.max(rest, 0));
    return () => clearTimeout(timer);
  }, [leavesAt]);
  if (!isWaiting) return null;
  return (
    <p className="mt-3 rounded-control bg-warn-tint px-3 py-2 text-sm text-warn-text" role="status">
      The email to the customer leaves at <time dateTime={leavesAt}>{formatTime(leavesAt)}</time>, unless the
      status is set back.
    </p>
  );
}

type AddStepProps = { order: Order; steps: readonly TimelineStep[]; onDone: () => void };

function AddStep({ order, steps, onDone }: AddStepProps) {
  const form = useSavedForm({
    defaultValues: { status: nextStep(order, steps), location: '', description: '' },
    schema: orderEndpoints.addOrderEvent.body,
    bodyOf: ({ location, ...step }) => ({ ...step, location: location || null }),
    save: (body) => api.addOrderEvent({ params: { id: order.id }, body }),
    done: 'Step added to the timeline',
    failed: 'The step could not be added',
    onSaved: onDone,
  });
  return (
    <form
      noValidate
      onSubmit={form.submit}
      className="mt-4 grid gap-3 rounded-control border border-line p-3"
    >
      {form.failure && <FormFailure>{form.failure}</FormFailure>}
      <Select
        label="Step"
        options={steps.map((step) => [step, stepLabelOf(step, order.shippingMethod)])}
        {...form.field('status')}
      />
      <TextInput label="Location" placeholder="Memphis, TN" {...form.field('location')} />
      <TextInput
        label="Description"
        hint="If blank, the default text is used."
        {...form.field('description')}
      />
      <div className="flex justify-end gap-2">
        <Button variant="outline" size="sm" onClick={onDone}>
          Cancel
        </Button>
        <Button type="submit" size="sm" loading={form.isSaving}>
          Add step
        </Button>
      </div>
    </form>
  );
}

/** Returns the first step without an event, or the last step. */
function nextStep(order: Order, steps: readonly TimelineStep[]): TimelineStep {
  const recorded = new Set(order.events.map(({ status }) => status));
  const last = steps.findLastIndex((step) => recorded.has(step));
  return steps[Math.min(last + 1, steps.length - 1)] ?? 'In Transit';
}
