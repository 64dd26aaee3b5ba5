import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { Queryable } from '../../platform/database/database.ts';
import { storeSettings } from '../settings/settings.tables.ts';

// Days of lists, figures and exports begin at midnight in the store's time zone. The triggers of the daily stats read the
// same setting; see `recomputeDailyStats`.

const timeZone = sql`(select time_zone from ${storeSettings})`;

/** SQL: the calendar day of a time in the store's time zone. */
export const storeDay = (time: SQLWrapper): SQL => sql`(${time} at time zone ${timeZone})::date`;

/** SQL: the start of a calendar day ("2026-10-01", or SQL for a date) in the store's time zone. */
export const startOfStoreDay = (day: string | SQL): SQL =>
  sql`(${day}::date::timestamp at time zone ${timeZone})`;

/** SQL: a time, or the start of a calendar day. */
export const timeOf = (moment: Date | string): SQL =>
  typeof moment === 'string' ? startOfStoreDay(moment) : sql`${moment.toISOString()}::timestamptz`;

export async function readTimeZone(db: Queryable): Promise<string> {
  const [row] = await db.select({ timeZone: storeSettings.timeZone }).from(storeSettings);
  return row?.timeZone ?? 'UTC';
}
