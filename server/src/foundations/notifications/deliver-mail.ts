import type { SendMail } from '@reprise/extension/send-mail';
import { eq, sql } from 'drizzle-orm';
import type { Deps } from '../../deps.ts';
import type { Db } from '../../platform/database/database.ts';
import { newId } from '../../platform/database/new-id.ts';
import { perHandle } from '../../platform/database/prepared.ts';
import { toSettings, withoutPlaceholders } from '../settings/settings.queries.ts';
import { storeSettings } from '../settings/settings.tables.ts';
import { handToOperator } from './hand-to-operator.ts';
import { mailIntroductions } from './introductions/mail-introductions.tables.ts';
import { definitionOf, isEnabled, type MailContent, secretOf } from './mails/mail-registry.ts';
import { type RenderedMail, renderMail } from './mails/render-mail.ts';
import { mails } from './notifications.tables.ts';

type DeliveryDeps = Pick<Deps, 'db' | 'environment' | 'now'>;
type Delivery = { state: 'mailbox' | 'sent' | 'failed'; error: string | null };

/**
 * Renders and sends a mail once per event; skips mails already sent or in the mailbox. Without `send` the mail stays
 * in the built-in mailbox; a failure is stored with the mail and thrown, so that the job retries.
 */
export async function deliverMail(
  deps: DeliveryDeps,
  send: SendMail | null,
  content: MailContent,
): Promise<void> {
  const { state, settings, introduction } = await readBeforeSending(deps.db, content);
  if (state !== null && state !== 'failed') return;
  const isRequested = 'asked' in content && content.asked;
  if (!isRequested && !isEnabled(content.kind, settings)) return;
  const shown = await withoutPlaceholders(deps.db, settings);
  const mail = await renderMail(content, shown, deps.environment.publicUrl, introduction);
  if (!send) {
    if (secretOf(content) !== null) await handToOperator(deps, content, mail);
    return store(deps, content, mail, { state: 'mailbox', error: null });
  }
  const from = { name: settings.storeName, address: settings.storeEmail };
  const replyTo = replyToOf(content);
  const oneClick = oneClickOf(content, deps.environment.publicUrl);
  try {
    const { eventKey, to } = content;
    await send({ eventKey, from, to, ...(replyTo && { replyTo }), ...(oneClick && { oneClick }), ...mail });
  } catch (cause) {
    await store(deps, content, mail, { state: 'failed', error: errorOf(cause) });
    throw cause;
  }
  await store(deps, content, mail, { state: 'sent', error: null });
}

/** Returns the mail server's message, shortened for the list. */
export function errorOf(cause: unknown): string {
  return cause instanceof Error ? cause.message.slice(0, 500) : 'unknown';
}

function replyToOf(content: MailContent): string | null {
  return definitionOf(content.kind).replyTo?.(content) ?? null;
}

/** Returns the one-click unsubscribe URL (RFC 8058), which differs from the link in the mail. */
function oneClickOf(content: MailContent, publicUrl: string): string | null {
  return content.kind === 'newsletter'
    ? `${publicUrl}/api/newsletter/unsubscribe/${secretOf(content)}`
    : null;
}

const beforeSending = perHandle((db) =>
  db
    .select({ state: mails.state, settings: storeSettings, introduction: mailIntroductions.text })
    .from(storeSettings)
    .leftJoin(mails, eq(mails.eventKey, sql.placeholder('eventKey')))
    .leftJoin(mailIntroductions, sql`${mailIntroductions.kind} = ${sql.placeholder('kind')}`)
    .prepare('before a mail'),
);

/** Returns the mail's state, if it exists, its introduction and the current settings in one round trip. */
async function readBeforeSending(db: Db, { eventKey, kind }: MailContent) {
  const [row] = await beforeSending(db).execute({ eventKey, kind });
  if (!row) throw new Error('The store settings row is missing.');
  return { state: row.state, settings: toSettings(row.settings), introduction: row.introduction ?? '' };
}

async function store(
  { db, now }: DeliveryDeps,
  content: MailContent,
  mail: RenderedMail,
  { state, error }: Delivery,
): Promise<void> {
  await storeMail(db).execute({
    id: newId('mal'),
    eventKey: content.eventKey,
    kind: content.kind,
    recipient: content.to,
    orderId: 'order' in content ? (content.order.id ?? null) : null,
    ...withoutSecret(content, mail),
    state,
    error,
    replyTo: replyToOf(content),
    containsSecret: secretOf(content) !== null,
    at: now(),
  });
}

const storeMail = perHandle((db) => {
  const value = sql.placeholder;
  return db
    .insert(mails)
    .values({
      id: value('id'),
      eventKey: value('eventKey'),
      kind: value('kind'),
      recipient: value('recipient'),
      orderId: value('orderId'),
      subject: value('subject'),
      html: value('html'),
      text: value('text'),
      state: value('state'),
      error: value('error'),
      replyTo: value('replyTo'),
      containsSecret: value('containsSecret'),
      createdAt: value('at'),
      updatedAt: value('at'),
    })
    .onConflictDoUpdate({
      target: mails.eventKey,
      set: {
        state: sql`excluded.state`,
        error: sql`excluded.error`,
        updatedAt: sql`excluded.updated_at`,
      },
      // A sent mail never changes its state.
      setWhere: eq(mails.state, 'failed'),
    })
    .prepare('store mail');
});

/** Removes the secret from the stored copy: readers of the mailbox must not be able to act for the recipient. */
function withoutSecret(content: MailContent, mail: RenderedMail): RenderedMail {
  const secret = secretOf(content);
  if (secret === null) return mail;
  const hide = (text: string) => text.replaceAll(secret, 'hidden');
  return { subject: mail.subject, html: hide(mail.html), text: hide(mail.text) };
}
