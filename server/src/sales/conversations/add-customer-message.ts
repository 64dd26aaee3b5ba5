import { Problem } from '@reprise/contract/problem';
import { and, desc, eq, gt } from 'drizzle-orm';
import type { Deps } from '../../deps.ts';
import { queueSupportMessage } from '../../foundations/notifications/send-support-message.ts';
import type { Tx } from '../../platform/database/database.ts';
import { newId } from '../../platform/database/new-id.ts';
import { dayMs } from '../../platform/time.ts';
import { conversationMessages, conversations } from './conversations.tables.ts';

export type ConversationRow = typeof conversations.$inferSelect;

/** Messages of a customer in 24 hours without an answer. */
const maxUnanswered = 5;

/** Rows read for the limit: more than the limit, because answers lie between. */
const maxRecent = 50;

type Writer = { name: string; email: string };

/** Returns the locked conversation about an order, new without one. The caller has locked the order. */
export async function lockOrderConversation(
  tx: Tx,
  orderId: string,
  { name, email }: Writer,
  now: Date,
): Promise<ConversationRow> {
  const [row] = await tx
    .insert(conversations)
    .values({ id: newId('cnv'), orderId, name, email, lastMessageAt: now, createdAt: now })
    .onConflictDoUpdate({ target: conversations.orderId, set: { name, email } })
    .returning();
  if (!row) throw new Error(`The conversation about order ${orderId} was not stored.`);
  return row;
}

type CustomerMessage = { text: string; orderNumber: string };

/**
 * Adds a message of the customer to a locked conversation, opens it again and mails the store. A repeated message is not
 * stored again, so that two presses send one.
 */
export async function addCustomerMessage(
  tx: Tx,
  deps: Pick<Deps, 'jobs' | 'now'>,
  { id: conversationId, name, email }: ConversationRow,
  { text, orderNumber }: CustomerMessage,
): Promise<void> {
  const now = deps.now();
  const recent = await tx
    .select({ text: conversationMessages.text, isFromStaff: conversationMessages.isFromStaff })
    .from(conversationMessages)
    .where(
      and(
        eq(conversationMessages.conversationId, conversationId),
        gt(conversationMessages.createdAt, new Date(now.getTime() - dayMs)),
      ),
    )
    .orderBy(desc(conversationMessages.createdAt), desc(conversationMessages.id))
    .limit(maxRecent);
  const answerIndex = recent.findIndex(({ isFromStaff }) => isFromStaff);
  const unanswered = answerIndex === -1 ? recent : recent.slice(0, answerIndex);
  if (unanswered.some((message) => message.text === text)) return;
  if (unanswered.length >= maxUnanswered) {
    const about = orderNumber === '' ? '' : ' about this order';
    const message = `We have your messages${about} and will reply by email.`;
    throw new Problem('RATE_LIMITED', message, { retryAfterSeconds: dayMs / 1000 });
  }
  await storeCustomerMessage(tx, conversationId, text, now);
  await queueSupportMessage(tx, deps, { name, email, orderNumber, message: text });
}

export async function storeCustomerMessage(
  tx: Tx,
  conversationId: string,
  text: string,
  now: Date,
): Promise<void> {
  await tx
    .insert(conversationMessages)
    .values({ id: newId('cms'), conversationId, isFromStaff: false, text, createdAt: now });
  await tx
    .update(conversations)
    .set({ state: 'open', isUnread: true, lastMessageAt: now })
    .where(eq(conversations.id, conversationId));
}
