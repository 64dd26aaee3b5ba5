import { maxWebhooks, type Webhook, type WebhookInput } from '@reprise/contract/operations/webhooks/webhooks';
import { Problem } from '@reprise/contract/problem';
import { and, eq } from 'drizzle-orm';
import type { Deps } from '../../deps.ts';
import { recordAudit } from '../../foundations/audit/record-audit.ts';
import { queueOwnerNotices } from '../../foundations/notifications/security-notices.ts';
import { lockOwners } from '../../people/identity/staff-roles.ts';
import { encryptField } from '../../platform/crypto/encrypted-field.ts';
import { inTransaction, type Tx } from '../../platform/database/database.ts';
import { newId } from '../../platform/database/new-id.ts';
import { assertPublicUrl, InternalAddress } from '../../platform/http/public-request.ts';
import { retryUntil } from './retry-delay.ts';
import { findWebhook, webhookNotFound } from './webhook.queries.ts';
import { newWebhookSecret, secretPlace } from './webhook-secret.ts';
import { webhookDeliveries, webhooks } from './webhooks.tables.ts';

type ChangeDeps = Pick<Deps, 'db' | 'now' | 'secret' | 'jobs' | 'environment'>;

/** Adds a webhook and returns it with its secret, which is shown once. */
export async function createWebhook(
  deps: ChangeDeps,
  input: WebhookInput,
  actorId: string,
): Promise<{ webhook: Webhook; secret: string }> {
  await assertReachable(deps, input.url);
  const secret = newWebhookSecret();
  return inTransaction(deps.db, async (tx) => {
    await assertBelowLimit(tx);
    const id = newId('whk');
    const encrypted = encryptField(deps.secret, secretPlace(id), secret);
    const at = deps.now();
    await tx.insert(webhooks).values({ ...input, id, secret: encrypted, createdAt: at, updatedAt: at });
    await recordAudit(tx, {
      actorId,
      action: 'create webhook',
      subject: `webhook ${id}`,
      after: auditOf(input),
    });
    await noticeOwners(tx, deps, { id, url: input.url, actorId });
    return { webhook: await findWebhook(tx, id), secret };
  });
}

/** Throws for an address that no delivery would be sent to. */
async function assertReachable({ environment }: Pick<Deps, 'environment'>, url: string): Promise<void> {
  try {
    await assertPublicUrl(url, environment.webhookInternalHosts);
  } catch (error) {
    if (!(error instanceof InternalAddress)) throw error;
    const { message } = error;
    throw new Problem('VALIDATION_ERROR', message, { errors: [{ field: 'url', message }] });
  }
}

/** The lock keeps concurrent calls from exceeding the limit. */
async function assertBelowLimit(tx: Tx): Promise<void> {
  await lockOwners(tx);
  if ((await tx.$count(webhooks)) < maxWebhooks) return;
  throw new Problem('VALIDATION_ERROR', `The shop has ${maxWebhooks} webhooks. Delete one first.`);
}

/** Changes a webhook; what waits is due at once when it is switched on. */
export async function updateWebhook(
  deps: ChangeDeps,
  id: string,
  input: WebhookInput,
  actorId: string,
): Promise<Webhook> {
  const stored = await findWebhook(deps.db, id);
  if (stored.url !== input.url) await assertReachable(deps, input.url);
  return inTransaction(deps.db, async (tx) => {
    const before = await lockWebhook(tx, id);
    const at = deps.now();
    await tx
      .update(webhooks)
      .set({ ...input, disabledReason: '', updatedAt: at })
      .where(eq(webhooks.id, id));
    if (input.enabled && !before.enabled) await resend(tx, id, at);
    const isMoved = before.url !== input.url;
    await recordAudit(tx, {
      actorId,
      action: 'change webhook',
      subject: `webhook ${id}`,
      before: auditOf(before),
      after: { ...auditOf(input), ...(isMoved && { address: 'another' }) },
    });
    if (isMoved) await noticeOwners(tx, deps, { id, url: input.url, actorId });
    return findWebhook(tx, id);
  });
}

/** Makes the waiting deliveries due, for another three days. */
async function resend(tx: Tx, webhookId: string, at: Date): Promise<void> {
  await tx
    .update(webhookDeliveries)
    .set({ nextAttemptAt: at, retryUntil: retryUntil(at) })
    .where(and(eq(webhookDeliveries.webhookId, webhookId), eq(webhookDeliveries.state, 'waiting')));
}

export async function renewSecret(
  deps: ChangeDeps,
  id: string,
  actorId: string,
): Promise<{ webhook: Webhook; secret: string }> {
  const secret = newWebhookSecret();
  return inTransaction(deps.db, async (tx) => {
    await lockWebhook(tx, id);
    await tx
      .update(webhooks)
      .set({ secret: encryptField(deps.secret, secretPlace(id), secret), updatedAt: deps.now() })
      .where(eq(webhooks.id, id));
    await recordAudit(tx, { actorId, action: 'renew secret', subject: `webhook ${id}` });
    return { webhook: await findWebhook(tx, id), secret };
  });
}

export async function deleteWebhook(deps: ChangeDeps, id: string, actorId: string): Promise<void> {
  await inTransaction(deps.db, async (tx) => {
    const { url } = await lockWebhook(tx, id);
    await tx.delete(webhooks).where(eq(webhooks.id, id));
    await tx.delete(webhookDeliveries).where(eq(webhookDeliveries.webhookId, id));
    const before = { host: hostOf(url) };
    await recordAudit(tx, { actorId, action: 'delete webhook', subject: `webhook ${id}`, before });
  });
}

async function lockWebhook(tx: Tx, id: string) {
  const [row] = await tx.select().from(webhooks).where(eq(webhooks.id, id)).for('update');
  if (!row) throw webhookNotFound();
  return row;
}

const hostOf = (url: string) => new URL(url).host;

/** Returns what the audit log may tell: the path of an address is a secret at many receivers. */
function auditOf({ url, description, events, enabled }: WebhookInput) {
  return { host: hostOf(url), description, events, enabled };
}

/** A stolen session must not read the shop's events unnoticed. */
function noticeOwners(
  tx: Tx,
  deps: ChangeDeps,
  { id, url, actorId }: { id: string; url: string; actorId: string },
): Promise<void> {
  const facts = { notice: 'webhook-added', detail: hostOf(url), subject: id, actorId } as const;
  return queueOwnerNotices(tx, deps, facts, deps.now());
}

/** Switches a webhook off that an owner knows nothing about; returns false if it is off or deleted. */
export async function switchOffReported(tx: Tx, id: string): Promise<boolean> {
  const disabledReason = 'An owner reported it as added by somebody else.';
  const stopped = await tx
    .update(webhooks)
    .set({ enabled: false, disabledReason })
    .where(and(eq(webhooks.id, id), webhooks.enabled))
    .returning({ id: webhooks.id });
  return stopped.length > 0;
}
