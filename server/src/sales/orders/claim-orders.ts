import { and, eq, isNull, ne, sql } from 'drizzle-orm';
import type { Deps } from '../../deps.ts';
import { users } from '../../people/identity/identity.tables.ts';
import { inTransaction, type Tx } from '../../platform/database/database.ts';
import type { Caller } from '../../platform/http/endpoint.ts';
import { hourMs } from '../../platform/time.ts';
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

/** Makes the orders of a user with another address than this one guest orders. */
export async function releaseOrders(tx: Tx, userId: string, email: string): Promise<void> {
  await tx
    .update(orders)
    .set({ userId: null })
    .where(and(eq(orders.userId, userId), ne(orders.email, email)));
}

/** Time after the order in which an account without a verified address may claim it. */
const unverifiedClaimMs = hourMs;

/**
 * Assigns a guest order to the caller, whose token proves access to it. The caller's email must be that of the order,
 * and verified unless the order is new: deleting an account erases its orders, so the reader of a forwarded order link
 * must not claim one with an account in the buyer's name. The token stays valid.
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
    const { email, emailVerified } = users;
    const [user] = await tx.select({ email, emailVerified }).from(users).where(eq(users.id, caller.userId));
    if (order.userId !== null || order.eraseWhenClosed || user?.email !== order.email) throw orderNotFound();
    const isNew = now().getTime() - order.createdAt.getTime() <= unverifiedClaimMs;
    if (!user.emailVerified && !isNew) throw orderNotFound();
    await tx.update(orders).set({ userId: caller.userId }).where(eq(orders.id, order.id));
  });
}
