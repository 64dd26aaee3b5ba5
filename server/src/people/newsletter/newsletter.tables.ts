import { sql } from 'drizzle-orm';
import { check, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import type { MailedDeal } from '../../foundations/notifications/mails/newsletter-mails.ts';
import { timestamptz } from '../../platform/database/columns.ts';

/** Weekly deal campaigns; the day as key prevents a second one. */
export const newsletterCampaigns = pgTable(
  'newsletter_campaigns',
  {
    /** Thursday, such as 2026-11-26. */
    day: text().primaryKey(),
    /** Deals at the start of the campaign. */
    deals: jsonb().$type<MailedDeal[]>().notNull(),
    startedAt: timestamptz('started_at').notNull(),
    /** Last user whose mail was queued; users are processed in id order. */
    reachedId: text('reached_id').notNull().default(''),
    mails: integer().notNull().default(0),
    /** Time at which the last mail was queued. */
    finishedAt: timestamptz('finished_at'),
  },
  (t) => [check('newsletter_campaigns_day', sql`${t.day} ~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}$'`)],
);
