import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';

/** SQL: a name as sort key in the order of Unicode, in which “äpfel” is beside “apple” and case decides last. */
export const byName = (name: SQLWrapper): SQL => sql`${name} collate "und-x-icu"`;
