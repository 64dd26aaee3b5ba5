import { sql } from 'drizzle-orm';
import { expireRows, type RetentionSteps } from '../../platform/database/retention-step.ts';
import { mails, outgoingMails } from './notifications.tables.ts';
import { securityNotices } from './security-notices.tables.ts';

/** Deletes stored and queued mails from before a time, and notices whose links have expired. */
export function expireMails(before: string, now: string): RetentionSteps {
  return {
    mails: expireRows(
      (limit) => sql`delete from ${mails} where id in
        (select id from ${mails} where created_at < ${before} order by created_at limit ${limit})`,
    ),
    'unsent mails': expireRows(
      (limit) => sql`delete from ${outgoingMails} where id in
        (select id from ${outgoingMails} where created_at < ${before} order by created_at limit ${limit})`,
    ),
    'security notices': expireRows(
      (limit) => sql`delete from ${securityNotices} where id in
        (select id from ${securityNotices} where expires_at < ${now} limit ${limit})`,
    ),
  };
}
