import { formatMoney } from '@reprise/contract/money';
import { figureDefinitions } from '@reprise/contract/operations/analytics';
import type { Order } from '@reprise/contract/sales/orders/order';
import { statusLabelsOf } from '@reprise/contract/sales/orders/shipping/pickup';
import { Link } from 'react-router';
import { LoadFailure } from '../../../admin-ui/loaded.tsx';
import { formatDay } from '../../../formats.ts';
import { InfoTip } from '../../../ui/overlays/info-tip.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { StatusDot } from '../../../ui/status-dot.tsx';
import type { LoadedContext } from './order-context.ts';
import { OrderSection } from './order-section.tsx';
import { orderTones } from './order-tones.ts';

/** Customer of the order and their other orders. */
export function OrderCustomer({ order, background }: { order: Order; background: LoadedContext }) {
  const { user, shippingAddress } = order;
  const known = background.data;
  const email = shippingAddress.email || user.email;
  const customer = known?.customer;
  const more = known && customer ? customer.orders - 1 - known.otherOrders.length : 0;
  return (
    <OrderSection
      title="Customer"
      action={
        customer &&
        email && (
          <Link to={`/admin/customers/${user.id ?? order.id}`} className="text-link text-sm">
            Customer page
          </Link>
        )
      }
    >
      <p className="text-sm">
        {user.id === null ? 'Ordered as a guest' : 'Has an account'}
        {customer && customer.orders > 0 && (
          <>
            {' · '}
            {customer.orders} {customer.orders === 1 ? 'order' : 'orders'},{' '}
            <span className="tabular">{formatMoney(customer.spent)}</span> spent
            <InfoTip label="What “spent” counts" className="-my-1 ml-0.5 align-middle">
              {figureDefinitions.spent}
            </InfoTip>
          </>
        )}
      </p>
      {!known &&
        (background.isError ? (
          <LoadFailure query={background} failed="This could not be loaded" look="inline" />
        ) : (
          <Skeleton className="mt-2 h-8" />
        ))}
      {known && known.otherOrders.length > 0 && (
        <ul className="mt-2 divide-y divide-line border-line border-y">
          {known.otherOrders.map((other) => (
            <li
              key={other.id}
              className="grid grid-cols-[7.5rem_minmax(0,1fr)_auto] items-center gap-x-3 py-1.5 text-sm"
            >
              <Link
                to={`/admin/orders/${other.orderNumber}`}
                className="tabular justify-self-start text-link"
              >
                {other.orderNumber}
              </Link>
              <StatusDot tone={orderTones[other.status]}>
                {statusLabelsOf(other.shippingMethod)[other.status]}
              </StatusDot>
              <span className="tabular text-right text-ink-muted max-sm:col-span-full lg:max-xl:col-span-full">
                {formatDay(other.createdAt)} · {formatMoney(other.total)}
              </span>
            </li>
          ))}
        </ul>
      )}
      {more > 0 && email && (
        <Link
          to={`/admin/orders?search=${encodeURIComponent(email)}`}
          className="mt-1.5 inline-block text-link text-sm"
        >
          {more} more
        </Link>
      )}
    </OrderSection>
  );
}
