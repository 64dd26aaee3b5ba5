import { and, eq, inArray, isNull, or, type SQL, sql } from 'drizzle-orm';
import type { Tx } from '../../platform/database/database.ts';
import { expireRows, type RetentionSteps } from '../../platform/database/retention-step.ts';
import { conversations } from './conversations.tables.ts';

/** Deletes the conversations of a person that are not about an order; those are erased with the order. */
export async function eraseConversationsOf(
  tx: Tx,
  { userId, email, isVerified }: { userId: string | null; email: string; isVerified: boolean },
): Promise<number> {
  const fromAddress = and(
    eq(conversations.email, email),
    isNull(conversations.orderId),
    isNull(conversations.userId),
  );
  const ofAccount = userId === null ? undefined : eq(conversations.userId, userId);
  if (!ofAccount && !isVerified) return 0;
  const erased = await tx
    .delete(conversations)
    .where(isVerified ? or(ofAccount, fromAddress) : ofAccount)
    .returning({ id: conversations.id });
  return erased.length;
}

/** Makes the conversations of an account those of a guest, so that only the store reads them. */
export async function releaseConversations(tx: Tx, userId: string): Promise<void> {
  await tx.update(conversations).set({ userId: null }).where(eq(conversations.userId, userId));
}

/** Deletes the conversations about these orders. `orderIds` is a subquery. */
export async function eraseOrderConversations(tx: Tx, orderIds: SQL): Promise<void> {
  await tx.delete(conversations).where(inArray(conversations.orderId, orderIds));
}

/** Deletes conversations from the contact form without a message since a time, as the mails of them. */
export function expireConversations(before: string): RetentionSteps {
  return {
    conversations: expireRows(
      (limit) => sql`delete from ${conversations} where id in
        (select id from ${conversations} where order_id is null and last_message_at < ${before} limit ${limit})`,
    ),
  };
}
