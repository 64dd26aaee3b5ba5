import { index, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { createdAt, id } from '../../platform/database/columns.ts';
import { users } from '../identity/identity.tables.ts';

/** Notes of staff on an account, deleted with it. */
export const customerNotes = pgTable(
  'customer_notes',
  {
    id: id(),
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    authorId: text('author_id').references(() => users.id, { onDelete: 'set null' }),
    text: text().notNull(),
    createdAt: createdAt(),
  },
  (t) => [index('customer_notes_of_user').on(t.userId, t.createdAt, t.id)],
);

/** Tags of an account in lowercase, deleted with it. */
export const customerTags = pgTable(
  'customer_tags',
  {
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    tag: text().notNull(),
    createdAt: createdAt(),
  },
  // By tag first: the filter of the list and the counts of all tags.
  (t) => [primaryKey({ columns: [t.tag, t.userId] }), index('customer_tags_of_user').on(t.userId, t.tag)],
);
