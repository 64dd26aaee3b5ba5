import { type OrderStatus, orderStatuses } from '@reprise/contract/sales/orders/order-status';
import { storeStatusLabels } from '@reprise/contract/sales/orders/shipping/pickup';
import { useStoreSettings } from '../../../foundations/settings/store-settings.ts';
import { classNames } from '../../../ui/class-names.ts';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { StatusDot } from '../../../ui/status-dot.tsx';
import { orderTones } from './order-tones.ts';

type OrderCountersProps = {
  counts: Record<OrderStatus | 'all', number> | undefined;
  failed: boolean;
  status: string | undefined;
  onChoose: (status: OrderStatus | undefined) => void;
};

/** Number of orders per status; each counter filters by its status. On a phone they are one row that is swiped. */
export function OrderCounters({ counts, failed, status, onChoose }: OrderCountersProps) {
  const labels = storeStatusLabels(useStoreSettings());
  return (
    <fieldset className="figures-row mb-4 gap-2 md:grid md:grid-cols-3 md:gap-3 lg:grid-cols-6">
      <legend className="sr-only">Orders by status</legend>
      {[undefined, ...orderStatuses].map((value) => {
        const chosen = value === status;
        return (
          <button
            key={value ?? 'all'}
            type="button"
            aria-pressed={chosen}
            onClick={() => onChoose(value)}
            className={classNames(
              'rounded-tile border px-3 py-2.5 text-left transition-colors md:px-4 md:py-3',
              chosen
                ? 'border-primary-text bg-primary-tint'
                : 'border-line bg-raised hover:border-line-strong',
            )}
          >
            <span className="caption block">
              {value === undefined ? (
                'All'
              ) : (
                <StatusDot tone={orderTones[value]}>
                  <span className="text-xs">{labels[value]}</span>
                </StatusDot>
              )}
            </span>
            <span className="tabular mt-1 block font-semibold text-xl tracking-tight">
              {counts ? (
                counts[value ?? 'all']
              ) : failed ? (
                '–'
              ) : (
                <Skeleton className="my-1 h-[1.375rem] w-10" />
              )}
            </span>
          </button>
        );
      })}
    </fieldset>
  );
}
