import type { Order, StaffOrder } from '@reprise/contract/orders/orders';
import { Problem } from '@reprise/contract/problem';
import { eq } from 'drizzle-orm';
import { users } from '../../identity/identity.tables.ts';
import type { OrderDeps } from '../order-batcher/build-order.ts';
import { placeOrder } from './place-order.ts';

/**
 * Places an order that somebody gives by phone, the same way a checkout does. Its stock is reserved for days, in which
 * the customer pays by the link in the mail.
 */
export async function placeStaffOrder(
  deps: OrderDeps,
  { customerId, ...order }: StaffOrder,
  actorId: string,
  idempotencyKey: string | null,
): Promise<Order> {
  const userId = customerId || null;
  if (userId !== null) await refuseUnknown(deps, userId);
  const placed = await placeOrder(deps, {
    userId,
    order: { ...order, paymentMethod: 'card' },
    idempotencyKey,
    limitKey: null,
    staff: { actorId },
  });
  return placed.order;
}

async function refuseUnknown({ db }: OrderDeps, userId: string): Promise<void> {
  const [user] = await db.select({ id: users.id }).from(users).where(eq(users.id, userId));
  if (user) return;
  const message = 'This customer has no account any more.';
  throw new Problem('VALIDATION_ERROR', message, { errors: [{ field: 'customerId', message }] });
}
