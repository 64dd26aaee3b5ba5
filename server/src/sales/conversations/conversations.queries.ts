import type { CallInput, CallOutput } from '@reprise/contract/endpoint';
import { pageOf, paginationOf } from '@reprise/contract/paging';
import { Problem } from '@reprise/contract/problem';
import type {
  Conversation,
  ConversationMessage,
  conversationEndpoints,
  OwnConversation,
} from '@reprise/contract/sales/conversations';
import { and, desc, eq, inArray, isNotNull, or, type SQL, sql } from 'drizzle-orm';
import { storeSettings } from '../../foundations/settings/settings.tables.ts';
import { users } from '../../people/identity/identity.tables.ts';
import type { Queryable } from '../../platform/database/database.ts';
import { containsPattern } from '../../platform/database/like-pattern.ts';
import type { Caller } from '../../platform/http/endpoint.ts';
import { orders } from '../orders/orders.tables.ts';
import { conversationMessages, conversations } from './conversations.tables.ts';

type Query = NonNullable<CallInput<typeof conversationEndpoints.listConversations>['query']>;

const maxMessages = 200;
const maxOwnConversations = 20;
const maxUnreadCounted = 100;

export function conversationNotFound(): Problem {
  return new Problem('NOT_FOUND', 'This conversation does not exist.');
}

const lastMessage = sql<string>`coalesce((select left(text, 200) from ${conversationMessages}
  where conversation_id = ${conversations.id} order by created_at desc, id desc limit 1), '')`;

const columns = {
  id: conversations.id,
  state: conversations.state,
  isUnread: conversations.isUnread,
  name: conversations.name,
  email: sql<string>`coalesce(nullif(${orders.email}, ''), ${conversations.email})`,
  orderNumber: orders.orderNumber,
  typedOrderNumber: conversations.typedOrderNumber,
  userId: sql<string | null>`coalesce(${conversations.userId}, ${orders.userId})`,
  lastMessage,
  lastMessageAt: conversations.lastMessageAt,
};

/** Returns one page of conversations, latest message first. */
export async function listConversations(
  db: Queryable,
  query: Query,
): Promise<CallOutput<typeof conversationEndpoints.listConversations>> {
  const { page, limit, offset } = pageOf(query);
  const where = matching(query);
  const rows = await db
    .select(columns)
    .from(conversations)
    .leftJoin(orders, eq(orders.id, conversations.orderId))
    .where(where)
    .orderBy(desc(conversations.lastMessageAt), desc(conversations.id))
    .limit(limit)
    .offset(offset);
  const all = db
    .select({ one: sql`1`.as('one') })
    .from(conversations)
    .leftJoin(orders, eq(orders.id, conversations.orderId))
    .where(where)
    .as('matching');
  return {
    conversations: rows.map(toConversation),
    pagination: paginationOf(page, limit, await db.$count(all)),
  };
}

function matching({ search, state }: Query): SQL | undefined {
  const pattern = search ? containsPattern(search) : undefined;
  const isMatch = (text: SQL) => sql`lower(${text}) like ${pattern}`;
  return and(
    state && eq(conversations.state, state),
    pattern === undefined
      ? undefined
      : or(
          isMatch(sql`${conversations.name}`),
          isMatch(sql`${conversations.email}`),
          isMatch(sql`${conversations.typedOrderNumber}`),
          isMatch(sql`${orders.orderNumber}`),
        ),
  );
}

type ConversationColumns = Omit<Conversation, 'lastMessageAt'> & { lastMessageAt: Date };

function toConversation(row: ConversationColumns): Conversation {
  return { ...row, lastMessageAt: row.lastMessageAt.toISOString() };
}

export async function countUnread(db: Queryable): Promise<number> {
  const unread = db
    .select({ id: conversations.id })
    .from(conversations)
    .where(eq(conversations.isUnread, true))
    .limit(maxUnreadCounted)
    .as('unread');
  return db.$count(unread);
}

/** Returns a conversation for staff, with the names of colleagues. */
export async function readConversation(
  db: Queryable,
  id: string,
): Promise<CallOutput<typeof conversationEndpoints.getConversation>> {
  const [row] = await db
    .select(columns)
    .from(conversations)
    .leftJoin(orders, eq(orders.id, conversations.orderId))
    .where(eq(conversations.id, id));
  if (!row) throw conversationNotFound();
  const messages = await readMessages(db, eq(conversations.id, id));
  return { conversation: toConversation(row), messages: messages.map((message) => message.forStaff) };
}

/**
 * Returns the conversations of an account, those about its orders included, as the customer sees them. Answers to an
 * unconfirmed address are only mailed, because a stranger may have registered it.
 */
export async function listOwnConversations(
  db: Queryable,
  { userId, emailVerified: isConfirmed = false }: Pick<Caller, 'userId' | 'emailVerified'>,
): Promise<OwnConversation[]> {
  const rows = await db
    .select({ id: conversations.id, state: conversations.state, orderNumber: orders.orderNumber })
    .from(conversations)
    .leftJoin(orders, eq(orders.id, conversations.orderId))
    .where(belongsTo(userId))
    .orderBy(desc(conversations.lastMessageAt), desc(conversations.id))
    .limit(maxOwnConversations);
  if (rows.length === 0) return [];
  const ids = rows.map(({ id }) => id);
  const shown = and(inArray(conversations.id, ids), isShownTo(isConfirmed));
  const messages = await readMessages(db, shown, maxMessages * rows.length);
  const byConversation = Map.groupBy(messages, ({ conversationId }) => conversationId);
  return rows.map((row) => ({
    ...row,
    answersByEmail: !isConfirmed && row.orderNumber === null,
    messages: (byConversation.get(row.id) ?? []).slice(-maxMessages).map((message) => message.forCustomer),
  }));
}

/** SQL: conversation of the account or about one of its orders; the array makes the index on orders usable. */
const belongsTo = (userId: string): SQL =>
  sql`(${conversations.userId} = ${userId} or ${conversations.orderId} = any(array(
    select id from ${orders} where user_id = ${userId})))`;

/** SQL: the message is shown to its account; answers about no order need a confirmed address. */
const isShownTo = (isConfirmed: boolean): SQL | undefined =>
  isConfirmed ? undefined : or(eq(conversationMessages.isFromStaff, false), isNotNull(conversations.orderId));

/** Returns the conversation about an order; null without messages. */
export async function readOrderConversation(db: Queryable, orderId: string) {
  const [row] = await db
    .select({ id: conversations.id, state: conversations.state, isUnread: conversations.isUnread })
    .from(conversations)
    .where(eq(conversations.orderId, orderId));
  if (!row) return null;
  const messages = await readMessages(db, eq(conversations.id, row.id));
  return {
    ...row,
    messages: messages.map((message) => message.forStaff),
    messagesForCustomer: messages.map((message) => message.forCustomer),
  };
}

type ReadMessage = {
  conversationId: string;
  forStaff: ConversationMessage;
  forCustomer: ConversationMessage;
};

/** Returns the latest messages, oldest first. Customers see the store's name instead of the colleague's. */
async function readMessages(
  db: Queryable,
  where: SQL | undefined,
  limit = maxMessages,
): Promise<ReadMessage[]> {
  const rows = await db
    .select({
      id: conversationMessages.id,
      conversationId: conversationMessages.conversationId,
      text: conversationMessages.text,
      isFromStaff: conversationMessages.isFromStaff,
      customer: conversations.name,
      colleague: sql<string>`coalesce(${users.name}, 'Former colleague')`,
      store: sql<string>`(select store_name from ${storeSettings})`,
      createdAt: conversationMessages.createdAt,
    })
    .from(conversationMessages)
    .innerJoin(conversations, eq(conversations.id, conversationMessages.conversationId))
    .leftJoin(users, eq(users.id, conversationMessages.authorId))
    .where(where)
    .orderBy(desc(conversationMessages.createdAt), desc(conversationMessages.id))
    .limit(limit);
  return rows.reverse().map(({ conversationId, customer, colleague, store, createdAt, ...message }) => {
    const shared = { ...message, createdAt: createdAt.toISOString() };
    return {
      conversationId,
      forStaff: { ...shared, author: message.isFromStaff ? colleague : customer },
      forCustomer: { ...shared, author: message.isFromStaff ? store : customer },
    };
  });
}

/** Returns the messages of an account in both directions, for its copy of personal data. */
export function readMessagesOfUser(
  db: Queryable,
  userId: string,
  isConfirmed: boolean,
): Promise<WrittenMessage[]> {
  return readWritten(db, and(belongsTo(userId), isShownTo(isConfirmed)));
}

/** Returns the answers to a guest's address, for their copy of personal data. */
export function readAnswersTo(db: Queryable, email: string): Promise<WrittenMessage[]> {
  return readWritten(
    db,
    sql`${conversations.email} = ${email} and ${conversations.userId} is null and ${conversationMessages.isFromStaff}`,
  );
}

type WrittenMessage = { text: string; writtenAt: string };

const maxExported = 1000;

async function readWritten(db: Queryable, where: SQL | undefined): Promise<WrittenMessage[]> {
  const rows = await db
    .select({ text: conversationMessages.text, createdAt: conversationMessages.createdAt })
    .from(conversationMessages)
    .innerJoin(conversations, eq(conversations.id, conversationMessages.conversationId))
    .where(where)
    .orderBy(desc(conversationMessages.createdAt), desc(conversationMessages.id))
    .limit(maxExported);
  return rows.map(({ text, createdAt }) => ({ text, writtenAt: createdAt.toISOString() }));
}
