import { formatMoney, toCents } from '@reprise/contract/money';
import type { Problem } from '@reprise/contract/problem';
import type { OpenOrder } from '@reprise/contract/sales/orders/order';
import { Link } from 'react-router';
import { formatDateTime } from '../../formats.ts';
import { buttonClass } from '../../ui/button.tsx';
import { CancelOrderButton } from './cancel-order-button.tsx';
import { outbox } from './outbox/browser-outbox.ts';

/** Returns the unpaid orders that a TOO_MANY_UNPAID lists; empty for every other Problem. */
export function openOrdersOf({ code, details }: Problem): OpenOrder[] {
  if (code !== 'TOO_MANY_UNPAID' || !Array.isArray(details?.orders)) return [];
  return details.orders as OpenOrder[];
}

/**
 * Lists the shopper's unpaid orders, each with pay and cancel buttons; settling one makes room for another.
 */
export function OpenOrders({ orders, onSettled }: { orders: OpenOrder[]; onSettled: (id: string) => void }) {
  if (orders.length === 0) return null;
  return (
    <section aria-label="Orders waiting for payment" className="rounded-tile border border-line bg-raised">
      <h3 className="border-line border-b px-4 py-3 text-base">Waiting for payment</h3>
      <ul className="divide-y divide-line">
        {orders.map((order) => (
          <li
            key={order.id}
            className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-4 py-3"
          >
            <div className="min-w-0">
              <p className="flex flex-wrap gap-x-3 font-medium">
                <span className="tabular">{order.orderNumber}</span>
                <span className="tabular">{formatMoney(toCents(order.total))}</span>
              </p>
              {order.reservedUntil && (
                <p className="text-ink-muted text-sm">
                  Reserved until{' '}
                  <time dateTime={order.reservedUntil}>{formatDateTime(order.reservedUntil)}</time>
                </p>
              )}
            </div>
            <div className="-ml-3 flex items-center gap-2 sm:ml-0">
              <CancelOrderButton
                order={order}
                accessToken={outbox.accessTokenFor(order.id)}
                onSettled={() => onSettled(order.id)}
              />
              <Link
                to={`/orders/${order.orderNumber}#pay`}
                aria-label={`Pay order ${order.orderNumber}`}
                className={buttonClass({ variant: 'outline', size: 'sm' })}
              >
                Pay
              </Link>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
