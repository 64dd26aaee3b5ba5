import type { Order } from '@reprise/contract/sales/orders/order';
import type { OrderContext } from '@reprise/contract/sales/orders/order-context';
import { type Caller, hasPermission } from '../../../platform/http/endpoint.ts';

type Viewer = Pick<Caller, 'userId' | 'role' | 'permissions'> | null;

/**
 * Returns the order as this caller may see it. Staff without `customers.read` get the address and phone number for
 * the label, but neither billing data, email nor account, except on their own orders.
 */
export function orderFor(caller: Viewer, order: Order): Order {
  if (caller?.role !== 'admin' || order.user.id === caller.userId) return order;
  const { payments, ...rest } = order;
  const visible = hasPermission(caller, 'refunds.make') && payments ? { ...rest, payments } : rest;
  if (hasPermission(caller, 'customers.read')) return visible;
  const { billing: _, ...shipped } = visible;
  return {
    ...shipped,
    shippingAddress: { ...order.shippingAddress, email: '' },
    user: { ...order.user, id: null, email: '' },
  };
}

/**
 * Returns the context as this caller may see it: the customer's other orders, and the edits, which contain addresses,
 * require `customers.read`.
 */
export function contextFor(caller: Viewer, context: OrderContext): OrderContext {
  return {
    ...context,
    ...(!hasPermission(caller, 'customers.read') && { otherOrders: [], customer: null, edits: [] }),
    ...(!hasPermission(caller, 'messages.send') && { mails: [] }),
  };
}
