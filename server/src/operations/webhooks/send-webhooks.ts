import { setTimeout } from 'node:timers/promises';
import type { WebhookEventType } from '@reprise/contract/operations/webhooks/events';
import { webhookRetryHours } from '@reprise/contract/operations/webhooks/webhooks';
import { and, eq, gt, sql } from 'drizzle-orm';
import { Webhook } from 'standardwebhooks';
import type { Deps } from '../../deps.ts';
import { queueOwnerNotices } from '../../foundations/notifications/security-notices.ts';
import { decryptField } from '../../platform/crypto/encrypted-field.ts';
import type { Keyring } from '../../platform/crypto/keyring.ts';
import { inTransaction, type Tx } from '../../platform/database/database.ts';
import { InternalAddress } from '../../platform/http/public-request.ts';
import { minuteMs, secondMs } from '../../platform/time.ts';
import { postWebhook } from './post-webhook.ts';
import { retryDelay } from './retry-delay.ts';
import { isDelivery } from './webhook.queries.ts';
import { bodyOf } from './webhook-body.ts';
import { secretPlace } from './webhook-secret.ts';
import { webhookDeliveries, webhookEvents, webhooks } from './webhooks.tables.ts';

export type WebhookSender = { send: () => Promise<void>; idle: () => Promise<void> };
type SenderDeps = Pick<Deps, 'db' | 'now' | 'secret' | 'environment' | 'log' | 'jobs'>;

/** Attempts of one webhook at a time: one that hangs delays no other. */
const atOnce = 4;
const maxRunMs = 5 * secondMs;
/** Longer than an attempt; when a process is killed, another one repeats the attempt after it. */
const leaseMs = minuteMs;

type Claimed = {
  webhook_id: string;
  event_id: string;
  object_id: string;
  /** A bigint, which the driver returns as text. */
  position: string;
  attempts: number;
  retry_until: string;
  url: string;
  secret: string;
  type: WebhookEventType;
  data: object;
  event_at: string;
};

/**
 * Returns a task that starts the due deliveries and does not wait for them, and one that waits. A delivery is at least
 * once: a process that is killed after the answer sends it again.
 */
export function createWebhookSender(deps: SenderDeps): WebhookSender {
  const running = new Map<string, Set<Promise<void>>>();
  const allRunning = () => [...running.values()].flatMap((attempts) => [...attempts]);
  const start = (claimed: Claimed) => {
    const attempts = running.get(claimed.webhook_id) ?? new Set();
    running.set(claimed.webhook_id, attempts);
    const attempt = deliver(deps, claimed)
      .catch((error: unknown) => deps.log.error({ err: error }, 'could not record a webhook delivery'))
      .finally(() => attempts.delete(attempt));
    attempts.add(attempt);
  };
  return {
    send: async () => {
      // Ends before long, so that a shop with a backlog can stop.
      for (const endsAt = performance.now() + maxRunMs; performance.now() < endsAt; ) {
        const busy = [...running].filter(([, attempts]) => attempts.size >= atOnce).map(([id]) => id);
        const claimed = await claimDue(deps, busy);
        for (const delivery of claimed) start(delivery);
        if (allRunning().length === 0) return;
        // One that ends makes room for the next; one that hangs delays no other webhook.
        await Promise.race([...allRunning(), setTimeout(secondMs)]);
      }
    },
    idle: async () => {
      await Promise.all(allRunning());
    },
  };
}

/**
 * Claims due deliveries, up to four of each webhook that is not busy. Each is the first of its object that waits, which is
 * read rather than compared with the others: before statistics exist, the planner would compare it with all. The walk
 * along the index ends at the fourth. Materialized, since the planner would else repeat the walk for each delivery.
 */
async function claimDue({ db, now }: SenderDeps, busy: string[]): Promise<Claimed[]> {
  const at = sql`${now().toISOString()}::timestamptz`;
  const { rows } = await db.execute<Claimed>(sql`
    with due as materialized (
      select first.webhook_id, first.event_id from ${webhooks} w cross join lateral (
        select d.webhook_id, d.event_id from ${webhookDeliveries} d
        where d.webhook_id = w.id and d.state = 'waiting' and d.next_attempt_at <= ${at} and d.position = (
          select earlier.position from ${webhookDeliveries} earlier
          where earlier.webhook_id = d.webhook_id and earlier.object_id = d.object_id and earlier.state = 'waiting'
          order by earlier.position limit 1)
        order by d.next_attempt_at limit ${atOnce}) first
      where w.enabled and w.id <> all(${sql.param(busy)}::text[])
    ), locked as (
      select d.webhook_id, d.event_id from ${webhookDeliveries} d join due using (webhook_id, event_id)
      where d.state = 'waiting' and d.next_attempt_at <= ${at} for update of d skip locked
    )
    update ${webhookDeliveries} d
    set attempts = d.attempts + 1, next_attempt_at = ${at} + ${leaseMs} * interval '1 millisecond'
    from locked, ${webhooks} w, ${webhookEvents} e
    where d.webhook_id = locked.webhook_id and d.event_id = locked.event_id and w.id = d.webhook_id and e.id = d.event_id
    returning d.webhook_id, d.event_id, d.object_id, d.position, d.attempts, d.retry_until, w.url,
      w.secret_encrypted as secret, e.type, e.data, e.created_at as event_at`);
  return rows;
}

async function deliver(deps: SenderDeps, claimed: Claimed): Promise<void> {
  const { status, failure } = await attempt(deps, claimed);
  if (failure === '') await recordSuccess(deps, claimed, status);
  else await recordFailure(deps, claimed, status, failure);
}

async function attempt({ now, secret, environment }: SenderDeps, claimed: Claimed) {
  const signer = signerOf(secret, claimed);
  if (!signer) return { status: null, failure: 'The keys of this shop cannot read the secret. Renew it.' };
  const body = bodyOf({ type: claimed.type, createdAt: new Date(claimed.event_at), data: claimed.data });
  const sentAt = now();
  try {
    const status = await postWebhook(
      {
        url: claimed.url,
        body,
        headers: {
          'content-type': 'application/json',
          'user-agent': 'Reprise-Webhooks/1',
          'webhook-id': claimed.event_id,
          'webhook-timestamp': String(Math.floor(sentAt.getTime() / 1000)),
          'webhook-signature': signer.sign(claimed.event_id, sentAt, body),
        },
      },
      environment.webhookInternalHosts,
    );
    const isDelivered = status >= 200 && status < 300;
    return { status, failure: isDelivered ? '' : `The receiver answered ${status}.` };
  } catch (error) {
    return { status: null, failure: reasonOf(error) };
  }
}

/** Returns null if no key of the shop decrypts the secret, for example after a restore with other keys. */
function signerOf(keyring: Keyring, { webhook_id, secret }: Claimed): Webhook | null {
  try {
    return new Webhook(decryptField(keyring, secretPlace(webhook_id), secret));
  } catch {
    return null;
  }
}

function reasonOf(error: unknown): string {
  if (error instanceof InternalAddress) return error.message;
  if (error instanceof Error && error.name === 'TimeoutError') return 'No answer within 15 seconds.';
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return code ? `No connection: ${code}.` : 'No connection.';
}

/**
 * Records the delivery and makes the next one of its object due, both at once: as soon as the delivery is seen, the next
 * one can be claimed, and making it due then would have it sent twice.
 */
async function recordSuccess(
  { db, now }: SenderDeps,
  claimed: Claimed,
  status: number | null,
): Promise<void> {
  const { webhook_id, event_id } = claimed;
  const at = now();
  await inTransaction(db, async (tx) => {
    await tx
      .update(webhookDeliveries)
      .set({ state: 'delivered', deliveredAt: at, status, failure: '' })
      .where(isDelivery(webhook_id, event_id));
    const next = sql`(select min(position) from ${webhookDeliveries} where ${isLater(claimed)})`;
    await tx
      .update(webhookDeliveries)
      .set({ nextAttemptAt: at })
      .where(and(isLater(claimed), sql`${webhookDeliveries.position} = ${next}`));
  });
  await db
    .update(webhooks)
    .set({ lastDeliveredAt: at })
    .where(
      and(
        eq(webhooks.id, webhook_id),
        sql`${webhooks.lastDeliveredAt} is distinct from ${at.toISOString()}::timestamptz`,
      ),
    );
}

/**
 * Plans the next attempt, before which no later delivery of the object is due; switches the webhook off if the delivery
 * has failed for three days.
 */
async function recordFailure(
  deps: SenderDeps,
  claimed: Claimed,
  status: number | null,
  failure: string,
): Promise<void> {
  const { webhook_id, event_id, attempts, retry_until } = claimed;
  const at = deps.now();
  const nextAttemptAt = new Date(at.getTime() + retryDelay(attempts));
  const isOver = at.getTime() >= new Date(retry_until).getTime();
  await inTransaction(deps.db, async (tx) => {
    await tx
      .update(webhookDeliveries)
      .set({ status, failure, nextAttemptAt })
      .where(isDelivery(webhook_id, event_id));
    await tx.update(webhookDeliveries).set({ nextAttemptAt }).where(isLater(claimed));
    if (isOver) await switchOff(tx, deps, webhook_id, failure);
  });
}

/** Switches the webhook off, once, and mails the owners. What waits is sent when it is switched on again. */
async function switchOff(tx: Tx, deps: SenderDeps, id: string, failure: string): Promise<void> {
  const [stopped] = await tx
    .update(webhooks)
    .set({
      enabled: false,
      disabledReason: `A delivery failed for ${webhookRetryHours / 24} days. ${failure}`,
    })
    .where(and(eq(webhooks.id, id), webhooks.enabled))
    .returning();
  if (!stopped) return;
  const detail = new URL(stopped.url).host;
  await queueOwnerNotices(tx, deps, { notice: 'webhook-stopped', detail, actorId: null }, deps.now());
}

/** Waiting deliveries of the same object after this one. */
const isLater = ({ webhook_id, object_id, position }: Claimed) =>
  and(
    eq(webhookDeliveries.webhookId, webhook_id),
    eq(webhookDeliveries.objectId, object_id),
    eq(webhookDeliveries.state, 'waiting'),
    gt(webhookDeliveries.position, Number(position)),
  );
