import type { Cents } from '@reprise/contract/money';
import { paymentMethods } from '@reprise/contract/payments/payment-methods';
import { z } from 'zod';
import type { Tx } from '../platform/database/database.ts';
import { defineJob, type Jobs, type OutboxJob } from '../platform/jobs/jobs.ts';
import { type OutgoingMail, storeOutgoingMail } from './outgoing-mails.ts';
import { type MailContent, mailContent, securityNotices } from './templates/mail-content.ts';

const amount = z.custom<Cents>((value) => Number.isSafeInteger(value));

/** One mail per `eventKey`, however often it is requested. */
const event = { eventKey: z.string() };

/** Facts of the event that may have changed by the time the mail is sent; the rest is read from the order then. */
const orderMail = <Kind extends string>(kind: Kind) =>
  z.object({
    kind: z.literal(kind),
    ...event,
    orderId: z.string(),
    /** Staff requested this very mail: it is sent whatever mails the store has switched off. */
    asked: z.boolean().optional(),
    /** Staff caused the mail: it is not counted in the budget of its address. */
    byStaff: z.boolean().optional(),
    /** It was counted in the budget of its address when it was queued. */
    isCounted: z.boolean().optional(),
    /** The mail has a button to pay while the order is unpaid. */
    canPay: z.boolean().optional(),
  });

/** A mail with a link that works once; the link is made from the token's id when the mail is sent. */
const tokenMail = <Kind extends string>(kind: Kind) =>
  z.object({ kind: z.literal(kind), ...event, tokenId: z.string() });

/** What a job holds of a mail: ids and plain facts, never an address, a name, a link or a token. */
const mailRequest = z.discriminatedUnion('kind', [
  orderMail('order-placed'),
  orderMail('order-shipped'),
  orderMail('order-delivered'),
  orderMail('order-cancelled'),
  orderMail('order-refunded').extend({ refund: amount, paymentMethod: z.enum(paymentMethods) }),
  tokenMail('password-reset'),
  tokenMail('invitation'),
  tokenMail('verify-email'),
  /** Becomes `email-in-use` where the address belongs to another account. */
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
    /** Goes to the address that was replaced. */
    emailChangeId: z.string().optional(),
  }),
  z.object({ kind: z.literal('alert-set'), ...event, alertId: z.string() }),
  z.object({
    kind: z.literal('low-stock'),
    ...event,
    product: z.object({ name: z.string(), stockCount: z.number() }),
  }),
  /** The content is a row of `outgoing_mails`, because no other table holds it. */
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

/** Reads what a mail says and makes its links, when it is sent; null when there is nobody to write to any more. */
export type MailReaders = {
  [Kind in MailRequest['kind']]: (
    request: Extract<MailRequest, { kind: Kind }>,
  ) => Promise<MailContent | null>;
};

/** Jobs of earlier versions hold the content itself and are still delivered. */
export const sendMail = defineJob('send-mail', z.union([mailRequest, mailContent]));

/** Sends a mail once the caller's transaction commits, and never if it rolls back. */
export async function queueMail(tx: Tx, jobs: Pick<Jobs, 'enqueue'>, request: MailRequest): Promise<void> {
  await jobs.enqueue(tx, sendMail, request);
}

/** Queues a mail whose content no other table holds: it is stored until the mail is sent. */
export async function queueOutgoingMail(
  tx: Tx,
  jobs: Pick<Jobs, 'enqueue'>,
  mail: OutgoingMail,
  { isCounted }: { isCounted?: boolean } = {},
): Promise<void> {
  const outgoingMailId = await storeOutgoingMail(tx, mail);
  await queueMail(tx, jobs, { kind: 'stored', eventKey: mail.eventKey, outgoingMailId, isCounted });
}

/** The job of a mail, for a statement that inserts it itself. */
export function mailToOutbox(jobs: Pick<Jobs, 'toOutbox'>, request: MailRequest): OutboxJob | null {
  return jobs.toOutbox(sendMail, request);
}
