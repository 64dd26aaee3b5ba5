import type { Order, OrderContext } from '@reprise/contract/orders/orders';
import { type Caller, hasPermission } from '../../platform/http/endpoint.ts';

type Viewer = Pick<Caller, 'userId' | 'role' | 'permissions'> | null;

/**
 * The order as this caller may see it. Staff without `customers.read` get name, address and phone number for the
 * label, but neither the e-mail address nor the account; their own orders are theirs like anybody's.
 */
export function orderFor(caller: Viewer, order: Order): Order {
  if (caller?.role !== 'admin' || order.user.id === caller.userId) return order;
  const { payments, ...rest } = order;
  const visible = hasPermission(caller, 'refunds.make') && payments ? { ...rest, payments } : rest;
  if (hasPermission(caller, 'customers.read')) return visible;
  return {
    ...visible,
    shippingAddress: { ...order.shippingAddress, email: '' },
    user: { ...order.user, id: null, email: '' },
  };
}

/** The background as this caller may see it: the customer's other orders need `customers.read`. */
export function contextFor(caller: Viewer, background: OrderContext): OrderContext {
  return {
    ...background,
    ...(!hasPermission(caller, 'customers.read') && { otherOrders: [], customer: null }),
    ...(!hasPermission(caller, 'messages.send') && { mails: [] }),
  };
}
