import { sql } from 'drizzle-orm';
import { check, index, pgTable, text } from 'drizzle-orm/pg-core';
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
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    check('mails_state', sql`${t.state} in ('mailbox', 'sent', 'failed')`),
    index('mails_newest').on(t.createdAt, t.id),
  ],
);
