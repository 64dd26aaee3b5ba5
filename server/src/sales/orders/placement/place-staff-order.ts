import { Problem } from '@reprise/contract/problem';
import type { Order } from '@reprise/contract/sales/orders/order';
import type { StaffOrder } from '@reprise/contract/sales/orders/orders';
import { eq } from 'drizzle-orm';
import { users } from '../../../people/identity/identity.tables.ts';
import type { Queryable } from '../../../platform/database/database.ts';
import { type OrderDeps, type OrderRequest, placeOrder } from './place-order.ts';

/**
 * Places a phone order the same way as checkout. Its stock is reserved for days, in which the customer pays by the
 * mailed link. For an account whose address is not confirmed it is a guest order, which joins the account when the
 * address is confirmed: a stranger may have registered it.
 */
export async function placeStaffOrder(
  deps: OrderDeps,
  { customerId, ...order }: StaffOrder,
  { actorId, ...request }: { actorId: string } & Pick<OrderRequest, 'idempotencyKey' | 'settleFreeOrder'>,
): Promise<Order> {
  const userId = customerId ? await findConfirmedCustomer(deps, customerId) : null;
  const placed = await placeOrder(deps, {
    userId,
    order: { ...order, paymentMethod: 'card' },
    ...request,
    limitKey: null,
    staff: { actorId },
  });
  return placed.order;
}

/** Returns the id of the customer, or null if their address is not confirmed. */
export async function findConfirmedCustomer(
  { db }: { db: Queryable },
  userId: string,
): Promise<string | null> {
  const [user] = await db
    .select({ isConfirmed: users.emailVerified })
    .from(users)
    .where(eq(users.id, userId));
  if (user) return user.isConfirmed ? userId : null;
  const message = 'This customer’s account has been deleted.';
  throw new Problem('VALIDATION_ERROR', message, { errors: [{ field: 'customerId', message }] });
}
