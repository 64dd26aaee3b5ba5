import { sql } from 'drizzle-orm';
import { boolean, check, index, pgTable, text } from 'drizzle-orm/pg-core';
import { createdAt, id, updatedAt } from '../platform/columns.ts';

/** Every mail the shop wrote: the built-in mailbox. */
export const mails = pgTable(
  'mails',
  {
    id: id(),
    /** One mail per event, however often its job runs. */
    eventKey: text('event_key').notNull().unique(),
    kind: text().notNull(),
    recipient: text().notNull(),
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
    index('mails_search').using('gin', sql`${t.searchText} gin_trgm_ops`),
  ],
);
