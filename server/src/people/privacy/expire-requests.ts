import { sql } from 'drizzle-orm';
import { expireRows, type RetentionSteps } from '../../platform/database/retention-step.ts';
import { privacyRequests } from './privacy.tables.ts';

/** Deletes requests for data whose link has expired. */
export function expirePrivacyRequests(now: string): RetentionSteps {
  return {
    'requests for data': expireRows(
      (limit) => sql`delete from ${privacyRequests} where id in
        (select id from ${privacyRequests} where expires_at < ${now} limit ${limit})`,
    ),
  };
}
