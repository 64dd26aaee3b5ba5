import type { Order } from '@reprise/contract/sales/orders/order';
import {
  type OrderStatus,
  orderStatuses,
  orderStatusLabels,
} from '@reprise/contract/sales/orders/order-status';
import { statusLabelsOf } from '@reprise/contract/sales/orders/shipping/pickup';
import type { KeyboardEvent } from 'react';
import { usePermissions } from '../../../../session/use-permissions.ts';
import { classNames } from '../../../../ui/class-names.ts';
import { ChevronDown } from '../../../../ui/icons/lucide.tsx';
import { Spinner } from '../../../../ui/spinner.tsx';
import { StatusDot } from '../../../../ui/status-dot.tsx';
import { statusLabelOf } from '../../parcels.ts';
import { orderTones } from '../order-tones.ts';

const dots = { warn: 'bg-warn', primary: 'bg-primary', good: 'bg-good', bad: 'bg-bad' } as const;

type StatusSelectProps = {
  order: Pick<Order, 'orderNumber' | 'status' | 'shippingMethod' | 'isPartlyShipped'>;
  saving: boolean;
  onChange: (status: OrderStatus) => void;
};

/** Select that changes the status of an order in place. */
export function StatusSelect({ order, saving, onChange }: StatusSelectProps) {
  const { orderNumber, status, shippingMethod } = order;
  const mayCancel = usePermissions()('orders.cancel');
  if (status === 'cancelled' && !mayCancel) {
    return <StatusDot tone={orderTones.cancelled}>{orderStatusLabels.cancelled}</StatusDot>;
  }
  const statuses = orderStatuses.filter((value) => value !== 'cancelled' || mayCancel);
  return (
    <span className="relative inline-flex items-center">
      {saving ? (
        <Spinner label="Saving" className="absolute left-2 text-xs" />
      ) : (
        <span
          className={classNames(
            'pointer-events-none absolute left-2.5 size-2 rounded-full',
            dots[orderTones[status] as keyof typeof dots],
          )}
          aria-hidden="true"
        />
      )}
      <select
        aria-label={`Status of order ${orderNumber}`}
        value={status}
        aria-busy={saving}
        onKeyDown={openInsteadOfChanging}
        onChange={(event) => onChange(event.target.value as OrderStatus)}
        className="field-sizing-content h-7 cursor-pointer appearance-none rounded-control border border-transparent bg-transparent pr-6 pl-6 text-sm transition-colors hover:border-line-strong pointer-coarse:h-11"
      >
        {statuses.map((value) => (
          <option key={value} value={value}>
            {value === status ? statusLabelOf(order) : statusLabelsOf(shippingMethod)[value]}
          </option>
        ))}
      </select>
      <ChevronDown
        className="pointer-events-none absolute right-1.5 size-3.5 text-ink-faint"
        aria-hidden="true"
      />
    </span>
  );
}

/** A closed select changes its value with every arrow key, which could cancel an order. */
function openInsteadOfChanging(event: KeyboardEvent<HTMLSelectElement>) {
  const plain = !event.ctrlKey && !event.metaKey && !event.altKey;
  const changes = event.key.startsWith('Arrow') || (plain && event.key.length === 1 && event.key !== ' ');
  if (!changes || !('showPicker' in event.currentTarget)) return;
  event.preventDefault();
  event.currentTarget.showPicker();
}
