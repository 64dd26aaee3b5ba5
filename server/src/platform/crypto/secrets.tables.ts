import { pgTable, text } from 'drizzle-orm/pg-core';

/** Secrets the application made for itself, shared by all processes on this database. */
export const appSecrets = pgTable('app_secrets', {
  name: text('name').primaryKey(),
  value: text('value').notNull(),
});
