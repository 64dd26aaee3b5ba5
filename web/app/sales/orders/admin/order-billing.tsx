import type { Order } from '@reprise/contract/sales/orders/order';
import { BilledTo } from '../billed-to.tsx';
import { OrderSection } from './order-section.tsx';

/** Recipient of the invoices of an order that has billing data. */
export function OrderBilling({ order }: { order: Order }) {
  if (!order.billing) return null;
  return (
    <OrderSection title="Billed to">
      <p className="text-sm">
        <BilledTo order={order} />
      </p>
    </OrderSection>
  );
}
