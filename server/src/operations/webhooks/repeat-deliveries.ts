import type { WebhookDelivery } from '@reprise/contract/operations/webhooks/webhooks';
import type { Deps } from '../../deps.ts';
import { recordAudit } from '../../foundations/audit/record-audit.ts';
import { inTransaction } from '../../platform/database/database.ts';
import { newId } from '../../platform/database/new-id.ts';
import { retryUntil } from './retry-delay.ts';
import { findDelivery, findWebhook, isDelivery } from './webhook.queries.ts';
import { webhookDeliveries, webhookEvents } from './webhooks.tables.ts';

type RepeatDeps = Pick<Deps, 'db' | 'now'>;

/** Makes a delivery due again, under the id of its event, so that receivers recognize it. */
export async function repeatDelivery(
  { db, now }: RepeatDeps,
  webhookId: string,
  eventId: string,
  actorId: string,
): Promise<WebhookDelivery> {
  const at = now();
  return inTransaction(db, async (tx) => {
    await findDelivery(tx, webhookId, eventId);
    await tx
      .update(webhookDeliveries)
      .set({ state: 'waiting', nextAttemptAt: at, retryUntil: retryUntil(at) })
      .where(isDelivery(webhookId, eventId));
    const [action, subject] = ['repeat delivery', `webhook ${webhookId}`];
    await recordAudit(tx, { actorId, action, subject, after: { event: eventId } });
    return findDelivery(tx, webhookId, eventId);
  });
}

/** Queues a `webhook.test` event for one webhook, whatever it is subscribed to. */
export async function testWebhook({ db, now }: RepeatDeps, webhookId: string): Promise<WebhookDelivery> {
  const at = now();
  return inTransaction(db, async (tx) => {
    await findWebhook(tx, webhookId);
    const id = newId('evt');
    const [event] = await tx
      .insert(webhookEvents)
      .values({ id, type: 'webhook.test', objectId: id, data: { id: webhookId }, createdAt: at })
      .returning();
    if (!event) throw new Error('Could not insert the event.');
    await tx.insert(webhookDeliveries).values({
      webhookId,
      eventId: id,
      position: event.position,
      objectId: id,
      nextAttemptAt: at,
      retryUntil: retryUntil(at),
      createdAt: at,
    });
    return findDelivery(tx, webhookId, id);
  });
}
