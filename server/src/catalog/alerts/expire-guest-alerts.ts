import { sql } from 'drizzle-orm';
import { expireRows, type RetentionSteps } from '../../platform/database/retention-step.ts';
import { productAlerts } from './alerts.tables.ts';

/** Deletes guest alerts created before a time. */
export function expireGuestAlerts(before: string): RetentionSteps {
  return {
    'alerts of guests': expireRows(
      (limit) => sql`delete from ${productAlerts} where id in
        (select id from ${productAlerts} where user_id is null and created_at < ${before} limit ${limit})`,
    ),
  };
}
