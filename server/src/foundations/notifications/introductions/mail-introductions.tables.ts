import { introducedMails } from '@reprise/contract/foundations/notifications/mail-kinds';
import { pgTable, text } from 'drizzle-orm/pg-core';
import { updatedAt } from '../../../platform/database/columns.ts';

/** Introductions above the built-in text of mails; a mail without a row has none. */
export const mailIntroductions = pgTable('mail_introductions', {
  kind: text({ enum: introducedMails }).primaryKey(),
  text: text().notNull(),
  updatedAt: updatedAt(),
});
