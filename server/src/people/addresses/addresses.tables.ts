import { countries } from '@reprise/contract/countries';
import { sql } from 'drizzle-orm';
import { boolean, index, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { createdAt, id } from '../../platform/database/columns.ts';
import { users } from '../identity/identity.tables.ts';

/** Saved shipping addresses; deleted with the account. */
export const addresses = pgTable(
  'addresses',
  {
    id: id(),
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    firstName: text('first_name').notNull(),
    lastName: text('last_name').notNull(),
    phone: text().notNull(),
    address: text().notNull(),
    address2: text().notNull().default(''),
    city: text().notNull(),
    state: text().notNull(),
    zipCode: text('zip_code').notNull(),
    country: text({ enum: countries }).notNull(),
    isDefault: boolean('is_default').notNull().default(false),
    createdAt: createdAt(),
  },
  (t) => [
    index('addresses_of_user').on(t.userId),
    uniqueIndex('addresses_one_default').on(t.userId).where(sql`${t.isDefault}`),
  ],
);
