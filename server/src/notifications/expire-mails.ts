import { sql } from 'drizzle-orm';
import { expireRows, type RetentionSteps } from '../platform/database/retention-step.ts';
import { mails, outgoingMails } from './notifications.tables.ts';

/** Deletes stored and queued mails from before a time. */
export function expireMails(before: string): RetentionSteps {
  return {
    mails: expireRows(
      (limit) => sql`delete from ${mails} where id in
        (select id from ${mails} where created_at < ${before} order by created_at limit ${limit})`,
    ),
    'unsent mails': expireRows(
      (limit) => sql`delete from ${outgoingMails} where id in
        (select id from ${outgoingMails} where created_at < ${before} order by created_at limit ${limit})`,
    ),
  };
}
