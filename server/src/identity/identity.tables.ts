import { sql } from 'drizzle-orm';
import { boolean, check, index, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { createdAt, id, moment, updatedAt } from '../platform/columns.ts';

/** People who can sign in. `status` and `role` are checked on every request. */
export const users = pgTable(
  'users',
  {
    id: id(),
    name: text().notNull(),
    /** Always lower case. */
    email: text().notNull().unique(),
    emailVerified: boolean('email_verified').notNull().default(false),
    phone: text(),
    role: text({ enum: ['customer', 'admin'] })
      .notNull()
      .default('customer'),
    status: text({ enum: ['active', 'inactive', 'banned'] })
      .notNull()
      .default('active'),
    lastLoginAt: moment('last_login_at'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    check('users_role', sql`${t.role} in ('customer', 'admin')`),
    check('users_status', sql`${t.status} in ('active', 'inactive', 'banned')`),
    check('users_email_lower_case', sql`${t.email} = lower(${t.email})`),
    // The administrator's list, newest first.
    index('users_newest').on(t.createdAt, t.id),
  ],
);

/** One row per sign-in. The token itself is never stored, only its SHA-256. */
export const sessions = pgTable(
  'sessions',
  {
    id: id(),
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    token: text('token_hash').notNull().unique(),
    expiresAt: moment('expires_at').notNull(),
    /** Written at most once a minute; governs how long an administrator may be idle. */
    lastSeenAt: moment('last_seen_at').notNull().defaultNow(),
    ipAddress: text('ip_address'),
    userAgent: text('user_agent'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [index('sessions_of_user').on(t.userId)],
);

/** How a user proves who they are; today always a password. */
export const accounts = pgTable(
  'accounts',
  {
    id: id(),
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    accountId: text('account_id').notNull(),
    providerId: text('provider_id').notNull(),
    password: text(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [uniqueIndex('accounts_of_user').on(t.userId, t.providerId)],
);

/** Single-use proofs sent by mail, such as a password reset; only a hash of each is stored. */
export const verifications = pgTable(
  'verifications',
  {
    id: id(),
    identifier: text().notNull(),
    value: text().notNull(),
    expiresAt: moment('expires_at').notNull(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [index('verifications_by_identifier').on(t.identifier)],
);
