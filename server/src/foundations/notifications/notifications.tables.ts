import { sql } from 'drizzle-orm';
import { boolean, check, index, json, pgTable, text } from 'drizzle-orm/pg-core';
import { createdAt, id, updatedAt } from '../../platform/database/columns.ts';
import type { StoredContent } from './mails/mail-registry.ts';

/** All mails of the shop: the built-in mailbox. */
export const mails = pgTable(
  'mails',
  {
    id: id(),
    /** At most one mail per event, however often its job runs. */
    eventKey: text('event_key').notNull().unique(),
    kind: text().notNull(),
    recipient: text().notNull(),
    /** Order of the mail; determines its owner when the address is unverified. */
    orderId: text('order_id'),
    subject: text().notNull(),
    html: text().notNull(),
    text: text().notNull(),
    state: text({ enum: ['mailbox', 'sent', 'failed'] }).notNull(),
    error: text(),
    /** Reply-To address, when it is not the store's. */
    replyTo: text('reply_to'),
    /** True if the mail contained a link that acts for its recipient; the stored copy shows "hidden" instead. */
    containsSecret: boolean('contains_secret').notNull().default(false),
    searchText: text('search_text').notNull().generatedAlwaysAs(sql`lower(recipient || E'\\n' || subject)`),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    check('mails_state', sql`${t.state} in ('mailbox', 'sent', 'failed')`),
    index('mails_newest').on(t.createdAt, t.id),
    index('mails_of_kind').on(t.kind, t.createdAt, t.id),
    index('mails_in_state').on(t.state, t.createdAt, t.id),
    // Last success and failure.
    index('mails_last_tried').on(t.state, t.updatedAt),
    // Erasure, and the search.
    index('mails_to').on(t.recipient),
    index('mails_of_order').on(t.orderId).where(sql`${t.orderId} is not null`),
    index('mails_reply_to').on(t.replyTo).where(sql`${t.replyTo} is not null`),
    index('mails_search').using('gin', sql`${t.searchText} gin_trgm_ops`),
  ],
);

/** Queued mails whose content cannot be read from other tables. Rows are deleted when the mail is sent. */
export const outgoingMails = pgTable(
  'outgoing_mails',
  {
    id: id(),
    recipient: text().notNull(),
    /** Address a visitor entered as sender. */
    sender: text(),
    content: json().$type<StoredContent>().notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    // Erasure of personal data and of mails that were never sent.
    index('outgoing_mails_to').on(t.recipient),
    index('outgoing_mails_from').on(t.sender).where(sql`${t.sender} is not null`),
    index('outgoing_mails_oldest').on(t.createdAt),
  ],
);
