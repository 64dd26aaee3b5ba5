import { conditionLabels } from '@reprise/contract/conditions';
import { formatMoney } from '@reprise/contract/money';
import { orderStatusLabels } from '@reprise/contract/order-status';
import type { Order } from '@reprise/contract/orders';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { api } from '../../../api/browser-api.ts';
import { formatMoment } from '../../../dates.ts';
import { messageOf } from '../../../layouts/admin/message-of.ts';
import { Badge } from '../../../ui/badge.tsx';
import { ErrorState } from '../../../ui/error-state.tsx';
import { Modal } from '../../../ui/modal.tsx';
import { Spinner } from '../../../ui/spinner.tsx';
import { Thumb } from '../../catalog/admin/thumb.tsx';
import { OrderTimeline } from './order-timeline.tsx';
import { orderTones, paymentLabels, paymentTones } from './order-tones.ts';

/** One order, by its number. */
export function OrderDialog({ orderNumber, onClose }: { orderNumber: string | null; onClose: () => void }) {
  return (
    <Modal open={orderNumber !== null} onClose={onClose} title={`Order ${orderNumber ?? ''}`} size="lg">
      {orderNumber !== null && <LoadedOrder orderNumber={orderNumber} />}
    </Modal>
  );
}

function LoadedOrder({ orderNumber }: { orderNumber: string }) {
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['order', orderNumber],
    queryFn: () => api.getOrder({ params: { id: orderNumber } }),
  });
  if (data) return <OrderDetails order={data.order} />;
  if (error) {
    return (
      <ErrorState title="This order could not be loaded" onRetry={() => refetch()} retrying={isFetching}>
        {messageOf(error, 'The shop did not answer.')}
      </ErrorState>
    );
  }
  return (
    <div className="grid h-96 place-items-center text-ink-muted text-xl">
      <Spinner label="Loading" />
    </div>
  );
}

function OrderDetails({ order }: { order: Order }) {
  const { status, paymentStatus } = order;
  return (
    <div className="grid gap-6">
      <dl className="grid grid-cols-2 gap-x-4 gap-y-3 sm:grid-cols-4">
        <Fact label="Date">{formatMoment(order.createdAt)}</Fact>
        <Fact label="Status">
          <Badge tone={orderTones[status]}>{orderStatusLabels[status]}</Badge>
        </Fact>
        <Fact label="Payment">
          <Badge tone={paymentTones[paymentStatus]}>{paymentLabels[paymentStatus]}</Badge>
        </Fact>
        <Fact label="Total">
          <span className="tabular font-semibold">{formatMoney(order.total)}</span>
        </Fact>
        {order.carrier && <Fact label="Carrier">{order.carrier}</Fact>}
        {order.trackingNumber && (
          <Fact label="Tracking number">
            <span className="tabular break-all">{order.trackingNumber}</span>
          </Fact>
        )}
        {order.clientReference && <Fact label="Number shown at checkout">{order.clientReference}</Fact>}
      </dl>
      <Section title="Items">
        <Items order={order} />
      </Section>
      <div className="grid gap-6 sm:grid-cols-2">
        <Section title="Shipping address">
          <ShippingAddress order={order} />
        </Section>
        <Section title="Timeline">
          <OrderTimeline order={order} />
        </Section>
      </div>
    </div>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt className="caption">{label}</dt>
      <dd className="mt-1 text-sm">{children}</dd>
    </div>
  );
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h3 className="mb-2 border-line border-b pb-1.5 font-semibold text-sm">{title}</h3>
      {children}
    </section>
  );
}

function Items({ order }: { order: Order }) {
  return (
    <>
      <ul className="grid">
        {order.items.map(({ product, quantity, lineTotal }) => (
          <li key={product.id} className="flex items-center gap-3 border-line border-b py-2 text-sm">
            <Thumb src={product.images[0]} className="size-10" />
            <div className="min-w-0 flex-1">
              <p className="font-medium">{product.name}</p>
              <p className="text-ink-muted">
                {product.brand} · {conditionLabels[product.condition]} · SKU {product.sku}
              </p>
            </div>
            <div className="tabular text-right">
              <p className="font-medium">{formatMoney(lineTotal)}</p>
              <p className="text-ink-muted">
                {quantity} × {formatMoney(product.price)}
              </p>
            </div>
          </li>
        ))}
      </ul>
      <dl className="tabular mt-2 ml-auto grid w-full max-w-64 gap-1 text-sm">
        <Sum label="Subtotal" amount={formatMoney(order.subtotal)} />
        <Sum
          label={order.shippingMethod === 'express' ? 'Express shipping' : 'Shipping'}
          amount={order.shipping === 0 ? 'Free' : formatMoney(order.shipping)}
        />
        <Sum label="Tax" amount={formatMoney(order.tax)} />
        <Sum label="Total" amount={formatMoney(order.total)} strong />
      </dl>
    </>
  );
}

function Sum({ label, amount, strong = false }: { label: string; amount: string; strong?: boolean }) {
  return (
    <div className={`flex justify-between ${strong ? 'font-semibold' : 'text-ink-muted'}`}>
      <dt>{label}</dt>
      <dd>{amount}</dd>
    </div>
  );
}

function ShippingAddress({ order: { shippingAddress: to, user } }: { order: Order }) {
  if (!to.name && !to.address) {
    return <p className="text-ink-muted text-sm">Erased with the customer’s account.</p>;
  }
  return (
    <address className="text-sm not-italic">
      <p className="font-medium">{to.name}</p>
      <p>{to.address}</p>
      <p>
        {to.city}, {to.state} {to.zipCode}
      </p>
      <p>{to.country}</p>
      <p className="mt-2">
        <a href={`mailto:${to.email}`} className="text-link break-all">
          {to.email}
        </a>
      </p>
      <p>{to.phone}</p>
      <p className="mt-2 text-ink-muted">{user.id === null ? 'Ordered as a guest' : 'Has an account'}</p>
    </address>
  );
}
