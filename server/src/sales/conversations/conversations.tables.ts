import { conversationStates } from '@reprise/contract/sales/conversations';
import { sql } from 'drizzle-orm';
import { boolean, check, index, pgTable, text } from 'drizzle-orm/pg-core';
import { users } from '../../people/identity/identity.tables.ts';
import { createdAt, id, timestamptz } from '../../platform/database/columns.ts';
import { orders } from '../orders/orders.tables.ts';

/** Messages between a customer and the store: one thread for an order, others from the contact form. */
export const conversations = pgTable(
  'conversations',
  {
    id: id(),
    orderId: text('order_id')
      .unique()
      .references(() => orders.id, { onDelete: 'cascade' }),
    /** Account that wrote; null for a guest and for an order, whose owner may change. */
    userId: text('user_id').references(() => users.id, { onDelete: 'cascade' }),
    name: text().notNull(),
    /** Address of the answers; those about an order go to the address of the order. */
    email: text().notNull(),
    typedOrderNumber: text('typed_order_number').notNull().default(''),
    state: text({ enum: conversationStates }).notNull().default('open'),
    isUnread: boolean('is_unread').notNull().default(true),
    lastMessageAt: timestamptz('last_message_at').notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    check('conversations_state', sql`${t.state} in ('open', 'answered', 'closed')`),
    index('conversations_newest').on(t.lastMessageAt, t.id),
    index('conversations_by_state').on(t.state, t.lastMessageAt, t.id),
    index('conversations_unread').on(t.id).where(sql`${t.isUnread}`),
    index('conversations_of_user').on(t.userId).where(sql`${t.userId} is not null`),
    // Messages of an address, for its limit and its erasure.
    index('conversations_of_email').on(t.email, t.createdAt),
  ],
);

export const conversationMessages = pgTable(
  'conversation_messages',
  {
    id: id(),
    conversationId: text('conversation_id')
      .notNull()
      .references(() => conversations.id, { onDelete: 'cascade' }),
    isFromStaff: boolean('is_from_staff').notNull().default(false),
    /** Colleague who answered; null for customers. */
    authorId: text('author_id').references(() => users.id, { onDelete: 'set null' }),
    text: text().notNull(),
    createdAt: createdAt(),
  },
  (t) => [index('conversation_messages_of_conversation').on(t.conversationId, t.createdAt, t.id)],
);
