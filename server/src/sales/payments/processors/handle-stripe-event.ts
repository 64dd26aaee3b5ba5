import { Problem } from '@reprise/contract/problem';
import { eq } from 'drizzle-orm';
import type Stripe from 'stripe';
import { inTransaction, type Queryable, type Tx } from '../../../platform/database/database.ts';
import { findOrderRow } from '../../orders/orders.queries.ts';
import { recordDiscrepancy } from '../discrepancies.ts';
import { syncDispute } from '../disputes/sync-disputes.ts';
import { endPayment } from '../end-payment.ts';
import type { PaymentLimits } from '../payment-limits.ts';
import { findStripePayment, type PaymentRow } from '../payments.queries.ts';
import { stripeEvents } from '../payments.tables.ts';
import { syncRefunds } from '../refunds/sync-refunds.ts';
import { type SettleDeps, type SettlementOutcome, settlePayment } from '../settle-payment.ts';
import { type ProcessorDeps, stripeInUse } from './processors.ts';
import type { StripeProcessor } from './stripe-processor.ts';

type EventDeps = SettleDeps & ProcessorDeps & { limits: PaymentLimits };

/**
 * Handles a Stripe event. The event only names the payment; its state is retrieved from Stripe, so order, age and
 * number of events do not matter. An event counts as received once its effect is committed; on any failure Stripe
 * resends it.
 */
export async function handleStripeEvent(
  deps: EventDeps,
  { body, signature }: { body: Buffer; signature: string },
): Promise<void> {
  const stripe = await stripeInUse(deps);
  if (!stripe) throw new Problem('UNKNOWN_PAYMENT', 'No payment keys are set.');
  const event = await readEvent(stripe.processor, body, signature, stripe.keys.webhookSecret);
  if (await wasReceived(deps.db, event.id)) return;
  try {
    await applyEvent(deps, stripe.processor, event);
  } catch (error) {
    if (!(error instanceof AlreadyReceived)) throw error;
  }
}

async function readEvent(
  processor: StripeProcessor,
  body: Buffer,
  signature: string,
  secret: string,
): Promise<Stripe.Event> {
  try {
    return await processor.readEvent(body, signature, secret);
  } catch (cause) {
    throw new Problem('VALIDATION_ERROR', 'The signature is invalid or expired.', { cause });
  }
}

async function applyEvent(deps: EventDeps, processor: StripeProcessor, event: Stripe.Event): Promise<void> {
  if (event.livemode !== processor.livemode) return recordWrongMode(deps, event);
  const intentId = intentOf(event);
  const intent = intentId === null ? null : await processor.retrieveIntent(intentId);
  const received = (tx: Tx) => recordEvent(tx, event, intentId, deps.now());
  if (intentId === null) return inTransaction(deps.db, received);
  const payment = await findStripePayment(deps.db, intentId);
  if (!payment) {
    // Ignore payments of other programs on the same Stripe account, and own payments that were cancelled before they
    // were stored: no money moved.
    if (intent && (intent.orderId === null || intent.status === 'cancelled')) {
      return inTransaction(deps.db, received);
    }
    throw new Problem('UNKNOWN_PAYMENT', 'Unknown payment. Please send the event again later.');
  }
  if (!intent) throw new Problem('UNKNOWN_PAYMENT', 'Stripe does not know this payment.');
  if (/^(charge\.refund|refund\.)/.test(event.type)) {
    // Refund events may arrive before the payment's event, and only a settled payment can be refunded.
    await settlePayment(deps, payment, intent);
    await syncRefunds(deps, processor, payment);
  }
  if (event.type.startsWith('charge.dispute.')) await syncDispute(deps, processor, payment, event);
  const outcome = await settlePayment(deps, payment, intent, received);
  if (event.type === 'payment_intent.payment_failed') await countDecline(deps, payment, outcome);
}

/** Ends a payment with too many declined cards: Stripe's form does not know the shop's limits. */
async function countDecline(deps: EventDeps, payment: PaymentRow, outcome: SettlementOutcome): Promise<void> {
  const order = await findOrderRow(deps.db, payment.orderId);
  const isTooMany = order && (await deps.limits.countDecline({ ...order, network: payment.network }));
  if (isTooMany && outcome === 'open') await endPayment(deps, payment);
}

class AlreadyReceived extends Error {}

async function wasReceived(db: Queryable, id: string): Promise<boolean> {
  const [known] = await db.select({ id: stripeEvents.id }).from(stripeEvents).where(eq(stripeEvents.id, id));
  return known !== undefined;
}

/** Runs in the transaction of the effect: a duplicate event waits here for the unique key and then stops. */
async function recordEvent(
  tx: Tx,
  { id, type }: Stripe.Event,
  intentId: string | null,
  now: Date,
): Promise<void> {
  const stored = await tx
    .insert(stripeEvents)
    .values({ id, type, intentId, createdAt: now })
    .onConflictDoNothing()
    .returning({ id: stripeEvents.id });
  if (stored.length === 0) throw new AlreadyReceived();
}

/** Returns the payment intent of an event; null for other events. */
function intentOf({ type, data }: Stripe.Event): string | null {
  const object = data.object as { id?: unknown; payment_intent?: unknown };
  if (type.startsWith('payment_intent.')) return typeof object.id === 'string' ? object.id : null;
  if (!type.startsWith('charge.') && !type.startsWith('refund.')) return null;
  const { payment_intent: intent } = object;
  if (typeof intent === 'string') return intent;
  return (intent as { id?: string } | null | undefined)?.id ?? null;
}

async function recordWrongMode(deps: EventDeps, event: Stripe.Event): Promise<void> {
  const sent = event.livemode ? 'live' : 'test';
  const intentId = intentOf(event);
  await inTransaction(deps.db, async (tx) => {
    await recordEvent(tx, event, intentId, deps.now());
    await recordDiscrepancy(
      tx,
      {
        key: `wrong-mode:${intentId ?? event.id}`,
        kind: 'wrong-mode',
        orderId: null,
        intentId,
        detail: `Stripe sent a ${sent} event (${event.type}), but the shop's keys are not ${sent} keys. Nothing was changed.`,
      },
      deps.now(),
    );
  });
}
