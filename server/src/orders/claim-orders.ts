import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Deps } from '../deps.ts';
import { users } from '../identity/identity.tables.ts';
import { inTransaction, type Tx } from '../platform/database/database.ts';
import type { Caller } from '../platform/http/endpoint.ts';
import { isOwnOrder, orderNotFound } from './order-access.ts';
import { lockOrderRow } from './orders.queries.ts';
import { orders } from './orders.tables.ts';

/**
 * Assigns the guest orders placed with this address to a user and revokes their access tokens. Call only for a
 * verified address; orders of deleted accounts stay unassigned.
 */
export async function claimOrders(tx: Tx, userId: string, email: string): Promise<void> {
  await tx
    .update(orders)
    .set({ userId, accessVersion: sql`${orders.accessVersion} + 1` })
    .where(and(eq(orders.email, email), isNull(orders.userId), eq(orders.eraseWhenClosed, false)));
}

/**
 * Assigns a guest order to the caller, whose token proves access to it. The email must be that of the order: a
 * forwarded payment link must not let its reader take the order over. The token stays valid.
 */
export async function claimOrder(
  { db, secret, now }: Pick<Deps, 'db' | 'secret' | 'now'>,
  { caller, orderToken }: { caller: Caller; orderToken: string | null },
  reference: string,
): Promise<void> {
  await inTransaction(db, async (tx) => {
    const order = await lockOrderRow(tx, reference);
    if (!order || !isOwnOrder(secret, { caller, orderToken }, order, now())) throw orderNotFound();
    if (order.userId === caller.userId) return;
    const [user] = await tx.select({ email: users.email }).from(users).where(eq(users.id, caller.userId));
    if (order.userId !== null || order.eraseWhenClosed || user?.email !== order.email) throw orderNotFound();
    await tx.update(orders).set({ userId: caller.userId }).where(eq(orders.id, order.id));
  });
}
