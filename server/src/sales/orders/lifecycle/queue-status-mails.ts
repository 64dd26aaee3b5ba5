import { type OrderStatus, statusMailDelayMs } from '@reprise/contract/sales/orders/order-status';
import { and, inArray, not } from 'drizzle-orm';
import { queueMail, queueOutgoingMail, sendMail } from '../../../foundations/notifications/mail-requests.ts';
import { users } from '../../../people/identity/identity.tables.ts';
import type { Queryable, Tx } from '../../../platform/database/database.ts';
import type { Enqueue } from '../../../platform/jobs/define-job.ts';
import { findDelayedJob, withdrawDelayedJobs } from '../../../platform/jobs/job-outbox.ts';
import { type OrderRow, readOrder } from '../orders.queries.ts';

type StatusMail = {
  /** The order before the step. */
  order: OrderRow;
  to: OrderStatus;
  /** Id of the event in the timeline, so that each step sends one mail. */
  eventId: string;
  /** True if staff made the change: its mail does not count against the recipient's mail budget. */
  byStaff?: boolean | undefined;
  /** True if the personal data of the order is about to be erased. */
  isErasedNext: boolean;
};

const mailOf = {
  pending: undefined,
  processing: undefined,
  shipped: 'order-shipped',
  delivered: 'order-delivered',
  cancelled: 'order-cancelled',
} as const satisfies Record<OrderStatus, string | undefined>;

const isForward = (from: OrderStatus, to: OrderStatus) => from === 'shipped' && to === 'delivered';

const waitingMailOf = (orderId: string) => ({ orderId, unlessSetBack: true });

/** Returns when the mail about the order's last change of status leaves; null if none is waiting. */
export const findWaitingMail = (db: Queryable, orderId: string): Promise<Date | null> =>
  findDelayedJob(db, sendMail.name, waitingMailOf(orderId));

/** Returns true if the order no longer has the status of a mail. */
export function isSetBack(kind: string, { status }: { status: OrderStatus }): boolean {
  return mailOf[status] !== kind && !(kind === 'order-shipped' && status === 'delivered');
}

/**
 * Queues mails about the new status of locked orders, except to customers who turned them off. Withdraws the waiting mail
 * of a status that is set back.
 */
export async function queueStatusMails(
  tx: Tx,
  jobs: { enqueue: Enqueue },
  mails: StatusMail[],
): Promise<void> {
  const unwanted = await readUnwanted(tx, mails.filter(isDeliveryMail));
  for (const mail of mails) {
    const { id, email, userId, status: from } = mail.order;
    if (mailOf[from] && !isForward(from, mail.to)) {
      await withdrawDelayedJobs(tx, sendMail.name, waitingMailOf(id));
    }
    const isWanted = !isDeliveryMail(mail) || userId === null || !unwanted.has(userId);
    // An erased order has no recipient.
    if (email !== '' && isWanted) await queueStatusMail(tx, jobs, mail);
  }
}

const isDeliveryMail = ({ to }: StatusMail): boolean => to === 'shipped' || to === 'delivered';

/** Returns the customers who have turned delivery mails off; guests cannot turn them off. */
async function readUnwanted(tx: Tx, mails: StatusMail[]): Promise<Set<string>> {
  const ids = mails.flatMap(({ order: { userId, email } }) => (userId && email !== '' ? [userId] : []));
  if (ids.length === 0) return new Set();
  const hasTurnedOff = and(inArray(users.id, ids), not(users.deliveryEmails));
  const rows = await tx.select({ id: users.id }).from(users).where(hasTurnedOff);
  return new Set(rows.map(({ id }) => id));
}

async function queueStatusMail(
  tx: Tx,
  jobs: { enqueue: Enqueue },
  { order: { id: orderId, email }, to, eventId, byStaff = false, isErasedNext }: StatusMail,
): Promise<void> {
  const kind = mailOf[to];
  if (kind === undefined) return;
  const event = { kind, eventKey: `${kind}:${eventId}`, byStaff };
  if (!isErasedNext) {
    const delayMs = statusMailDelayMs;
    return queueMail(tx, jobs, { ...event, orderId, unlessSetBack: true }, { delayMs });
  }
  // The rendered order instead of its id, which the mail could not read any more.
  await queueOutgoingMail(tx, jobs, { ...event, to: email, order: await readOrder(tx, orderId) });
}
