import { z } from 'zod';
import type { Tx } from '../../platform/database/database.ts';
import { defineJob } from '../../platform/jobs/define-job.ts';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import {
  type MailContent,
  mailContent,
  type QueuedFacts,
  queuedFacts,
  type StoredContent,
} from './mails/mail-registry.ts';
import { storeOutgoingMail } from './outgoing-mails.ts';

/** Content stored in `outgoing_mails`, because it cannot be read from other tables. */
const storedRequest = z.object({
  kind: z.literal('stored'),
  eventKey: z.string(),
  outgoingMailId: z.string(),
  isCounted: z.boolean().optional(),
});

/** Job payload of a mail: ids and plain facts, never an address, name, link or token. */
export type MailRequest = QueuedFacts | z.output<typeof storedRequest>;
export type OrderMailRequest = Extract<QueuedFacts, { orderId: string }>;

/** Load a mail's content and create its links when it is sent; return null when there is no recipient. */
export type MailReaders = {
  [Kind in MailRequest['kind']]: (
    request: Extract<MailRequest, { kind: Kind }>,
  ) => Promise<MailContent | null>;
};

/** Jobs queued by earlier releases contain the content itself. */
export const sendMail = defineJob('send-mail', z.union([queuedFacts, storedRequest, mailContent]));

/** Queues a mail in the caller's transaction. */
export async function queueMail(
  tx: Tx,
  jobs: Pick<Jobs, 'enqueue'>,
  request: MailRequest,
  options?: { delayMs?: number },
): Promise<void> {
  await jobs.enqueue(tx, sendMail, request, options);
}

/** Queues a mail whose content cannot be read from other tables, and stores it until it is sent. */
export async function queueOutgoingMail(
  tx: Tx,
  jobs: Pick<Jobs, 'enqueue'>,
  mail: StoredContent,
  { isCounted }: { isCounted?: boolean } = {},
): Promise<void> {
  const outgoingMailId = await storeOutgoingMail(tx, mail);
  await queueMail(tx, jobs, { kind: 'stored', eventKey: mail.eventKey, outgoingMailId, isCounted });
}
