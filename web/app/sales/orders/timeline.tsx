import type { Order, Tracking } from '@reprise/contract/sales/orders/order';
import { timelineSteps } from '@reprise/contract/sales/orders/order-status';
import type { ShippingMethod } from '@reprise/contract/sales/orders/pricing';
import { isStepOf, stepLabelOf } from '@reprise/contract/sales/orders/shipping/pickup';
import { formatDateTime } from '../../formats.ts';
import { classNames } from '../../ui/class-names.ts';
import { Check, X } from '../../ui/icons/lucide.tsx';

export type TimelineEntry = Tracking['timeline'][number];

type TimelineProps = { entries: TimelineEntry[]; shippingMethod?: ShippingMethod | undefined };

/** Shows the events of an order, the current step and the steps to come. */
export function Timeline({ entries, shippingMethod = 'standard' }: TimelineProps) {
  const current = entries.findLastIndex((entry) => entry.completed);
  return (
    <ol>
      {entries.map((entry, index) => (
        <li
          key={`${entry.status} ${entry.date}`}
          aria-current={index === current ? 'step' : undefined}
          className="group relative flex gap-4 pb-6 last:pb-0"
        >
          <span
            className={classNames(
              'absolute top-6 bottom-0 left-3 w-px group-last:hidden',
              index < current ? 'bg-good' : 'bg-line',
            )}
            aria-hidden="true"
          />
          <Mark entry={entry} current={index === current} />
          <div className="min-w-0 flex-1">
            <p
              className={classNames(
                index === current ? 'font-semibold' : 'font-medium',
                !entry.completed && 'text-ink-muted',
              )}
            >
              {stepLabelOf(entry.status, shippingMethod)}
              <span className="sr-only">{entry.completed ? '' : ', still to come'}</span>
            </p>
            <p className="text-ink-muted text-sm">{entry.description}</p>
            {entry.date && (
              <p className="text-ink-muted text-sm">
                <time dateTime={entry.date}>{formatDateTime(entry.date)}</time>
                {entry.location && `, ${entry.location}`}
              </p>
            )}
          </div>
        </li>
      ))}
    </ol>
  );
}

function Mark({ entry, current }: { entry: TimelineEntry; current: boolean }) {
  const cancelled = entry.status === 'Cancelled';
  const Icon = cancelled ? X : Check;
  return (
    <span
      className={classNames(
        'z-1 grid size-6 shrink-0 place-items-center rounded-full',
        !entry.completed && 'border border-line-strong bg-paper',
        entry.completed && (cancelled ? 'bg-bad-fill text-bad-on' : 'bg-good-fill text-good-on'),
        current && !cancelled && 'ring-4 ring-good-tint',
      )}
      aria-hidden="true"
    >
      {entry.completed && <Icon className="size-3.5" strokeWidth={3} />}
    </span>
  );
}

/** Returns the events of an order and its remaining steps, unless it was cancelled. */
export function timelineOf(order: Order): TimelineEntry[] {
  const done: TimelineEntry[] = order.events.filter((event) => event.completed);
  if (order.status === 'cancelled') return done;
  const last = Math.max(-1, ...done.map((event) => timelineSteps.indexOf(event.status as never)));
  const open = timelineSteps
    .slice(last + 1)
    .filter((status) => isStepOf(status, order.shippingMethod))
    .map((status) => ({ status, description: '', location: null, completed: false, date: null }));
  return [...done, ...open];
}
