import type { MailSummary } from '@reprise/contract/foundations/notifications/notifications';
import { Problem } from '@reprise/contract/problem';
import type { SendMail } from '@reprise/extension/send-mail';
import { eq } from 'drizzle-orm';
import type { Deps } from '../../deps.ts';
import { inTransaction } from '../../platform/database/database.ts';
import { newId } from '../../platform/database/new-id.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { readSettings } from '../settings/settings.queries.ts';
import { deliverMail, errorOf } from './deliver-mail.ts';
import { findMailRow, toSummary } from './mail.queries.ts';
import type { MailContent } from './mails/mail-registry.ts';
import { mails } from './notifications.tables.ts';

type ResendDeps = Pick<Deps, 'db' | 'environment' | 'now'>;

/** Sends a mail of the mailbox again unchanged; throws when the mail server rejects it. */
export async function resendMail(
  deps: ResendDeps,
  send: SendMail | null,
  id: string,
  actorId: string,
): Promise<MailSummary> {
  const row = await findMailRow(deps.db, id);
  if (row.containsSecret) {
    const message =
      'This mail contained a personal link and cannot be sent again. Request a new mail instead.';
    throw new Problem('MAIL_NOT_SENT', message);
  }
  if (!send)
    throw new Problem('MAIL_NOT_SENT', 'No mail server is configured, so mails stay in the mailbox.');
  const { storeName, storeEmail } = await readSettings(deps.db);
  const { recipient, subject, html, text, replyTo } = row;
  const from = { name: storeName, address: storeEmail };
  // A new message id, because mail servers discard duplicates.
  const eventKey = `${row.eventKey}:${newId('again')}`;
  try {
    await send({ eventKey, from, to: recipient, ...(replyTo && { replyTo }), subject, html, text });
  } catch (cause) {
    throw await recordFailure(deps, row.state === 'failed' ? id : null, cause);
  }
  return inTransaction(deps.db, async (tx) => {
    const sent = { state: 'sent' as const, error: null, updatedAt: deps.now() };
    const [updated] = await tx.update(mails).set(sent).where(eq(mails.id, id)).returning();
    if (!updated) throw new Problem('NOT_FOUND', 'Mail not found.');
    const { kind } = updated;
    await recordAudit(tx, { actorId, action: 'send mail again', subject: `mail ${id}`, after: { kind } });
    return toSummary(updated);
  });
}

/** Stores the error. A sent mail stays `sent` when resending fails. */
async function recordFailure({ db, now }: ResendDeps, id: string | null, cause: unknown): Promise<Problem> {
  const error = errorOf(cause);
  if (id) await db.update(mails).set({ error, updatedAt: now() }).where(eq(mails.id, id));
  return rejectedByServer(error);
}

/** Sends a test mail under its own event key. */
export async function sendTestMail(
  deps: ResendDeps,
  send: SendMail | null,
  request: MailContent,
  actorId: string,
): Promise<MailSummary> {
  const { eventKey } = request;
  try {
    await deliverMail(deps, send, request);
  } catch (cause) {
    throw rejectedByServer(errorOf(cause));
  }
  return inTransaction(deps.db, async (tx) => {
    const [row] = await tx.select().from(mails).where(eq(mails.eventKey, eventKey));
    if (!row) throw new Error('The test mail was not stored.');
    await recordAudit(tx, { actorId, action: 'send test mail', subject: `mail ${row.id}` });
    return toSummary(row);
  });
}

const rejectedByServer = (error: string) =>
  new Problem('MAIL_NOT_SENT', `The mail server rejected the mail: ${error}`);
