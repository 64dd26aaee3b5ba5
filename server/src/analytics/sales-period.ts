import { type Cents, cents } from '@reprise/contract/money';
import { type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { dayMs } from '../platform/time.ts';

export const defaultPeriod = 30;

/** Returns the days of a period in UTC, today last. */
export function daysOf(now: Date, period: number): string[] {
  return Array.from({ length: period }, (_, index) =>
    new Date(now.getTime() - (period - 1 - index) * dayMs).toISOString().slice(0, 10),
  );
}

/** Returns the start of a period that ends with today, in UTC. */
export function startOf(now: Date, period: number): Date {
  return new Date(`${daysOf(now, period)[0]}T00:00:00Z`);
}

/** Returns the start of tomorrow, in UTC. */
export function endOfToday(now: Date): Date {
  return new Date(startOf(now, 1).getTime() + dayMs);
}

/** SQL sum of cents; 0 without rows. */
export const totalCents = (amount: SQL | PgColumn) =>
  sql<Cents>`coalesce(sum(${amount}), 0)::bigint`.mapWith((value) => cents(Number(value)));
