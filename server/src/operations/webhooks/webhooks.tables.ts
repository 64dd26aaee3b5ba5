import type { WebhookEventType } from '@reprise/contract/operations/webhooks/events';
import { deliveryStates } from '@reprise/contract/operations/webhooks/webhooks';
import { sql } from 'drizzle-orm';
import { bigint, boolean, index, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { createdAt, id, timestamptz, updatedAt } from '../../platform/database/columns.ts';

/** Address outside the shop that is told about events. */
export const webhooks = pgTable('webhooks', {
  id: id(),
  url: text().notNull(),
  description: text().notNull().default(''),
  events: text().array().$type<WebhookEventType[]>().notNull(),
  /** Signing secret, encrypted. */
  secret: text('secret_encrypted').notNull(),
  enabled: boolean().notNull().default(true),
  disabledReason: text('disabled_reason').notNull().default(''),
  lastDeliveredAt: timestamptz('last_delivered_at'),
  createdAt: createdAt(),
  updatedAt: updatedAt(),
});

/** Events that at least one webhook is told about; triggers of the tables they are about write them. */
export const webhookEvents = pgTable(
  'webhook_events',
  {
    id: id(),
    /** Order of the events of an object. */
    position: bigint({ mode: 'number' }).notNull().generatedAlwaysAsIdentity(),
    type: text().$type<WebhookEventType>().notNull(),
    objectId: text('object_id').notNull(),
    data: jsonb().notNull(),
    createdAt: createdAt(),
  },
  (t) => [index('webhook_events_by_age').on(t.createdAt)],
);

/**
 * An event on its way to a webhook. Its columns have no foreign keys: a webhook that is deleted meanwhile must not make
 * the transaction of an order fail.
 */
export const webhookDeliveries = pgTable(
  'webhook_deliveries',
  {
    webhookId: text('webhook_id').notNull(),
    eventId: text('event_id').notNull(),
    /** Those of the event. */
    position: bigint({ mode: 'number' }).notNull(),
    objectId: text('object_id').notNull(),
    state: text({ enum: deliveryStates }).notNull().default('waiting'),
    attempts: integer().notNull().default(0),
    /** Also the end of the lease of a running attempt. */
    nextAttemptAt: timestamptz('next_attempt_at').notNull().defaultNow(),
    /** A failure after it switches the webhook off. */
    retryUntil: timestamptz('retry_until').notNull(),
    status: integer(),
    failure: text().notNull().default(''),
    deliveredAt: timestamptz('delivered_at'),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.webhookId, t.eventId] }),
    // The waiting deliveries of an object, in order.
    index('webhook_deliveries_waiting')
      .on(t.webhookId, t.objectId, t.position)
      .where(sql`${t.state} = 'waiting'`),
    // Due deliveries of a webhook.
    index('webhook_deliveries_due').on(t.webhookId, t.nextAttemptAt).where(sql`${t.state} = 'waiting'`),
    // List of a webhook, newest first.
    index('webhook_deliveries_of_webhook').on(t.webhookId, t.position),
  ],
);
