import { sql } from 'drizzle-orm';
import { check, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import type { MailedDeal } from '../notifications/templates/mail-content.ts';
import { timestamptz } from '../platform/database/columns.ts';

/** The weekly mails of deals, each by its day: so none goes out twice. */
export const newsletterCampaigns = pgTable(
  'newsletter_editions',
  {
    /** A Thursday, as 2026-11-26. */
    day: text().primaryKey(),
    /** What it shows, as it was when it began to go out. */
    deals: jsonb().$type<MailedDeal[]>().notNull(),
    startedAt: timestamptz('started_at').notNull(),
    /** The last user whose mail was asked for: the others come in the order of their ids. */
    reachedId: text('reached_id').notNull().default(''),
    mails: integer().notNull().default(0),
    /** Every mail was asked for. */
    finishedAt: timestamptz('finished_at'),
  },
  (t) => [check('newsletter_editions_day', sql`${t.day} ~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}$'`)],
);
