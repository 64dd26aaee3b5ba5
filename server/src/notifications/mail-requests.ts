import type { Cents } from '@reprise/contract/money';
import { paymentMethods } from '@reprise/contract/payments/payment-methods';
import { z } from 'zod';
import type { Tx } from '../platform/database/database.ts';
import { defineJob } from '../platform/jobs/define-job.ts';
import type { Jobs, OutboxJob } from '../platform/jobs/jobs.ts';
import { type OutgoingMail, storeOutgoingMail } from './outgoing-mails.ts';
import { disputeChanges, type MailContent, mailContent, securityNotices } from './templates/mail-content.ts';

const amount = z.custom<Cents>((value) => Number.isSafeInteger(value));

/** At most one mail per `eventKey`. */
const event = { eventKey: z.string() };

/** Facts that may change before the mail is sent; everything else is read from the order at that time. */
const orderMail = <Kind extends string>(kind: Kind) =>
  z.object({
    kind: z.literal(kind),
    ...event,
    orderId: z.string(),
    /** True if staff requested this mail: it is sent even when the store has turned its kind off. */
    asked: z.boolean().optional(),
    /** True if staff triggered the mail: it does not count against the mail budget. */
    byStaff: z.boolean().optional(),
    /** True if the mail was counted against the budget when it was queued. */
    isCounted: z.boolean().optional(),
  });

/** A mail with a one-time link, created from the token's id when the mail is sent. */
const tokenMail = <Kind extends string>(kind: Kind) =>
  z.object({ kind: z.literal(kind), ...event, tokenId: z.string() });

/** Job payload of a mail: ids and plain facts, never an address, name, link or token. */
const mailRequest = z.discriminatedUnion('kind', [
  orderMail('order-placed'),
  orderMail('order-paid'),
  orderMail('order-shipped'),
  orderMail('order-delivered'),
  orderMail('order-cancelled'),
  orderMail('order-edited').extend({ refund: amount.optional() }),
  orderMail('order-refunded').extend({ refund: amount, paymentMethod: z.enum(paymentMethods) }),
  tokenMail('password-reset'),
  tokenMail('invitation'),
  tokenMail('verify-email'),
  /** Sent as `email-in-use` when the address belongs to another account. */
  tokenMail('email-change'),
  tokenMail('sign-in-link'),
  z.object({ kind: z.literal('sign-in-attempts'), ...event, userId: z.string() }),
  z.object({
    kind: z.literal('security-notice'),
    ...event,
    userId: z.string(),
    notice: z.enum(securityNotices),
    detail: z.string().optional(),
    occurredAt: z.string(),
    /** Set for notices to the replaced address. */
    emailChangeId: z.string().optional(),
  }),
  z.object({ kind: z.literal('alert-set'), ...event, alertId: z.string() }),
  z.object({
    kind: z.literal('low-stock'),
    ...event,
    product: z.object({ name: z.string(), stockCount: z.number() }),
  }),
  z.object({
    kind: z.literal('unit-short'),
    ...event,
    short: z.object({ orderNumber: z.string(), name: z.string(), device: z.string() }),
  }),
  z.object({ kind: z.literal('new-order'), ...event, orderNumber: z.string() }),
  z.object({
    kind: z.literal('dispute'),
    ...event,
    disputeId: z.string(),
    change: z.enum(disputeChanges),
  }),
  /** Content stored in `outgoing_mails`, because it cannot be read from other tables. */
  z.object({
    kind: z.literal('stored'),
    ...event,
    outgoingMailId: z.string(),
    isCounted: z.boolean().optional(),
  }),
  tokenMail('privacy-request'),
]);
export type MailRequest = z.output<typeof mailRequest>;
export type OrderMailRequest = Extract<MailRequest, { orderId: string }>;

/** Load a mail's content and create its links when it is sent; return null when there is no recipient. */
export type MailReaders = {
  [Kind in MailRequest['kind']]: (
    request: Extract<MailRequest, { kind: Kind }>,
  ) => Promise<MailContent | null>;
};

/** Jobs queued by earlier releases contain the content itself. */
export const sendMail = defineJob('send-mail', z.union([mailRequest, mailContent]));

/** Queues a mail in the caller's transaction. */
export async function queueMail(tx: Tx, jobs: Pick<Jobs, 'enqueue'>, request: MailRequest): Promise<void> {
  await jobs.enqueue(tx, sendMail, request);
}

/** Queues a mail whose content cannot be read from other tables, and stores it until it is sent. */
export async function queueOutgoingMail(
  tx: Tx,
  jobs: Pick<Jobs, 'enqueue'>,
  mail: OutgoingMail,
  { isCounted }: { isCounted?: boolean } = {},
): Promise<void> {
  const outgoingMailId = await storeOutgoingMail(tx, mail);
  await queueMail(tx, jobs, { kind: 'stored', eventKey: mail.eventKey, outgoingMailId, isCounted });
}

/** Returns the job of a mail, for statements that insert it themselves. */
export function mailToOutbox(
  jobs: Pick<Jobs, 'toOutbox'>,
  request: MailRequest,
  options?: { delayMs?: number },
): OutboxJob | null {
  return jobs.toOutbox(sendMail, request, options);
}
