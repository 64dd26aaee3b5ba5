import { type FeedGap, feedKinds } from '@reprise/contract/catalog/feeds';
import { sql } from 'drizzle-orm';
import { boolean, check, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import { createdAt, timestamptz, updatedAt } from '../../platform/database/columns.ts';

/** Product feeds that were switched on once. */
export const productFeeds = pgTable(
  'product_feeds',
  {
    kind: text({ enum: feedKinds }).primaryKey(),
    enabled: boolean().notNull(),
    /** Time at which staff last asked for a file. */
    requestedAt: timestamptz('requested_at').notNull(),
    /** Time from which the next file is made; later than the present time while a process makes it. */
    dueAt: timestamptz('due_at').notNull(),
    /** Name of the present file in the storage; null before the first. */
    file: text(),
    madeAt: timestamptz('made_at'),
    productCount: integer('product_count').notNull().default(0),
    bytes: integer().notNull().default(0),
    leftOut: jsonb('left_out').$type<Partial<Record<FeedGap, number>>>().notNull().default({}),
    /** Reason for which the last attempt failed. */
    failure: text().notNull().default(''),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [check('product_feeds_file', sql`(${t.file} is null) = (${t.madeAt} is null)`)],
);
