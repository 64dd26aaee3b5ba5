import type { Cents } from '@reprise/contract/money';
import { bigint, integer, text, timestamp } from 'drizzle-orm/pg-core';

/** The primary key, made by `newId`. */
export const id = () => text('id').primaryKey();

/** An amount in cents, up to 21 million dollars. */
export const cents = (name: string) => integer(name).$type<Cents>();

/** A sum in cents that may outgrow `cents`. */
export const bigCents = (name: string) => bigint(name, { mode: 'number' }).$type<Cents>();

/** A timestamptz, kept to the millisecond as JavaScript knows it. */
export const timestamptz = (name: string) =>
  timestamp(name, { withTimezone: true, precision: 3, mode: 'date' });

export const createdAt = () => timestamptz('created_at').notNull().defaultNow();

/** Set on insert; Drizzle sets it again on every update. */
export const updatedAt = () =>
  timestamptz('updated_at')
    .notNull()
    .defaultNow()
    .$onUpdate(() => new Date());
