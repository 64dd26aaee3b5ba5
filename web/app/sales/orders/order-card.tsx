import { formatMoney } from '@reprise/contract/money';
import { deliveryText } from '@reprise/contract/sales/orders/delivery';
import type { Order } from '@reprise/contract/sales/orders/order';
import { pickupLabel } from '@reprise/contract/sales/orders/shipping/pickup';
import { Link } from 'react-router';
import { formatDay } from '../../formats.ts';
import { buttonClass } from '../../ui/button.tsx';
import { OrderLines } from './order-lines.tsx';
import { OrderStatusBadge } from './order-status-badge.tsx';
import { isPartlyShipped } from './parcels.ts';
import { isPaymentDue } from './payment-due.ts';
import { ReorderButton } from './reorder-button.tsx';

/** Order in the list, with its available actions. */
export function OrderCard({ order }: { order: Order }) {
  const url = `/orders/${order.orderNumber}`;
  return (
    <article aria-label={`Order ${order.orderNumber}`} className="rounded-tile border border-line bg-raised">
      <header className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 border-line border-b px-5 py-3">
        <div>
          <h2 className="tabular text-base">
            <Link to={url} className="hover:underline">
              {order.orderNumber}
            </Link>
          </h2>
          <p className="text-ink-muted text-sm">
            Ordered <time dateTime={order.createdAt}>{formatDay(order.createdAt)}</time>
          </p>
        </div>
        <div className="flex items-center gap-4">
          <OrderStatusBadge {...order} isPartlyShipped={isPartlyShipped(order)} />
          <span className="tabular font-semibold">{formatMoney(order.total)}</span>
        </div>
      </header>
      <div className="px-5 py-4">
        <OrderLines items={order.items} reviewable={order.status === 'delivered'} />
      </div>
      <footer className="flex flex-wrap items-center justify-between gap-3 border-line border-t px-5 py-3">
        <TrackingStatus order={order} />
        <Actions order={order} url={url} />
      </footer>
    </article>
  );
}

function TrackingStatus({ order }: { order: Order }) {
  const isCollected = order.shippingMethod === 'pickup';
  const onItsWay = order.status !== 'delivered' && order.status !== 'cancelled';
  return (
    <dl className="text-sm">
      {isPaymentDue(order) && (
        <div className="font-medium text-warn-text">
          <dt className="sr-only">Payment</dt>
          <dd>Payment due</dd>
        </div>
      )}
      {order.trackingNumber && (
        <div className="flex flex-wrap gap-x-1.5">
          <dt className="text-ink-muted">Tracking number</dt>
          <dd className="tabular break-all">{order.trackingNumber}</dd>
        </div>
      )}
      {onItsWay && (
        <div className="flex flex-wrap gap-x-1.5">
          <dt className="text-ink-muted">{isCollected ? pickupLabel : 'Estimated delivery'}</dt>
          <dd>{isCollected && order.status === 'shipped' ? 'Ready' : deliveryText(order)}</dd>
        </div>
      )}
    </dl>
  );
}

function Actions({ order, url }: { order: Order; url: string }) {
  const tracking = `/track?tracking=${encodeURIComponent(order.trackingNumber ?? order.orderNumber)}`;
  return (
    <div className="flex flex-wrap gap-2">
      {isPaymentDue(order) && (
        <Link to={`${url}#pay`} className={buttonClass({ size: 'sm' })}>
          Pay now
        </Link>
      )}
      {order.status === 'shipped' && order.shippingMethod !== 'pickup' && (
        <Link to={tracking} className={buttonClass({ size: 'sm' })}>
          Track Package
        </Link>
      )}
      {order.status === 'delivered' && <ReorderButton items={order.items} />}
      <Link
        to={url}
        aria-label={`Details of ${order.orderNumber}`}
        className={buttonClass({ variant: 'outline', size: 'sm' })}
      >
        Details
      </Link>
    </div>
  );
}
