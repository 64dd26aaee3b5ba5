import { eq } from 'drizzle-orm';
import type { Deps } from '../platform/deps.ts';
import { newId } from '../platform/new-id.ts';
import { readSettings } from '../settings/settings.queries.ts';
import { handToOperator } from './hand-to-operator.ts';
import { type MailRequest, secretOf } from './mail-requests.ts';
import { isWanted } from './mail-rules.ts';
import { mails } from './notifications.tables.ts';
import { type RenderedMail, renderMail } from './render-mail.ts';
import type { SendMail } from './smtp-sender.ts';

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
  request: MailRequest,
): Promise<void> {
  if (await isDelivered(deps, request.eventKey)) return;
  const settings = await readSettings(deps.db);
  const asked = 'asked' in request && request.asked;
  if (!asked && !isWanted(request.kind, settings)) return;
  const mail = await renderMail(request, settings, deps.environment.publicUrl);
  if (!send) {
    if (secretOf(request) !== null) await handToOperator(deps, request, mail);
    return keep(deps, request, mail, { state: 'mailbox', error: null });
  }
  const from = { name: settings.storeName, address: settings.storeEmail };
  const replyTo = replyToOf(request);
  const oneClick = oneClickOf(request, deps.environment.publicUrl);
  try {
    const { eventKey, to } = request;
    await send({ eventKey, from, to, ...(replyTo && { replyTo }), ...(oneClick && { oneClick }), ...mail });
  } catch (cause) {
    await keep(deps, request, mail, { state: 'failed', error: errorOf(cause) });
    throw cause;
  }
  await keep(deps, request, mail, { state: 'sent', error: null });
}

/** What a mail server said, short enough for a list. */
export function errorOf(cause: unknown): string {
  return cause instanceof Error ? cause.message.slice(0, 500) : 'unknown';
}

function replyToOf(request: MailRequest): string | null {
  return request.kind === 'support-message' ? request.from.email : null;
}

/** Where a mail program ends mails of this kind with one call; its own address beside the page's. */
function oneClickOf(request: MailRequest, publicUrl: string): string | null {
  return request.kind === 'newsletter'
    ? `${publicUrl}/api/newsletter/unsubscribe/${secretOf(request)}`
    : null;
}

async function isDelivered({ db }: DeliveryDeps, eventKey: string): Promise<boolean> {
  const [mail] = await db.select({ state: mails.state }).from(mails).where(eq(mails.eventKey, eventKey));
  return mail !== undefined && mail.state !== 'failed';
}

async function keep(
  { db, now }: DeliveryDeps,
  request: MailRequest,
  mail: RenderedMail,
  { state, error }: Delivery,
): Promise<void> {
  const at = now();
  const { subject, html, text } = withoutSecret(request, mail);
  await db
    .insert(mails)
    .values({
      id: newId('mal'),
      eventKey: request.eventKey,
      kind: request.kind,
      recipient: request.to,
      subject,
      html,
      text,
      state,
      error,
      replyTo: replyToOf(request),
      heldSecret: secretOf(request) !== null,
      createdAt: at,
      updatedAt: at,
    })
    .onConflictDoUpdate({
      target: mails.eventKey,
      set: { state, error, updatedAt: at },
      // A mail that is out is never marked as anything else.
      setWhere: eq(mails.state, 'failed'),
    });
}

/** Our copy is no way into anything: whoever reads the mailbox may not act for the recipient. */
function withoutSecret(request: MailRequest, mail: RenderedMail): RenderedMail {
  const secret = secretOf(request);
  if (secret === null) return mail;
  const hide = (text: string) => text.replaceAll(secret, 'hidden');
  return { subject: mail.subject, html: hide(mail.html), text: hide(mail.text) };
}
