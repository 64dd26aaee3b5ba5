import { securityNotices as names } from '@reprise/contract/people/identity/security-notices';
import { index, pgTable, text } from 'drizzle-orm/pg-core';
import { users } from '../../people/identity/identity.tables.ts';
import { id, timestamptz } from '../../platform/database/columns.ts';

/** Notices mailed to a person. For seven days the link in the mail undoes, once, the change that the notice reports. */
export const securityNotices = pgTable(
  'security_notices',
  {
    id: id(),
    /** The recipient. */
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    notice: text({ enum: names }).notNull(),
    /** The id of the thing that was added or changed; its form depends on the notice. */
    subject: text(),
    /** The account that acted, which the link ends the access to; null for the command line. */
    actorId: text('actor_id'),
    occurredAt: timestamptz('occurred_at').notNull(),
    expiresAt: timestamptz('expires_at').notNull(),
    usedAt: timestamptz('used_at'),
  },
  (t) => [index('security_notices_of_user').on(t.userId)],
);
