import type { CallOutput } from '@reprise/contract/endpoint';
import {
  maxWebhooks,
  type Webhook,
  type WebhookDelivery,
  type webhookEndpoints,
} from '@reprise/contract/operations/webhooks/webhooks';
import { pageOf, paginationOf } from '@reprise/contract/paging';
import { Problem } from '@reprise/contract/problem';
import { and, asc, desc, eq, sql } from 'drizzle-orm';
import type { Queryable } from '../../platform/database/database.ts';
import { bodyOf } from './webhook-body.ts';
import { webhookDeliveries, webhookEvents, webhooks } from './webhooks.tables.ts';

type WebhookRow = typeof webhooks.$inferSelect;
type DeliveryPage = CallOutput<typeof webhookEndpoints.listWebhookDeliveries>;
type DeliveryQuery = {
  state?: WebhookDelivery['state'] | undefined;
  page?: number | undefined;
  limit?: number | undefined;
};

/** Waiting deliveries are counted up to here. */
const maxCounted = 10_000;

const waiting = sql<number>`(
  select count(*)::int from (
    select from ${webhookDeliveries}
    where ${webhookDeliveries.webhookId} = ${webhooks.id} and ${webhookDeliveries.state} = 'waiting'
    limit ${maxCounted}) counted)`;

export async function listWebhooks(db: Queryable): Promise<Webhook[]> {
  const rows = await db
    .select({ row: webhooks, waiting })
    .from(webhooks)
    .orderBy(asc(webhooks.createdAt), asc(webhooks.id))
    .limit(maxWebhooks);
  return rows.map((found) => toWebhook(found.row, found.waiting));
}

export async function findWebhook(db: Queryable, id: string): Promise<Webhook> {
  const [found] = await db.select({ row: webhooks, waiting }).from(webhooks).where(eq(webhooks.id, id));
  if (!found) throw webhookNotFound();
  return toWebhook(found.row, found.waiting);
}

export const webhookNotFound = () => new Problem('NOT_FOUND', 'This webhook no longer exists.');

function toWebhook(row: WebhookRow, waitingCount: number): Webhook {
  const { id, url, description, events, enabled, disabledReason, lastDeliveredAt, createdAt } = row;
  return {
    id,
    url,
    description,
    events,
    enabled,
    disabledReason,
    waiting: waitingCount,
    lastDeliveredAt: lastDeliveredAt?.toISOString() ?? null,
    createdAt: createdAt.toISOString(),
  };
}

export async function listDeliveries(
  db: Queryable,
  webhookId: string,
  { state, ...paging }: DeliveryQuery,
): Promise<DeliveryPage> {
  const { page, limit, offset } = pageOf(paging);
  const isListed = and(
    eq(webhookDeliveries.webhookId, webhookId),
    state && eq(webhookDeliveries.state, state),
  );
  const rows = await selectDeliveries(db)
    .where(isListed)
    .orderBy(desc(webhookDeliveries.position))
    .limit(limit)
    .offset(offset);
  const [counted] = await db
    .select({ total: sql<number>`count(*)::int` })
    .from(sql`(select from ${webhookDeliveries} where ${isListed} limit ${maxCounted}) counted`);
  return { deliveries: rows.map(toDelivery), pagination: paginationOf(page, limit, counted?.total ?? 0) };
}

export async function findDelivery(
  db: Queryable,
  webhookId: string,
  eventId: string,
): Promise<WebhookDelivery> {
  const [row] = await selectDeliveries(db).where(isDelivery(webhookId, eventId));
  if (!row) throw new Problem('NOT_FOUND', 'This delivery no longer exists.');
  return toDelivery(row);
}

/** SQL: the delivery of an event to a webhook. */
export const isDelivery = (webhookId: string, eventId: string) =>
  and(eq(webhookDeliveries.webhookId, webhookId), eq(webhookDeliveries.eventId, eventId));

function selectDeliveries(db: Queryable) {
  return db
    .select({ delivery: webhookDeliveries, event: webhookEvents })
    .from(webhookDeliveries)
    .innerJoin(webhookEvents, eq(webhookEvents.id, webhookDeliveries.eventId))
    .$dynamic();
}

type DeliveryRow = {
  delivery: typeof webhookDeliveries.$inferSelect;
  event: typeof webhookEvents.$inferSelect;
};

function toDelivery({ delivery, event }: DeliveryRow): WebhookDelivery {
  const { objectId, state, attempts, nextAttemptAt, status, failure, deliveredAt } = delivery;
  return {
    id: event.id,
    type: event.type,
    objectId,
    state,
    attempts,
    nextAttemptAt: state === 'waiting' ? nextAttemptAt.toISOString() : null,
    status,
    failure,
    createdAt: event.createdAt.toISOString(),
    deliveredAt: deliveredAt?.toISOString() ?? null,
    body: bodyOf(event),
  };
}
