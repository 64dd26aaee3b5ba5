import { eq } from 'drizzle-orm';
import type { Deps } from '../platform/deps.ts';
import { newId } from '../platform/new-id.ts';
import { readSettings } from '../settings/settings.queries.ts';
import type { MailRequest } from './mail-requests.ts';
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
  if (!send) return keep(deps, request, mail, { state: 'mailbox', error: null });

  const from = { name: settings.storeName, address: settings.storeEmail };
  try {
    const replyTo = request.kind === 'support-message' ? request.from.email : undefined;
    await send({ eventKey: request.eventKey, from, to: request.to, ...(replyTo && { replyTo }), ...mail });
  } catch (cause) {
    const error = cause instanceof Error ? cause.message.slice(0, 500) : 'unknown';
    await keep(deps, request, withoutSecret(request, mail), { state: 'failed', error });
    throw cause;
  }
  await keep(deps, request, withoutSecret(request, mail), { state: 'sent', error: null });
}

async function isDelivered({ db }: DeliveryDeps, eventKey: string): Promise<boolean> {
  const [mail] = await db.select({ state: mails.state }).from(mails).where(eq(mails.eventKey, eventKey));
  return mail !== undefined && mail.state !== 'failed';
}

async function keep(
  { db, now }: DeliveryDeps,
  { eventKey, kind, to }: MailRequest,
  { subject, html, text }: RenderedMail,
  { state, error }: Delivery,
): Promise<void> {
  const at = now();
  await db
    .insert(mails)
    .values({
      id: newId('mal'),
      eventKey,
      kind,
      recipient: to,
      subject,
      html,
      text,
      state,
      error,
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

/** A mail that goes out keeps its link to itself: our copy is no way into somebody's account. */
function withoutSecret(request: MailRequest, mail: RenderedMail): RenderedMail {
  const link = secretLinkOf(request);
  if (link === undefined) return mail;
  const secret = link.slice(link.indexOf('#') + 1);
  const hide = (text: string) => text.replaceAll(secret, 'hidden');
  return { subject: mail.subject, html: hide(mail.html), text: hide(mail.text) };
}

function secretLinkOf(request: MailRequest): string | undefined {
  if (request.kind === 'password-reset' || request.kind === 'invitation') return request.link;
  return 'order' in request ? request.order.payLink : undefined;
}
