import type { Order } from '@reprise/contract/orders/order';
import type { StaffOrder } from '@reprise/contract/orders/orders';
import { Problem } from '@reprise/contract/problem';
import { eq } from 'drizzle-orm';
import { users } from '../../identity/identity.tables.ts';
import type { OrderDeps } from '../order-batcher/build-order.ts';
import { placeOrder } from './place-order.ts';

/**
 * Places a phone order the same way as checkout. Its stock is reserved for days, in which the customer pays by the
 * mailed link.
 */
export async function placeStaffOrder(
  deps: OrderDeps,
  { customerId, ...order }: StaffOrder,
  {
    actorId,
    ...request
  }: { actorId: string } & Pick<Parameters<typeof placeOrder>[1], 'idempotencyKey' | 'settleFreeOrder'>,
): Promise<Order> {
  const userId = customerId || null;
  if (userId !== null) await assertUserExists(deps, userId);
  const placed = await placeOrder(deps, {
    userId,
    order: { ...order, paymentMethod: 'card' },
    ...request,
    limitKey: null,
    staff: { actorId },
  });
  return placed.order;
}

async function assertUserExists({ db }: OrderDeps, userId: string): Promise<void> {
  const [user] = await db.select({ id: users.id }).from(users).where(eq(users.id, userId));
  if (user) return;
  const message = 'This customer’s account has been deleted.';
  throw new Problem('VALIDATION_ERROR', message, { errors: [{ field: 'customerId', message }] });
}
