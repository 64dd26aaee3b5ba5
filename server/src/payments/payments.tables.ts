import { refundStatuses, storedPaymentStatuses } from '@reprise/contract/orders/orders';
import { paymentMethods } from '@reprise/contract/payments/payment-methods';
import { discrepancyKinds } from '@reprise/contract/payments/payments';
import { sql } from 'drizzle-orm';
import { boolean, check, index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { orders } from '../orders/orders.tables.ts';
import { bigCents, createdAt, id, timestamptz, updatedAt } from '../platform/database/columns.ts';

/** What we know of a payment; the processor holds the truth. */
export const payments = pgTable(
  'payments',
  {
    id: id(),
    orderId: text('order_id')
      .notNull()
      .references(() => orders.id, { onDelete: 'cascade' }),
    processor: text({ enum: ['test', 'stripe'] }).notNull(),
    intentId: text('intent_id').notNull().unique(),
    clientSecret: text('client_secret').notNull(),
    amountCents: bigCents('amount_cents').notNull(),
    /** Refunds that are done or under way; what a refund may take is reserved here first. */
    refundedCents: bigCents('refunded_cents').notNull().default(sql`0`),
    /** Whether real money moves. */
    livemode: boolean().notNull().default(false),
    /** Where it was started from, so that declined cards are counted there; forgotten once the payment is over. */
    network: text(),
    /** What it was opened for, and what it was paid with in the end. */
    takesPaypal: boolean('takes_paypal').notNull().default(false),
    method: text({ enum: paymentMethods }).notNull().default('card'),
    status: text({ enum: storedPaymentStatuses }).notNull().default('created'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    check('payments_status', sql`${t.status} in ('created', 'succeeded', 'cancelled', 'refunded', 'held')`),
    check('payments_refunded', sql`${t.refundedCents} between 0 and ${t.amountCents}`),
    // One live payment per order, however often it is started.
    uniqueIndex('payments_one_live')
      .on(t.orderId)
      .where(sql`${t.status} in ('created', 'succeeded', 'held')`),
    index('payments_of_order').on(t.orderId),
    // Open payments, which are compared with the processor's own.
    index('payments_open').on(t.createdAt).where(sql`${t.status} = 'created'`),
  ],
);

/** The intent to give money back is written first, then the processor is told: a kill in between loses nothing. */
export const refunds = pgTable(
  'refunds',
  {
    id: id(),
    paymentId: text('payment_id')
      .notNull()
      .references(() => payments.id, { onDelete: 'cascade' }),
    orderId: text('order_id')
      .notNull()
      .references(() => orders.id, { onDelete: 'cascade' }),
    amountCents: bigCents('amount_cents').notNull(),
    reason: text().notNull().default(''),
    /** Who wants it: an administrator, a cancelled order, or the processor's own dashboard. */
    cause: text({ enum: ['administrator', 'cancellation', 'processor'] }).notNull(),
    status: text({ enum: refundStatuses }).notNull().default('requested'),
    processorRefundId: text('processor_refund_id').unique(),
    failure: text(),
    actorId: text('actor_id'),
    /** Who approved or declined a refund that waited for approval, when, and why it was declined. */
    decidedBy: text('decided_by'),
    decidedAt: timestamptz('decided_at'),
    declineReason: text('decline_reason'),
    idempotencyScope: text('idempotency_scope'),
    idempotencyKey: text('idempotency_key'),
    /** SHA-256 of what the key was first used with. */
    requestHash: text('request_hash'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    check('refunds_amount', sql`${t.amountCents} > 0`),
    check(
      'refunds_status',
      sql`${t.status} in ('awaiting-approval', 'requested', 'pending', 'succeeded', 'failed', 'declined')`,
    ),
    uniqueIndex('refunds_idempotency').on(t.idempotencyScope, t.idempotencyKey),
    index('refunds_of_payment').on(t.paymentId),
    index('refunds_of_order').on(t.orderId),
    // What went back in a period.
    index('refunds_newest').on(t.createdAt),
    // One refund of an order waits for approval at a time, however often it is cancelled.
    uniqueIndex('refunds_one_awaiting').on(t.orderId).where(sql`${t.status} = 'awaiting-approval'`),
    // Refunds that are not settled, for the job that looks after them.
    index('refunds_unsettled').on(t.updatedAt).where(sql`${t.status} in ('requested', 'pending')`),
  ],
);

/** Messages of Stripe that were acted on, each in the transaction of its effect. */
export const stripeEvents = pgTable('stripe_events', {
  id: id(),
  type: text().notNull(),
  intentId: text('intent_id'),
  createdAt: createdAt(),
});

/** What does not add up between our books and the processor's, for an administrator to look at. */
export const paymentDiscrepancies = pgTable(
  'payment_findings',
  {
    id: id(),
    /** Says the same thing once. */
    key: text().notNull().unique(),
    kind: text({ enum: discrepancyKinds }).notNull(),
    orderId: text('order_id').references(() => orders.id, { onDelete: 'cascade' }),
    intentId: text('intent_id'),
    detail: text().notNull(),
    /** When it was settled; null while it is open. */
    resolvedAt: timestamptz('resolved_at'),
    resolvedBy: text('resolved_by'),
    createdAt: createdAt(),
  },
  (t) => [
    index('payment_findings_newest').on(t.createdAt, t.id),
    index('payment_findings_open').on(t.createdAt, t.id).where(sql`${t.resolvedAt} is null`),
  ],
);

/** When the books were last compared: one row, which also decides who of several processes does it. */
export const paymentReconciliation = pgTable(
  'payment_reconciliation',
  {
    id: integer().primaryKey().default(1),
    startedAt: timestamptz('started_at').notNull(),
    finishedAt: timestamptz('finished_at'),
    /** When the longer look back was last taken. */
    wideAt: timestamptz('wide_at'),
    compared: integer().notNull().default(0),
    repaired: integer().notNull().default(0),
    failure: text(),
  },
  (t) => [check('payment_reconciliation_one_row', sql`${t.id} = 1`)],
);

/** The built-in test processor's own books: it plays the part of a card network, apart from the shop. */
export const testIntents = pgTable(
  'test_intents',
  {
    id: id(),
    clientSecret: text('client_secret').notNull().unique(),
    amountCents: bigCents('amount_cents').notNull(),
    refundedCents: bigCents('refunded_cents').notNull().default(sql`0`),
    takesPaypal: boolean('takes_paypal').notNull().default(false),
    /** What it was last tried with. */
    method: text({ enum: paymentMethods }).notNull().default('card'),
    status: text({
      enum: ['requires_payment_method', 'requires_action', 'succeeded', 'canceled', 'refunded'],
    })
      .notNull()
      .default('requires_payment_method'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    check(
      'test_intents_status',
      sql`${t.status} in ('requires_payment_method', 'requires_action', 'succeeded', 'canceled', 'refunded')`,
    ),
    check('test_intents_refunded', sql`${t.refundedCents} between 0 and ${t.amountCents}`),
  ],
);

/** Refunds of the test processor, one per key. */
export const testRefunds = pgTable('test_refunds', {
  id: id(),
  intentId: text('intent_id')
    .notNull()
    .references(() => testIntents.id, { onDelete: 'cascade' }),
  amountCents: bigCents('amount_cents').notNull(),
  createdAt: createdAt(),
});
