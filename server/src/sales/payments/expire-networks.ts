import { sql } from 'drizzle-orm';
import { expireRows, type RetentionSteps } from '../../platform/database/retention-step.ts';
import { payments } from './payments.tables.ts';

/** Clears the networks of payments from before a time. */
export function expirePaymentNetworks(before: string): RetentionSteps {
  return {
    'networks of payments': expireRows(
      (limit) => sql`update ${payments} set network = null where id in
        (select id from ${payments} where network is not null and created_at < ${before} limit ${limit})`,
    ),
  };
}
