import { sql } from 'drizzle-orm';
import { boolean, check, index, json, pgTable, text } from 'drizzle-orm/pg-core';
import { createdAt, id, updatedAt } from '../platform/database/columns.ts';
import type { OutgoingMail } from './outgoing-mails.ts';

/** Every mail the shop wrote: the built-in mailbox. */
export const mails = pgTable(
  'mails',
  {
    id: id(),
    /** One mail per event, however often its job runs. */
    eventKey: text('event_key').notNull().unique(),
    kind: text().notNull(),
    recipient: text().notNull(),
    /** The order it is about; tells whose mail it is where nobody proved the address. */
    orderId: text('order_id'),
    subject: text().notNull(),
    html: text().notNull(),
    text: text().notNull(),
    state: text({ enum: ['mailbox', 'sent', 'failed'] }).notNull(),
    error: text(),
    /** Who is answered, where that is not the store. */
    replyTo: text('reply_to'),
    /** It held a link that acts for its recipient; what is kept here says "hidden" instead. */
    heldSecret: boolean('held_secret').notNull().default(false),
    searchText: text('search_text').notNull().generatedAlwaysAs(sql`lower(recipient || E'\\n' || subject)`),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    check('mails_state', sql`${t.state} in ('mailbox', 'sent', 'failed')`),
    index('mails_newest').on(t.createdAt, t.id),
    index('mails_of_kind').on(t.kind, t.createdAt, t.id),
    index('mails_in_state').on(t.state, t.createdAt, t.id),
    // How sending went last.
    index('mails_last_tried').on(t.state, t.updatedAt),
    // Erasing somebody, and the search.
    index('mails_to').on(t.recipient),
    index('mails_of_order').on(t.orderId).where(sql`${t.orderId} is not null`),
    index('mails_reply_to').on(t.replyTo).where(sql`${t.replyTo} is not null`),
    index('mails_search').using('gin', sql`${t.searchText} gin_trgm_ops`),
  ],
);

/** Mails on their way whose content no other table holds. A row goes when its mail is sent. */
export const outgoingMails = pgTable(
  'outgoing_mails',
  {
    id: id(),
    recipient: text().notNull(),
    /** The address that a visitor gave as theirs, where the mail is from a visitor. */
    sender: text(),
    content: json().$type<OutgoingMail>().notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    // Erasure of a person, and of what was never sent.
    index('outgoing_mails_to').on(t.recipient),
    index('outgoing_mails_from').on(t.sender).where(sql`${t.sender} is not null`),
    index('outgoing_mails_oldest').on(t.createdAt),
  ],
);
