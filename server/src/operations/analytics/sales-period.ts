import { type Cents, cents } from '@reprise/contract/money';
import { type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { storeDay, timeOf } from '../../foundations/settings/store-days.ts';
import { dayMs } from '../../platform/time.ts';

export const defaultPeriod = 30;

/** Returns the days of a period that ends with `today`. */
export function daysOf(today: string, period: number): string[] {
  const last = new Date(`${today}T00:00:00Z`).getTime();
  return Array.from({ length: period }, (_, index) =>
    new Date(last - (period - 1 - index) * dayMs).toISOString().slice(0, 10),
  );
}

/** SQL: first day of a period that ends with the current day of the store. */
export const firstDayOf = (now: Date, period: number): SQL =>
  sql`(${storeDay(timeOf(now))} - ${period - 1}::int)`;

/** SQL sum of cents; 0 without rows. */
export const totalCents = (amount: SQL | PgColumn) =>
  sql<Cents>`coalesce(sum(${amount}), 0)::bigint`.mapWith((value) => cents(Number(value)));
