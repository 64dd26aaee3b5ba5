import { type OrderStatus, orderStatuses } from '@reprise/contract/sales/orders/order-status';
import { maxBulkOrders, type OrderSummary } from '@reprise/contract/sales/orders/orders';
import { sharedStatusLabels } from '@reprise/contract/sales/orders/shipping/pickup';
import { useState } from 'react';
import { usePermissions } from '../../../../session/use-permissions.ts';
import { Button, buttonClass } from '../../../../ui/button.tsx';
import { Printer, Truck } from '../../../../ui/icons/lucide.tsx';
import { BulkShipDialog } from './bulk-ship-dialog.tsx';
import { BulkStatusDialog } from './bulk-status-dialog.tsx';
import { printUrl } from './print-url.ts';

/** Bulk actions of the order list. */
export function BulkActions({ orders, onDone }: { orders: OrderSummary[]; onDone: () => void }) {
  const [shipping, setShipping] = useState(false);
  const [status, setStatus] = useState<OrderStatus | null>(null);
  const can = usePermissions();
  const statuses = orderStatuses.filter((choice) => choice !== 'cancelled' || can('orders.cancel'));
  const labels = sharedStatusLabels(orders.map(({ shippingMethod }) => shippingMethod));
  const tooMany = orders.length > maxBulkOrders;
  return (
    <>
      <Button size="sm" variant="outline" disabled={tooMany} onClick={() => setShipping(true)}>
        <Truck className="size-4" aria-hidden="true" />
        Ship…
      </Button>
      <select
        aria-label="Set the status of the selected orders"
        value=""
        onChange={(event) => setStatus(event.target.value as OrderStatus)}
        className="control min-h-8 w-auto py-0.5 text-sm"
      >
        <option value="" disabled>
          Set status…
        </option>
        {statuses.map((choice) => (
          <option key={choice} value={choice}>
            {labels[choice]}
          </option>
        ))}
      </select>
      {tooMany ? (
        <p className="text-ink-muted text-xs">Ship and print at most {maxBulkOrders} at once.</p>
      ) : (
        <a
          href={printUrl('packing-slips', orders)}
          target="_blank"
          rel="noreferrer"
          className={buttonClass({ size: 'sm', variant: 'outline' })}
        >
          <Printer className="size-4" aria-hidden="true" />
          Packing slips
        </a>
      )}
      {shipping && (
        <BulkShipDialog
          orders={orders}
          onClose={(done) => {
            setShipping(false);
            if (done) onDone();
          }}
        />
      )}
      {status && (
        <BulkStatusDialog
          orders={orders}
          status={status}
          onClose={(done) => {
            setStatus(null);
            if (done) onDone();
          }}
        />
      )}
    </>
  );
}
