import { mailEncryptions } from '@reprise/contract/foundations/notifications/mail-server';
import { sql } from 'drizzle-orm';
import { check, integer, pgTable, text } from 'drizzle-orm/pg-core';
import { updatedAt } from '../../../platform/database/columns.ts';

/** Mail server set in the back office: at most one row. `SMTP_URL` takes precedence. */
export const mailServers = pgTable(
  'mail_servers',
  {
    id: integer().primaryKey().default(1),
    host: text().notNull(),
    port: integer().notNull(),
    encryption: text({ enum: mailEncryptions }).notNull(),
    userName: text('user_name'),
    passwordEncrypted: text('password_encrypted'),
    updatedAt: updatedAt(),
  },
  (t) => [check('mail_servers_one_row', sql`${t.id} = 1`)],
);
