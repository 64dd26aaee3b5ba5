import { Problem } from '@reprise/contract/problem';
import { desc, eq } from 'drizzle-orm';
import type { Deps } from '../../deps.ts';
import { recordAudit } from '../../foundations/audit/record-audit.ts';
import { queueOutgoingMail } from '../../foundations/notifications/mail-requests.ts';
import { inTransaction, type Tx } from '../../platform/database/database.ts';
import { newId } from '../../platform/database/new-id.ts';
import { orders } from '../orders/orders.tables.ts';
import type { ConversationRow } from './add-customer-message.ts';
import { conversationNotFound } from './conversations.queries.ts';
import { conversationMessages, conversations } from './conversations.tables.ts';

type AnswerDeps = Pick<Deps, 'db' | 'jobs' | 'now'>;
type Answer = { text: string; lastMessageId?: string | undefined };

/**
 * Stores an answer of staff and mails it. A repeated answer is not sent again; one that was written before a newer
 * message arrived is rejected.
 */
export async function answerConversation(
  { db, jobs, now }: AnswerDeps,
  id: string,
  { text, lastMessageId }: Answer,
  actorId: string,
): Promise<void> {
  await inTransaction(db, async (tx) =>
    addAnswer(tx, { jobs, now }, await lockConversation(tx, id), { text, lastMessageId }, actorId),
  );
}

/** Stores an answer of staff in a locked conversation and mails it; a repeated one is not sent again. */
export async function addAnswer(
  tx: Tx,
  { jobs, now }: Omit<AnswerDeps, 'db'>,
  conversation: ConversationRow,
  { text, lastMessageId }: Answer,
  actorId: string,
): Promise<void> {
  const { id } = conversation;
  const [last] = await tx
    .select()
    .from(conversationMessages)
    .where(eq(conversationMessages.conversationId, id))
    .orderBy(desc(conversationMessages.createdAt), desc(conversationMessages.id))
    .limit(1);
  if (last?.isFromStaff && last.text === text) return;
  if (lastMessageId !== undefined && last && last.id !== lastMessageId) throw newerMessage();
  const { to, orderNumber } = await recipientOf(tx, conversation);
  const createdAt = now();
  const messageId = newId('cms');
  await tx
    .insert(conversationMessages)
    .values({ id: messageId, conversationId: id, isFromStaff: true, authorId: actorId, text, createdAt });
  await tx
    .update(conversations)
    .set({ state: 'answered', isUnread: false, lastMessageAt: createdAt })
    .where(eq(conversations.id, id));
  const hasAccount = conversation.userId !== null;
  const mail = {
    kind: 'support-reply' as const,
    eventKey: `support-reply:${messageId}`,
    to,
    orderNumber,
    hasAccount,
    isFirst: last === undefined,
  };
  await queueOutgoingMail(tx, jobs, { ...mail, message: text });
  const entry = { actorId, action: 'answer message', subject: `conversation ${id}` };
  await recordAudit(tx, { ...entry, after: { message: messageId } });
}

type Change = { isClosed?: boolean | undefined; isUnread?: boolean | undefined };

/** Closes or reopens a conversation, or marks it as read or unread. A closed one is read. */
export async function changeConversation(
  { db }: Pick<Deps, 'db'>,
  id: string,
  { isClosed, isUnread }: Change,
  actorId: string,
): Promise<void> {
  await inTransaction(db, async (tx) => {
    const { state } = await lockConversation(tx, id);
    const isReopened = isClosed === false && state === 'closed';
    const isClosing = isClosed === true && state !== 'closed';
    const next = isClosing ? 'closed' : isReopened ? 'open' : state;
    const change = { state: next, ...(isUnread !== undefined && { isUnread }) };
    await tx
      .update(conversations)
      .set(isClosing ? { ...change, isUnread: false } : change)
      .where(eq(conversations.id, id));
    if (next === state) return;
    const entry = { actorId, action: 'change conversation', subject: `conversation ${id}` };
    await recordAudit(tx, { ...entry, before: { state }, after: { state: next } });
  });
}

async function lockConversation(tx: Tx, id: string): Promise<ConversationRow> {
  const [row] = await tx.select().from(conversations).where(eq(conversations.id, id)).for('update');
  if (!row) throw conversationNotFound();
  return row;
}

/** Returns the address of the answer: that of the order, which staff may have corrected, or of the contact form. */
async function recipientOf(tx: Tx, { orderId, email }: ConversationRow) {
  if (orderId === null) return { to: email, orderNumber: null };
  const [order] = await tx
    .select({ to: orders.email, orderNumber: orders.orderNumber })
    .from(orders)
    .where(eq(orders.id, orderId));
  if (!order || order.to === '') throw conversationNotFound();
  return order;
}

function newerMessage(): Problem {
  return new Problem('EDIT_CONFLICT', 'A newer message has arrived. Read it, then send your answer.');
}
