import type { SupportMessage } from '@reprise/contract/foundations/notifications/notifications';
import { and, desc, eq, gt, isNull, ne } from 'drizzle-orm';
import type { Deps } from '../../deps.ts';
import { queueSupportMessage } from '../../foundations/notifications/send-support-message.ts';
import { users } from '../../people/identity/identity.tables.ts';
import { inTransaction, type Tx } from '../../platform/database/database.ts';
import { newId } from '../../platform/database/new-id.ts';
import type { Caller } from '../../platform/http/endpoint.ts';
import { dayMs } from '../../platform/time.ts';
import { addCustomerMessage, type ConversationRow, storeCustomerMessage } from './add-customer-message.ts';
import { conversationMessages, conversations } from './conversations.tables.ts';

type SupportDeps = Pick<Deps, 'db' | 'jobs' | 'now'>;

/** Conversations from the contact form in 24 hours that are stored for one address; more are only mailed. */
const maxPerAddress = 20;

/**
 * Mails a visitor's message to the store and stores it as a conversation of its own: the address is not verified.
 * `isConfirmed` is false if the visitor gets another mail about it.
 */
export async function sendSupportMessage(
  deps: SupportDeps,
  message: SupportMessage,
  { isConfirmed = true }: { isConfirmed?: boolean } = {},
): Promise<void> {
  await inTransaction(deps.db, async (tx) => {
    await queueSupportMessage(tx, deps, message, { isConfirmed });
    const { name, email, orderNumber: typedOrderNumber = '' } = message;
    const now = deps.now();
    const recent = await tx
      .select({ text: conversationMessages.text })
      .from(conversations)
      .innerJoin(conversationMessages, eq(conversationMessages.conversationId, conversations.id))
      .where(
        and(
          eq(conversations.email, email),
          isNull(conversations.orderId),
          gt(conversations.createdAt, new Date(now.getTime() - dayMs)),
        ),
      )
      .limit(maxPerAddress);
    const isRepeated = recent.some(({ text }) => text === message.message);
    if (isRepeated || recent.length === maxPerAddress) return;
    const id = newId('cnv');
    await tx
      .insert(conversations)
      .values({ id, name, email, typedOrderNumber, lastMessageAt: now, createdAt: now });
    await storeCustomerMessage(tx, id, message.message, now);
  });
}

/** Adds a message from an account to its conversation that is not closed, or starts one. */
export async function writeToStore(
  deps: SupportDeps,
  { userId, name, email }: Caller,
  { message, orderNumber = '' }: { message: string; orderNumber?: string | undefined },
): Promise<void> {
  await inTransaction(deps.db, async (tx) => {
    // Locked so that two first messages at once start one conversation.
    await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('no key update');
    const open = await findOpenConversation(tx, userId);
    const now = deps.now();
    const row = { id: newId('cnv'), userId, name, email, typedOrderNumber: orderNumber, lastMessageAt: now };
    const [conversation] = open
      ? [open]
      : await tx
          .insert(conversations)
          .values({ ...row, createdAt: now })
          .returning();
    if (!conversation) throw new Error('The conversation was not stored.');
    await addCustomerMessage(tx, deps, { ...conversation, name, email }, { text: message, orderNumber });
  });
}

async function findOpenConversation(tx: Tx, userId: string): Promise<ConversationRow | undefined> {
  const [row] = await tx
    .select()
    .from(conversations)
    .where(
      and(eq(conversations.userId, userId), isNull(conversations.orderId), ne(conversations.state, 'closed')),
    )
    .orderBy(desc(conversations.lastMessageAt))
    .limit(1)
    .for('update');
  return row;
}
