import {
  disputeStatuses,
  refundKinds,
  refundStatuses,
  storedPaymentStatuses,
} from '@reprise/contract/sales/orders/order';
import {
  manualMethods,
  paymentMethods,
  processorMethods,
  redirectMethods,
} from '@reprise/contract/sales/payments/payment-methods';
import { discrepancyKinds } from '@reprise/contract/sales/payments/payments';
import { sql } from 'drizzle-orm';
import { boolean, check, index, integer, jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { cents, createdAt, id, timestamptz, updatedAt } from '../../platform/database/columns.ts';
import { orders } from '../orders/orders.tables.ts';
import type { RefundedItem } from '../orders/refunded-items.ts';

/**
 * Local copy of a payment, of which the processor is the source of truth, a payment recorded by staff (`manual`), or one
 * that a sales channel received (`channel`).
 */
export const payments = pgTable(
  'payments',
  {
    id: id(),
    orderId: text('order_id')
      .notNull()
      .references(() => orders.id, { onDelete: 'cascade' }),
    processor: text({ enum: ['test', 'stripe', 'adapter', 'manual', 'channel'] }).notNull(),
    /** Name of the page of an `adapter`; payments from before several pages have none. */
    page: text(),
    intentId: text('intent_id').notNull().unique(),
    clientSecret: text('client_secret').notNull(),
    /** Page of the processor on which the customer pays; null if the checkout takes the payment. */
    pageUrl: text('page_url'),
    amountCents: cents('amount_cents').notNull(),
    /** Sum of completed and pending refunds. A refund reserves its amount here before it is sent. */
    refundedCents: cents('refunded_cents').notNull().default(sql`0`),
    /** Part of the refunds that returned what was paid beyond the total; it lowers no revenue. */
    surplusCents: cents('surplus_cents').notNull().default(sql`0`),
    /** True if real money moves. */
    livemode: boolean().notNull().default(false),
    /** True while a dispute, open or lost, makes Stripe reject refunds of this payment. */
    isDisputed: boolean('is_disputed').notNull().default(false),
    /** IP network of the customer, for counting declined cards; cleared once the payment has ended. */
    network: text(),
    /** `redirectMethods`: offered at the start. `method`: used in the end. */
    redirectMethods: text('redirect_methods', { enum: redirectMethods }).array().notNull().default([]),
    method: text({ enum: paymentMethods }).notNull().default('card'),
    status: text({ enum: storedPaymentStatuses }).notNull().default('created'),
    /** Receipt or transfer number of a recorded payment, a note, and its administrator. */
    reference: text().notNull().default(''),
    note: text().notNull().default(''),
    recordedBy: text('recorded_by'),
    /** Time the money was received; the start of the payment if it is older than this column. */
    settledAt: timestamptz('settled_at'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    check(
      'payments_status',
      sql`${t.status} in ('created', 'succeeded', 'cancelled', 'refunded', 'needs-review')`,
    ),
    check(
      'payments_manual',
      sql`(${t.processor} = 'manual') = (${t.method} in ('cash', 'transfer')) and (${t.processor} <> 'manual' or ${t.status} in ('succeeded', 'refunded'))`,
    ),
    check('payments_channel', sql`(${t.processor} = 'channel') = (${t.method} = 'channel')`),
    check('payments_refunded', sql`${t.refundedCents} between 0 and ${t.amountCents}`),
    check('payments_surplus', sql`${t.surplusCents} between 0 and ${t.refundedCents}`),
    // At most one unsettled payment per order; an edited order may have several settled ones.
    uniqueIndex('payments_one_open').on(t.orderId).where(sql`${t.status} in ('created', 'needs-review')`),
    index('payments_of_order').on(t.orderId),
    // Open payments, for the reconciliation.
    index('payments_open').on(t.createdAt).where(sql`${t.status} = 'created'`),
  ],
);

/** A refund is committed before the processor is called, so that a crash in between loses nothing. */
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
    amountCents: cents('amount_cents').notNull(),
    reason: text().notNull().default(''),
    /** Part that returned what was paid beyond the total. */
    surplusCents: cents('surplus_cents').notNull().default(sql`0`),
    /**
     * Origin: an administrator, a cancelled order, the dashboard of the processor or of a sales channel, an edit that
     * lowered the total, a payment of more than was due, or a lost dispute, of which `processorRefundId` is the id.
     */
    cause: text({
      enum: ['administrator', 'cancellation', 'processor', 'edit', 'overpayment', 'chargeback'],
    }).notNull(),
    status: text({ enum: refundStatuses }).notNull().default('requested'),
    /** Refunded units by product; null for a refund of an amount. */
    items: jsonb().$type<RefundedItem[]>(),
    /** Part of the order that the refund of an amount is of; null for items, and for one of goods and shipping. */
    kind: text({ enum: refundKinds }),
    /** True if these units returned to stock. */
    isRestocked: boolean('is_restocked').notNull().default(false),
    /** How staff returned the money themselves, and their note; null for a refund that a processor makes. */
    returnedBy: text('returned_by', { enum: manualMethods }),
    returnReference: text('return_reference').notNull().default(''),
    processorRefundId: text('processor_refund_id').unique(),
    failure: text(),
    actorId: text('actor_id'),
    /** User who approved or declined a refund that required approval, with time and reason. */
    decidedBy: text('decided_by'),
    decidedAt: timestamptz('decided_at'),
    declineReason: text('decline_reason'),
    idempotencyScope: text('idempotency_scope'),
    idempotencyKey: text('idempotency_key'),
    /** SHA-256 of the request first sent with the key. */
    requestHash: text('request_hash'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    check('refunds_kind', sql`${t.kind} in ('goods', 'shipping', 'goodwill')`),
    check('refunds_returned_by', sql`${t.returnedBy} in ('cash', 'transfer')`),
    check('refunds_amount', sql`${t.amountCents} > 0`),
    check('refunds_surplus', sql`${t.surplusCents} between 0 and ${t.amountCents}`),
    check(
      'refunds_status',
      sql`${t.status} in ('awaiting-approval', 'requested', 'pending', 'succeeded', 'failed', 'declined')`,
    ),
    uniqueIndex('refunds_idempotency').on(t.idempotencyScope, t.idempotencyKey),
    index('refunds_of_payment').on(t.paymentId),
    index('refunds_of_order').on(t.orderId),
    // Refunds of a period.
    index('refunds_newest').on(t.createdAt),
    // At most one refund per order awaits approval.
    uniqueIndex('refunds_one_awaiting').on(t.orderId).where(sql`${t.status} = 'awaiting-approval'`),
    // Unsettled refunds, for the reconciliation.
    index('refunds_unsettled').on(t.updatedAt).where(sql`${t.status} in ('requested', 'pending')`),
  ],
);

/** Disputes of payments as Stripe last reported them. */
export const disputes = pgTable(
  'disputes',
  {
    /** Id at Stripe. */
    id: id(),
    paymentId: text('payment_id')
      .notNull()
      .references(() => payments.id, { onDelete: 'cascade' }),
    orderId: text('order_id')
      .notNull()
      .references(() => orders.id, { onDelete: 'cascade' }),
    amountCents: cents('amount_cents').notNull(),
    reason: text().notNull(),
    status: text({ enum: disputeStatuses }).notNull(),
    evidenceDueBy: timestamptz('evidence_due_by'),
    areFundsWithdrawn: boolean('are_funds_withdrawn').notNull(),
    /** True if Stripe refunds the payment in spite of the dispute, as it does during an inquiry. */
    isChargeRefundable: boolean('is_charge_refundable').notNull().default(false),
    openedAt: timestamptz('opened_at').notNull(),
    /** Time of the state at Stripe: a late event must not overwrite a newer one. */
    asOf: timestamptz('as_of').notNull(),
  },
  (t) => [
    check('disputes_status', sql`${t.status} in ('needs-response', 'under-review', 'won', 'lost', 'closed')`),
    index('disputes_of_payment').on(t.paymentId),
    index('disputes_of_order').on(t.orderId),
    // Open disputes, for the dashboard and the reconciliation.
    index('disputes_open').on(t.evidenceDueBy).where(sql`${t.status} in ('needs-response', 'under-review')`),
  ],
);

/** Processed Stripe events, each inserted in the transaction of its effect. */
export const stripeEvents = pgTable('stripe_events', {
  id: id(),
  type: text().notNull(),
  intentId: text('intent_id'),
  createdAt: createdAt(),
});

/** Discrepancies between shop and processor, for an administrator to review. */
export const paymentDiscrepancies = pgTable(
  'payment_discrepancies',
  {
    id: id(),
    /** Deduplicates: one row per key. */
    key: text().notNull().unique(),
    kind: text({ enum: discrepancyKinds }).notNull(),
    orderId: text('order_id').references(() => orders.id, { onDelete: 'cascade' }),
    intentId: text('intent_id'),
    detail: text().notNull(),
    /** Null while the discrepancy is open. */
    resolvedAt: timestamptz('resolved_at'),
    resolvedBy: text('resolved_by'),
    createdAt: createdAt(),
  },
  (t) => [
    index('payment_discrepancies_newest').on(t.createdAt, t.id),
    index('payment_discrepancies_open').on(t.createdAt, t.id).where(sql`${t.resolvedAt} is null`),
  ],
);

/** Last reconciliation: a single row, which also elects the process that runs it. */
export const paymentReconciliation = pgTable(
  'payment_reconciliation',
  {
    id: integer().primaryKey().default(1),
    startedAt: timestamptz('started_at').notNull(),
    finishedAt: timestamptz('finished_at'),
    /** Time of the last reconciliation over the long period. */
    wideAt: timestamptz('wide_at'),
    compared: integer().notNull().default(0),
    repaired: integer().notNull().default(0),
    failure: text(),
  },
  (t) => [check('payment_reconciliation_one_row', sql`${t.id} = 1`)],
);

/** State of the built-in test processor, which simulates a card network outside the shop. */
export const testIntents = pgTable(
  'test_intents',
  {
    id: id(),
    clientSecret: text('client_secret').notNull().unique(),
    amountCents: cents('amount_cents').notNull(),
    refundedCents: cents('refunded_cents').notNull().default(sql`0`),
    redirectMethods: text('redirect_methods', { enum: redirectMethods }).array().notNull().default([]),
    /** Method of the last attempt. */
    method: text({ enum: processorMethods }).notNull().default('card'),
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

/** Refunds of the test processor; `id` is the idempotency key. */
export const testRefunds = pgTable('test_refunds', {
  id: id(),
  intentId: text('intent_id')
    .notNull()
    .references(() => testIntents.id, { onDelete: 'cascade' }),
  amountCents: cents('amount_cents').notNull(),
  createdAt: createdAt(),
});
