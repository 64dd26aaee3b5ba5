import type { Permission } from '@reprise/contract/permissions';
import { date, index, integer, pgTable, text } from 'drizzle-orm/pg-core';
import { createdAt, id, timestamptz } from '../../../platform/database/columns.ts';
import { users } from '../identity.tables.ts';

/** Tokens of programs that call the API for a member of staff; stores only the hash of each. */
export const apiTokens = pgTable(
  'api_tokens',
  {
    id: id(),
    /** The maker, whose permissions bound those of the token. */
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    name: text().notNull(),
    token: text('token_hash').notNull().unique(),
    prefix: text().notNull(),
    permissions: text().array().$type<Permission[]>().notNull(),
    expiresAt: timestamptz('expires_at').notNull(),
    /** Written at most once a minute. */
    lastUsedAt: timestamptz('last_used_at'),
    /** Rows deleted by it on `deletedOn`. */
    deletions: integer().notNull().default(0),
    deletedOn: date('deleted_on'),
    createdAt: createdAt(),
  },
  // The tokens that end with their maker's role.
  (t) => [index('api_tokens_of_user').on(t.userId)],
);
