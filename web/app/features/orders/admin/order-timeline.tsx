import type { Order } from '@reprise/contract/orders/order';
import { type OrderStatus, type TimelineStep, timelineSteps } from '@reprise/contract/orders/order-status';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { FormFailure } from '../../../admin-ui/dialog-form.tsx';
import { api } from '../../../api/browser-api.ts';
import { messageOf } from '../../../api/error-message.ts';
import { formatDateTime } from '../../../formats.ts';
import { Button } from '../../../ui/button.tsx';
import { Select } from '../../../ui/forms/select.tsx';
import { TextInput } from '../../../ui/forms/text-input.tsx';
import { Plus } from '../../../ui/icons/lucide.tsx';
import { notify } from '../../../ui/overlays/notify.ts';

/** Last step that may be recorded for each status. */
const lastStep: Record<OrderStatus, TimelineStep | null> = {
  pending: null,
  processing: 'Processing',
  shipped: 'Out for Delivery',
  delivered: 'Delivered',
  cancelled: null,
};

function stepsFor(status: OrderStatus): readonly TimelineStep[] {
  const last = lastStep[status];
  return last === null ? [] : timelineSteps.slice(1, timelineSteps.indexOf(last) + 1);
}

type OrderTimelineProps = {
  order: Order;
  /** Names of staff members who added events, by event id. */
  authors: Record<string, string>;
};

/** Timeline of an order, with a form for outside events such as the parcel's location. */
export function OrderTimeline({ order, authors }: OrderTimelineProps) {
  const [adding, setAdding] = useState(false);
  const steps = stepsFor(order.status);
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
                {event.status}
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

type Step = { status: TimelineStep; location: string; description: string };

type AddStepProps = { order: Order; steps: readonly TimelineStep[]; onDone: () => void };

function AddStep({ order, steps, onDone }: AddStepProps) {
  const queries = useQueryClient();
  const { register, handleSubmit } = useForm<Step>({
    defaultValues: { status: nextStep(order, steps), location: '', description: '' },
  });
  const saving = useMutation({
    mutationFn: (step: Step) =>
      api.addOrderEvent({
        params: { id: order.id },
        body: { status: step.status, location: step.location || null, description: step.description },
      }),
    onSuccess: () => {
      notify('success', 'Step added to the timeline');
      void queries.invalidateQueries();
      onDone();
    },
  });
  return (
    <form
      noValidate
      onSubmit={handleSubmit((step) => saving.mutate(step))}
      className="mt-4 grid gap-3 rounded-control border border-line p-3"
    >
      {saving.isError && <FormFailure>{messageOf(saving.error, 'The step could not be added')}</FormFailure>}
      <Select label="Step" {...register('status')}>
        {steps.map((step) => (
          <option key={step}>{step}</option>
        ))}
      </Select>
      <TextInput label="Location" placeholder="Memphis, TN" {...register('location')} />
      <TextInput
        label="Description"
        hint="If blank, the default text is used."
        {...register('description')}
      />
      <div className="flex justify-end gap-2">
        <Button variant="outline" size="sm" onClick={onDone}>
          Cancel
        </Button>
        <Button type="submit" size="sm" loading={saving.isPending}>
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
