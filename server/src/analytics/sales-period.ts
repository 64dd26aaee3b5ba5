import { type Cents, cents } from '@reprise/contract/money';
import { type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { orderItems, orders } from '../orders/orders.tables.ts';

export const defaultPeriod = 30;

const millisecondsPerDay = 24 * 3600 * 1000;

/** The days of a period in UTC, today last. */
export function daysOf(now: Date, period: number): string[] {
  return Array.from({ length: period }, (_, index) =>
    new Date(now.getTime() - (period - 1 - index) * millisecondsPerDay).toISOString().slice(0, 10),
  );
}

/** The start of a period that ends with today, in UTC. */
export function startOf(now: Date, period: number): Date {
  return new Date(`${daysOf(now, period)[0]}T00:00:00Z`);
}

/** The start of tomorrow, in UTC. */
export function endOfToday(now: Date): Date {
  return new Date(startOf(now, 1).getTime() + millisecondsPerDay);
}

/** Orders whose goods count as sold: anybody can place an order, so only those that were paid. */
export const isPaidSale = sql`${orders.status} <> 'cancelled' and ${orders.paymentStatus} in ('paid', 'partly-refunded', 'refunded')`;

/** A sum of cents; 0 where there is nothing to add. */
export const totalCents = (amount: SQL | PgColumn) =>
  sql<Cents>`coalesce(sum(${amount}), 0)::bigint`.mapWith((value) => cents(Number(value)));

export const lineCents = sql`${orderItems.unitPriceCents}::bigint * ${orderItems.quantity}`;
