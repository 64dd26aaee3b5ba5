import { eq, sql } from 'drizzle-orm';
import type { Db } from '../platform/database/database.ts';
import { newId } from '../platform/database/new-id.ts';
import { perHandle } from '../platform/database/prepared.ts';
import type { Deps } from '../platform/deps.ts';
import { toSettings } from '../settings/settings.queries.ts';
import { storeSettings } from '../settings/settings.tables.ts';
import { handToOperator } from './hand-to-operator.ts';
import { mails } from './notifications.tables.ts';
import type { SendMail } from './smtp-sender.ts';
import { type MailContent, secretOf } from './templates/mail-content.ts';
import { isWanted } from './templates/mail-rules.ts';
import { type RenderedMail, renderMail } from './templates/render-mail.ts';

type DeliveryDeps = Pick<Deps, 'db' | 'environment' | 'now'>;
type Delivery = { state: 'mailbox' | 'sent' | 'failed'; error: string | null };

/**
 * Writes the mail and sends it, once per event however often this runs: what is already in the mailbox or
 * sent is left alone. Without `send` the mail stays in the built-in mailbox. A failure is kept beside
 * the mail and thrown, so that the job is tried again.
 */
export async function deliverMail(
  deps: DeliveryDeps,
  send: SendMail | null,
  content: MailContent,
): Promise<void> {
  const { state, settings } = await readBeforeSending(deps.db, content.eventKey);
  if (state !== null && state !== 'failed') return;
  const asked = 'asked' in content && content.asked;
  if (!asked && !isWanted(content.kind, settings)) return;
  const mail = await renderMail(content, settings, deps.environment.publicUrl);
  if (!send) {
    if (secretOf(content) !== null) await handToOperator(deps, content, mail);
    return keep(deps, content, mail, { state: 'mailbox', error: null });
  }
  const from = { name: settings.storeName, address: settings.storeEmail };
  const replyTo = replyToOf(content);
  const oneClick = oneClickOf(content, deps.environment.publicUrl);
  try {
    const { eventKey, to } = content;
    await send({ eventKey, from, to, ...(replyTo && { replyTo }), ...(oneClick && { oneClick }), ...mail });
  } catch (cause) {
    await keep(deps, content, mail, { state: 'failed', error: errorOf(cause) });
    throw cause;
  }
  await keep(deps, content, mail, { state: 'sent', error: null });
}

/** What a mail server said, short enough for a list. */
export function errorOf(cause: unknown): string {
  return cause instanceof Error ? cause.message.slice(0, 500) : 'unknown';
}

function replyToOf(content: MailContent): string | null {
  return content.kind === 'support-message' ? content.from.email : null;
}

/** Where a mail program ends mails of this kind with one call; its own address beside the page's. */
function oneClickOf(content: MailContent, publicUrl: string): string | null {
  return content.kind === 'newsletter'
    ? `${publicUrl}/api/newsletter/unsubscribe/${secretOf(content)}`
    : null;
}

const beforeSending = perHandle((db) =>
  db
    .select({ state: mails.state, settings: storeSettings })
    .from(storeSettings)
    .leftJoin(mails, eq(mails.eventKey, sql.placeholder('eventKey')))
    .prepare('before a mail'),
);

/** What became of this mail so far, if anything, and the settings as they are now: one trip, as mails come by the hundred. */
async function readBeforeSending(db: Db, eventKey: string) {
  const [found] = await beforeSending(db).execute({ eventKey });
  if (!found) throw new Error('The store has no settings yet.');
  return { state: found.state, settings: toSettings(found.settings) };
}

async function keep(
  { db, now }: DeliveryDeps,
  content: MailContent,
  mail: RenderedMail,
  { state, error }: Delivery,
): Promise<void> {
  await keepMail(db).execute({
    id: newId('mal'),
    eventKey: content.eventKey,
    kind: content.kind,
    recipient: content.to,
    orderId: 'order' in content ? (content.order.id ?? null) : null,
    ...withoutSecret(content, mail),
    state,
    error,
    replyTo: replyToOf(content),
    heldSecret: secretOf(content) !== null,
    at: now(),
  });
}

const keepMail = perHandle((db) => {
  const given = sql.placeholder;
  return db
    .insert(mails)
    .values({
      id: given('id'),
      eventKey: given('eventKey'),
      kind: given('kind'),
      recipient: given('recipient'),
      orderId: given('orderId'),
      subject: given('subject'),
      html: given('html'),
      text: given('text'),
      state: given('state'),
      error: given('error'),
      replyTo: given('replyTo'),
      heldSecret: given('heldSecret'),
      createdAt: given('at'),
      updatedAt: given('at'),
    })
    .onConflictDoUpdate({
      target: mails.eventKey,
      set: {
        state: sql`excluded.state`,
        error: sql`excluded.error`,
        updatedAt: sql`excluded.updated_at`,
      },
      // A mail that is out is never marked as anything else.
      setWhere: eq(mails.state, 'failed'),
    })
    .prepare('keep mail');
});

/** Our copy is no way into anything: whoever reads the mailbox may not act for the recipient. */
function withoutSecret(content: MailContent, mail: RenderedMail): RenderedMail {
  const secret = secretOf(content);
  if (secret === null) return mail;
  const hide = (text: string) => text.replaceAll(secret, 'hidden');
  return { subject: mail.subject, html: hide(mail.html), text: hide(mail.text) };
}
