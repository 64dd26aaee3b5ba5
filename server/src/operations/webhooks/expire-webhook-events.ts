import { sql } from 'drizzle-orm';
import { expireRows, type RetentionSteps } from '../../platform/database/retention-step.ts';
import { webhookDeliveries, webhookEvents } from './webhooks.tables.ts';

/** Events are kept this long, to be read and sent again. */
export const webhookKeptDays = 30;

/** Deletes old events with their deliveries, also those that wait for a webhook that stays switched off. */
export function expireWebhookEvents(before: string): RetentionSteps {
  return {
    'webhook deliveries': expireRows(
      (limit) => sql`delete from ${webhookDeliveries} where (webhook_id, event_id) in
        (select webhook_id, event_id from ${webhookDeliveries} where created_at < ${before} limit ${limit})`,
    ),
    'webhook events': expireRows(
      (limit) => sql`delete from ${webhookEvents} where id in
        (select id from ${webhookEvents} where created_at < ${before} limit ${limit})`,
    ),
  };
}
