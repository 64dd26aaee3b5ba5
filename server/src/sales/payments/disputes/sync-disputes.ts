import { and, eq, inArray, not } from 'drizzle-orm';
import type Stripe from 'stripe';
import { queueMail } from '../../../foundations/notifications/mail-requests.ts';
import type { DisputeChange } from '../../../foundations/notifications/mails/dispute-mails.ts';
import { inTransaction } from '../../../platform/database/database.ts';
import { lockOrderRow } from '../../orders/orders.queries.ts';
import { findPayment, findStripePayment, type PaymentRow } from '../payments.queries.ts';
import { disputes, payments } from '../payments.tables.ts';
import { type StripeDispute, toDispute } from '../processors/stripe-disputes.ts';
import type { StripeProcessor } from '../processors/stripe-processor.ts';
import type { SettleDeps } from '../settle-payment.ts';
import { syncChargeback } from './record-chargeback.ts';

/**
 * Stores the dispute of an event as Stripe has it now, so that order and number of events do not matter. A restricted
 * key that may not read disputes falls back to the event, unless a newer state is stored.
 */
export async function syncDispute(
  deps: SettleDeps,
  processor: StripeProcessor,
  payment: PaymentRow,
  event: Stripe.Event,
): Promise<void> {
  const sent = event.data.object as Stripe.Dispute;
  const asOf = deps.now();
  const current = await processor.retrieveDispute(sent.id);
  if (current) await storeDispute(deps, payment, current, asOf);
  else await storeDispute(deps, payment, toDispute(sent), new Date(event.created * 1000));
}

const maxOpen = 100;

/** Syncs new and open disputes with Stripe, whose events may be missing or lost; returns the number that changed. */
export async function reconcileDisputes(
  deps: SettleDeps,
  processor: StripeProcessor,
  since: Date,
): Promise<number> {
  const asOf = deps.now();
  let changed = 0;
  const seen = new Set<string>();
  for await (const dispute of processor.listDisputes(since)) {
    seen.add(dispute.id);
    const payment = dispute.intentId ? await findStripePayment(deps.db, dispute.intentId) : undefined;
    if (payment && (await storeDispute(deps, payment, dispute, asOf))) changed++;
  }
  const open = await deps.db
    .select()
    .from(disputes)
    .where(inArray(disputes.status, ['needs-response', 'under-review']))
    .limit(maxOpen);
  for (const { id, paymentId } of open.filter((row) => !seen.has(row.id))) {
    const payment = await findPayment(deps.db, paymentId);
    const current = await processor.retrieveDispute(id);
    if (payment && current && (await storeDispute(deps, payment, current, asOf))) changed++;
  }
  return changed;
}

/** Stores a dispute and mails the store what changed; returns false when nothing did. */
async function storeDispute(
  { db, jobs, now }: SettleDeps,
  { id: paymentId, orderId }: PaymentRow,
  { intentId: _, ...dispute }: StripeDispute,
  asOf: Date,
): Promise<boolean> {
  return inTransaction(db, async (tx) => {
    // Serializes events of one dispute that arrive together.
    const order = await lockOrderRow(tx, orderId);
    if (!order) return false;
    const [before] = await tx.select().from(disputes).where(eq(disputes.id, dispute.id));
    if (before && before.asOf > asOf) return false;
    const row = { ...dispute, paymentId, orderId, asOf };
    if (before)
      await tx
        .update(disputes)
        .set(row)
        .where(and(eq(disputes.id, dispute.id)));
    else await tx.insert(disputes).values(row);
    const isDisputed = (await tx.$count(disputes, blocksRefunds(paymentId))) > 0;
    await tx.update(payments).set({ isDisputed }).where(eq(payments.id, paymentId));
    await syncChargeback(tx, order, row, now());
    const changes = changesOf(before, dispute);
    for (const change of changes) {
      const eventKey = `dispute:${dispute.id}:${change}:${asOf.getTime()}`;
      await queueMail(tx, jobs, { kind: 'dispute', eventKey, disputeId: dispute.id, change });
    }
    return changes.length > 0 || before?.status !== dispute.status;
  });
}

const blockingStatuses = ['needs-response', 'under-review', 'lost'] as const;

const blocksRefunds = (paymentId: string) =>
  and(
    eq(disputes.paymentId, paymentId),
    inArray(disputes.status, [...blockingStatuses]),
    not(disputes.isChargeRefundable),
  );

type State = Pick<typeof disputes.$inferSelect, 'status' | 'areFundsWithdrawn'>;

/** Returns the changes to mail to the store. The mail of a new dispute also says that its amount was withdrawn. */
function changesOf(before: State | undefined, after: State): DisputeChange[] {
  const isClosed = after.status === 'won' || after.status === 'lost' || after.status === 'closed';
  if (!before && !isClosed) return ['opened'];
  const changes: DisputeChange[] = [];
  if (isClosed && before?.status !== after.status) changes.push(after.status as DisputeChange);
  if (before && before.areFundsWithdrawn !== after.areFundsWithdrawn) {
    changes.push(after.areFundsWithdrawn ? 'withdrawn' : 'reinstated');
  }
  return changes;
}
