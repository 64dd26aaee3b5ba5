import { createHash } from 'node:crypto';
import type { SupportMessage } from '@reprise/contract/foundations/notifications/notifications';
import type { Deps } from '../../deps.ts';
import type { Tx } from '../../platform/database/database.ts';
import { newId } from '../../platform/database/new-id.ts';
import { hourMs } from '../../platform/time.ts';
import { readSettings } from '../settings/settings.queries.ts';
import { queueOutgoingMail } from './mail-requests.ts';

/** Queues both mails of a message in the caller's transaction; `isConfirmed` is false if its sender gets another mail. */
export async function queueSupportMessage(
  tx: Tx,
  { jobs, now }: Pick<Deps, 'jobs' | 'now'>,
  { name, email, orderNumber, message }: SupportMessage,
  { isConfirmed = true }: { isConfirmed?: boolean } = {},
): Promise<void> {
  const { storeEmail } = await readSettings(tx);
  await queueOutgoingMail(tx, jobs, {
    kind: 'support-message',
    eventKey: newId('sup'),
    to: storeEmail,
    from: { name, email },
    orderNumber: orderNumber || null,
    message,
  });
  if (!isConfirmed) return;
  await queueOutgoingMail(tx, jobs, {
    kind: 'support-received',
    eventKey: oncePerHour(email, now()),
    to: email,
  });
}

/** Returns one event key per address and hour, so that the form cannot flood a mailbox. */
function oncePerHour(email: string, now: Date): string {
  const hour = Math.floor(now.getTime() / hourMs);
  return `support-received:${createHash('sha256').update(`${hour} ${email}`).digest('hex')}`;
}
