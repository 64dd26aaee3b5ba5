import { conditions } from '@reprise/contract/catalog/conditions';
import { orderStatuses, paymentStatuses, timelineStatuses } from '@reprise/contract/orders/order-status';
import { shippingMethods } from '@reprise/contract/orders/pricing';
import { paymentMethods } from '@reprise/contract/payments/payment-methods';
import { sql } from 'drizzle-orm';
import { boolean, check, index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { users } from '../identity/identity.tables.ts';
import { bigCents, cents, createdAt, id, timestamptz, updatedAt } from '../platform/database/columns.ts';

/** An order with its own copy of everything it was placed with. While it is pending it reserves its stock. */
export const orders = pgTable(
  'orders',
  {
    id: id(),
    /** Unique for ever, hard to guess, easy to read aloud. */
    orderNumber: text('order_number').notNull().unique(),
    /** The number the shopper was shown while the answer was not known; not unique. */
    clientReference: text('client_reference'),
    userId: text('user_id').references(() => users.id, { onDelete: 'set null' }),
    status: text({ enum: orderStatuses }).notNull().default('pending'),
    paymentStatus: text('payment_status', { enum: paymentStatuses }).notNull().default('unpaid'),
    /** How it was paid, as its processor said. */
    paymentMethod: text('payment_method', { enum: paymentMethods }).notNull().default('card'),

    /** Paid in test mode: no money was received. */
    isTestPaid: boolean('is_test_paid').notNull().default(false),

    email: text().notNull(),
    firstName: text('first_name').notNull(),
    lastName: text('last_name').notNull(),
    phone: text().notNull(),
    address: text().notNull(),
    city: text().notNull(),
    state: text().notNull(),
    zipCode: text('zip_code').notNull(),
    country: text().notNull(),

    subtotalCents: bigCents('subtotal_cents').notNull(),
    shippingCents: bigCents('shipping_cents').notNull(),
    taxCents: bigCents('tax_cents').notNull(),
    totalCents: bigCents('total_cents').notNull(),
    shippingMethod: text('shipping_method', { enum: shippingMethods }).notNull(),

    carrier: text(),
    trackingNumber: text('tracking_number'),
    estimatedDelivery: timestamptz('estimated_delivery').notNull(),
    /** When the unpaid order is cancelled and its stock returns; null while it is not pending or is paid. */
    holdUntil: timestamptz('hold_until'),
    /** Set while the order is cancelled only because nobody paid in time: a late payment opens it again. */
    holdReleasedAt: timestamptz('hold_released_at'),
    /** When the first of the unpaid orders was placed that this one takes the place of; null where it replaces none. */
    reservedSince: timestamptz('reserved_since'),
    /** The customer's account is gone; the order keeps what delivery needs until it closes. */
    eraseWhenClosed: boolean('erase_when_closed').notNull().default(false),

    /** The account or network whose unpaid orders are limited; null once the order no longer counts. */
    limitKey: text('limit_key'),
    limitUnits: integer('limit_units'),

    /** Part of every access token; counts up when the tokens given out must end. */
    accessVersion: integer('access_version').notNull().default(0),
    /** Set on orders from before tokens had a version and an expiry: such tokens open them until then. */
    unversionedAccessUntil: timestamptz('unversioned_access_until'),

    /** The customer or, for guests, the e-mail: whose keys are told apart. */
    idempotencyScope: text('idempotency_scope').notNull(),
    idempotencyKey: text('idempotency_key'),
    /** SHA-256 of the body the key was first used with. */
    requestHash: text('request_hash'),
    /** The answer's `order` as it was given, so that a repeat is answered byte for byte alike. */
    placementAnswer: text('placement_answer').notNull(),

    searchText: text('search_text')
      .notNull()
      .generatedAlwaysAs(
        sql`lower(order_number || E'\n' || first_name || ' ' || last_name || E'\n' || email || E'\n' || coalesce(tracking_number, ''))`,
      ),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    check('orders_total', sql`${t.totalCents} = ${t.subtotalCents} + ${t.shippingCents} + ${t.taxCents}`),
    check(
      'orders_not_negative',
      sql`${t.subtotalCents} >= 0 and ${t.shippingCents} >= 0 and ${t.taxCents} >= 0`,
    ),
    check(
      'orders_status',
      sql`${t.status} in ('pending', 'processing', 'shipped', 'delivered', 'cancelled')`,
    ),
    check(
      'orders_payment_status',
      sql`${t.paymentStatus} in ('unpaid', 'started', 'paid', 'partly-refunded', 'refund-to-approve', 'refunded')`,
    ),
    check('orders_shipping_method', sql`${t.shippingMethod} in ('standard', 'express')`),
    // At most one order per caller and key.
    uniqueIndex('orders_idempotency').on(t.idempotencyScope, t.idempotencyKey),
    // The administrator's list, whole and by status.
    index('orders_newest').on(t.createdAt, t.id),
    index('orders_by_status').on(t.status, t.createdAt, t.id),
    index('orders_by_payment').on(t.paymentStatus, t.createdAt, t.id),
    index('orders_by_total').on(t.totalCents, t.id),
    // Other orders of a guest.
    index('orders_of_email').on(t.email, t.createdAt),
    // A customer's own orders. What few orders have is indexed for those: the others are placed the faster.
    index('orders_of_user').on(t.userId, t.createdAt, t.id).where(sql`${t.userId} is not null`),
    // Tracking look-ups.
    index('orders_by_tracking_number').on(t.trackingNumber).where(sql`${t.trackingNumber} is not null`),
    index('orders_by_client_reference').on(t.clientReference).where(sql`${t.clientReference} is not null`),
    // Search in the back office.
    index('orders_search').using('gin', sql`${t.searchText} gin_trgm_ops`),
    // Unpaid and recent orders of an account or a network.
    index('orders_by_limit_key').on(t.limitKey).where(sql`${t.limitKey} is not null`),
    // Reservations that have expired.
    index('orders_holds').on(t.holdUntil).where(sql`${t.holdUntil} is not null`),
  ],
);

export const orderItems = pgTable(
  'order_items',
  {
    id: id(),
    orderId: text('order_id')
      .notNull()
      .references(() => orders.id, { onDelete: 'cascade' }),
    position: integer().notNull(),
    /** The product as it was called then; it may be gone by now, so this is no foreign key. */
    productId: text('product_id').notNull(),
    slug: text().notNull(),
    name: text().notNull(),
    brand: text().notNull(),
    sku: text().notNull(),
    image: text().notNull(),
    categoryName: text('category_name'),
    condition: text({ enum: conditions }).notNull(),
    unitPriceCents: cents('unit_price_cents').notNull(),
    quantity: integer().notNull(),
  },
  (t) => [
    check('order_items_quantity', sql`${t.quantity} > 0`),
    check('order_items_price', sql`${t.unitPriceCents} >= 0`),
    uniqueIndex('order_items_of_order').on(t.orderId, t.position),
    // What was sold of a product.
    index('order_items_of_product').on(t.productId),
  ],
);

/** The timeline: append-only; a step without a row has not happened. */
export const orderEvents = pgTable(
  'order_events',
  {
    id: id(),
    orderId: text('order_id')
      .notNull()
      .references(() => orders.id, { onDelete: 'cascade' }),
    status: text({ enum: timelineStatuses }).notNull(),
    description: text().notNull(),
    location: text(),
    actorId: text('actor_id'),
    createdAt: createdAt(),
  },
  (t) => [index('order_events_of_order').on(t.orderId, t.createdAt, t.id)],
);

/** What the staff keeps in mind about an order; no customer ever sees it. */
export const orderNotes = pgTable(
  'order_notes',
  {
    id: id(),
    orderId: text('order_id')
      .notNull()
      .references(() => orders.id, { onDelete: 'cascade' }),
    authorId: text('author_id').references(() => users.id, { onDelete: 'set null' }),
    text: text().notNull(),
    createdAt: createdAt(),
  },
  (t) => [index('order_notes_of_order').on(t.orderId, t.createdAt, t.id)],
);

/**
 * The billing details of paid orders whose person was erased, encrypted: the law asks for the invoice, and nothing else
 * of the shop shows them. A row goes when its time has come (settings, `invoiceKeptYears`).
 */
export const keptInvoices = pgTable(
  'kept_invoices',
  {
    orderId: text('order_id')
      .primaryKey()
      .references(() => orders.id, { onDelete: 'cascade' }),
    sealed: text().notNull(),
    /** When the order was placed: the time an invoice is kept counts from then. */
    orderedAt: timestamptz('ordered_at').notNull(),
  },
  (t) => [index('kept_invoices_oldest').on(t.orderedAt)],
);
