import { labelPayers } from '@reprise/contract/catalog/return-policies';
import type { ReturnAddress } from '@reprise/contract/sales/orders/shipping/carrier-account';
import {
  type DeductionReason,
  returnDecisions,
  returnDispositions,
  returnEnds,
  returnMatches,
  returnReasons,
  returnStates,
  returnWishes,
} from '@reprise/contract/sales/returns/return-states';
import { sql } from 'drizzle-orm';
import { boolean, check, index, integer, jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { cents, createdAt, id, timestamptz, updatedAt } from '../../platform/database/columns.ts';
import { orderItemUnits } from '../../workshop/units/units.tables.ts';
import { orderItems, orders } from '../orders/orders.tables.ts';

/** Days, address and instructions of returns; no row until an owner has changed them. */
export const returnSettings = pgTable(
  'return_settings',
  {
    id: integer().primaryKey().default(1),
    sendDays: integer('send_days').notNull(),
    graceDays: integer('grace_days').notNull(),
    answerDays: integer('answer_days').notNull(),
    address: jsonb().$type<ReturnAddress>(),
    instructions: text().notNull(),
    withdrawal: boolean().notNull().default(true),
    version: integer().notNull(),
  },
  (t) => [
    check('return_settings_one_row', sql`${t.id} = 1`),
    check(
      'return_settings_days',
      sql`${t.sendDays} between 1 and 90 and ${t.graceDays} between 0 and 60 and ${t.answerDays} between 1 and 30`,
    ),
  ],
);

/** Case of return of an order; its lines have the decisions. */
export const returns = pgTable(
  'returns',
  {
    id: id(),
    number: text('return_number').notNull().unique(),
    orderId: text('order_id')
      .notNull()
      .references(() => orders.id, { onDelete: 'cascade' }),
    state: text({ enum: returnStates }).notNull(),
    wish: text({ enum: returnWishes }).notNull(),
    openedBy: text('opened_by', { enum: ['customer', 'staff', 'shop'] }).notNull(),
    isInPolicy: boolean('is_in_policy').notNull(),
    /** Reason of staff to open it outside the policy. */
    exceptionReason: text('exception_reason').notNull().default(''),
    labelBy: text('label_by', { enum: labelPayers }).notNull(),
    carrier: text().notNull().default(''),
    trackingNumber: text('tracking_number').notNull().default(''),
    refuseReason: text('refuse_reason').notNull().default(''),
    /** Day by which the customer sends the parcel; null until it is approved. */
    sendBy: timestamptz('send_by'),
    /** Day by which the store approves or decides; null while the case waits for the customer. */
    answerBy: timestamptz('answer_by'),
    /** The day, of `sendBy` or `answerBy`, that a reminder was sent about. */
    remindedFor: timestamptz('reminded_for'),
    /** Shipping of the order that its settlements gave back. */
    shippingCents: cents('shipping_cents').notNull().default(sql`0`),
    /** Price of the store's label that its settlements took off. */
    labelCents: cents('label_cents').notNull().default(sql`0`),
    createdAt: createdAt(),
    approvedAt: timestamptz('approved_at'),
    sentAt: timestamptz('sent_at'),
    receivedAt: timestamptz('received_at'),
    closedAt: timestamptz('closed_at'),
    updatedAt: updatedAt(),
  },
  (t) => [
    check(
      'returns_state',
      sql`${t.state} in ('requested', 'approved', 'sent', 'received', 'closed', 'refused', 'cancelled', 'expired')`,
    ),
    check('returns_send_by', sql`${t.state} not in ('approved', 'sent') or ${t.sendBy} is not null`),
    check('returns_closed', sql`${t.state} <> 'closed' or ${t.closedAt} is not null`),
    // Cases of an order.
    index('returns_of_order').on(t.orderId, t.createdAt, t.id),
    // Lists of the desk.
    index('returns_open').on(t.state, t.createdAt, t.id).where(isOpen(t.state)),
    // All cases, newest first.
    index('returns_newest').on(t.createdAt, t.id),
    // Late cases, and those that expire.
    index('returns_due').on(sql`coalesce(${t.answerBy}, ${t.sendBy})`, t.id).where(isOpen(t.state)),
    // A scanned tracking number.
    index('returns_by_tracking').on(t.trackingNumber).where(sql`${t.trackingNumber} <> ''`),
  ],
);

/** SQL: the case waits for its customer or for the store. */
function isOpen(state: unknown) {
  return sql`${state} in ('requested', 'approved', 'sent', 'received')`;
}

export type StoredDeduction = { reason: DeductionReason; note: string; amountCents: number };

/** One device, or units of a counted item, in a case. */
export const returnLines = pgTable(
  'return_lines',
  {
    id: id(),
    returnId: text('return_id')
      .notNull()
      .references(() => returns.id, { onDelete: 'cascade' }),
    position: integer().notNull(),
    /** Line of the order that was paid. */
    orderItemId: text('order_item_id')
      .notNull()
      .references(() => orderItems.id, { onDelete: 'cascade' }),
    /** The device in the order; null for counted items. */
    bindingId: text('binding_id').references(() => orderItemUnits.id, { onDelete: 'cascade' }),
    quantity: integer().notNull(),
    reason: text({ enum: returnReasons }).notNull(),
    /** Words of the customer. */
    note: text().notNull().default(''),
    windowEndsAt: timestamptz('window_ends_at'),
    receivedQuantity: integer('received_quantity').notNull().default(0),
    receivedAt: timestamptz('received_at'),
    match: text({ enum: returnMatches }),
    /** Code that was scanned instead of the device; '' without one. */
    receivedCode: text('received_code').notNull().default(''),
    /** Since when the device is locked to an account; null while it is not. */
    lockedAt: timestamptz('locked_at'),
    missingParts: text('missing_parts').array().notNull().default([]),
    decision: text({ enum: returnDecisions }),
    disposition: text({ enum: returnDispositions }),
    /** Percent that the store retains, by the policy of the order. */
    restockingPercent: integer('restocking_percent').notNull().default(0),
    deductions: jsonb().$type<StoredDeduction[]>().notNull().default([]),
    /** Amount given back for it; null until it is settled. */
    amountCents: cents('amount_cents'),
    settledAt: timestamptz('settled_at'),
    endedAs: text('ended_as', { enum: returnEnds }),
    /** Parcel in which it was sent back to the customer. */
    backCarrier: text('back_carrier').notNull().default(''),
    backTrackingNumber: text('back_tracking_number').notNull().default(''),
    /** Product that is sent instead, and the exact device; null unless it is replaced. No foreign key: the product may be deleted. */
    replacementProductId: text('replacement_product_id'),
    replacementUnit: text('replacement_unit'),
    /** Order that sends it; null until the line is settled. */
    replacementOrderId: text('replacement_order_id').references(() => orders.id, { onDelete: 'set null' }),
    /** True once the store took the item over for a replacement: it cannot go back to the customer. */
    isTakenOver: boolean('is_taken_over').notNull().default(false),
  },
  (t) => [
    check('return_lines_quantity', sql`${t.quantity} > 0 and (${t.bindingId} is null or ${t.quantity} = 1)`),
    check('return_lines_received', sql`${t.receivedQuantity} between 0 and ${t.quantity}`),
    check('return_lines_ended', sql`(${t.settledAt} is null) = (${t.endedAs} is null)`),
    check('return_lines_amount', sql`${t.amountCents} >= 0`),
    check('return_lines_restocking', sql`${t.restockingPercent} between 0 and 50`),
    uniqueIndex('return_lines_of_return').on(t.returnId, t.position),
    // A device in one open case at a time.
    uniqueIndex('return_lines_one_open')
      .on(t.bindingId)
      .where(sql`${t.settledAt} is null and ${t.bindingId} is not null`),
    // Lines of an order line, and of a device.
    index('return_lines_of_item').on(t.orderItemId),
    index('return_lines_of_binding').on(t.bindingId).where(sql`${t.bindingId} is not null`),
    // Lines that an order replaces.
    index('return_lines_replaced_by')
      .on(t.replacementOrderId)
      .where(sql`${t.replacementOrderId} is not null`),
  ],
);

export const returnEventKinds = [
  'opened',
  'withdrawn',
  'approved',
  'refused',
  'cancelled',
  'sent',
  'received',
  'other-device',
  'missing',
  'locked',
  'unlocked',
  'decided',
  'settled',
  'sent-back',
  'replacement-cancelled',
  'expired',
  'not-sent',
  'order-cancelled',
  'reminded',
  'lost',
  'photo-added',
  'photo-removed',
  'label-bought',
  'label-void',
  'label-not-void',
  'delivered',
] as const;

/** History of a case without words of its customer; a trigger rejects changes and deletes. */
export const returnEvents = pgTable(
  'return_events',
  {
    id: id(),
    returnId: text('return_id')
      .notNull()
      .references(() => returns.id, { onDelete: 'cascade' }),
    kind: text({ enum: returnEventKinds }).notNull(),
    /** Colleague; null for the customer and the shop. */
    actorId: text('actor_id'),
    /** Numbers and decisions. */
    detail: text().notNull().default(''),
    createdAt: createdAt(),
  },
  (t) => [index('return_events_of_return').on(t.returnId, t.createdAt, t.id)],
);
