import { conditions } from '@reprise/contract/catalog/products/conditions';
import { taxClasses } from '@reprise/contract/foundations/tax-classes';
import type { EditChange } from '@reprise/contract/sales/orders/order-edit';
import {
  orderStatuses,
  paymentStatuses,
  timelineStatuses,
} from '@reprise/contract/sales/orders/order-status';
import { shippingMethods } from '@reprise/contract/sales/orders/pricing';
import { paymentMethods } from '@reprise/contract/sales/payments/payment-methods';
import { trackingModes } from '@reprise/contract/workshop/units/tracking';
import { sql } from 'drizzle-orm';
import {
  type AnyPgColumn,
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { users } from '../../people/identity/identity.tables.ts';
import { cents, createdAt, id, timestamptz, updatedAt } from '../../platform/database/columns.ts';
import type { StoredBilling } from './customers/stored-billing.ts';
import { exemptionColumns } from './tax/exemption-columns.ts';

/** An order with a copy of all data it was placed with. A pending order reserves its stock. */
export const orders = pgTable(
  'orders',
  {
    id: id(),
    /** Unique, hard to guess, easy to read aloud. */
    orderNumber: text('order_number').notNull().unique(),
    /** Number shown to the customer before the server responded; not unique. */
    clientReference: text('client_reference'),
    userId: text('user_id').references(() => users.id, { onDelete: 'set null' }),
    status: text({ enum: orderStatuses }).notNull().default('pending'),
    paymentStatus: text('payment_status', { enum: paymentStatuses }).notNull().default('unpaid'),
    /** Payment method reported by the processor. */
    paymentMethod: text('payment_method', { enum: paymentMethods }).notNull().default('card'),

    /** True if the order was paid in test mode: no money was received. */
    isTestPaid: boolean('is_test_paid').notNull().default(false),

    email: text().notNull(),
    firstName: text('first_name').notNull(),
    lastName: text('last_name').notNull(),
    phone: text().notNull(),
    address: text().notNull(),
    address2: text().notNull().default(''),
    city: text().notNull(),
    state: text().notNull(),
    zipCode: text('zip_code').notNull(),
    country: text().notNull(),
    /** Billing data; null if it is billed as shipped, to a person, and once it was erased. */
    billing: jsonb().$type<StoredBilling>(),

    subtotalCents: cents('subtotal_cents').notNull(),
    discountCents: cents('discount_cents').notNull().default(sql`0`),
    /** Code that the order was placed with; null without one. */
    discountCode: text('discount_code'),
    shippingCents: cents('shipping_cents').notNull(),
    taxCents: cents('tax_cents').notNull(),
    /** Tax rate in tenths of a basis point; null for orders placed before it was stored. */
    taxRateTenths: integer('tax_rate_tenths'),
    /** Rate of the reduced class; null if that is the standard rate above. */
    reducedTaxRateTenths: integer('reduced_tax_rate_tenths'),
    /** True if the tax is a part of the total, not added to it. */
    taxIncluded: boolean('tax_included').notNull().default(false),
    /** Part of the tax that is on the shipping; null for orders placed before taxes were stored by line. */
    shippingTaxCents: cents('shipping_tax_cents'),
    /** Its rate; null if shipping is not taxed. */
    shippingTaxRateTenths: integer('shipping_tax_rate_tenths'),
    ...exemptionColumns,
    totalCents: cents('total_cents').notNull(),
    /** Refunds of the settled payment; a trigger on `payments` keeps it equal. */
    refundedCents: cents('refunded_cents').notNull().default(sql`0`),
    /** Part of the total that an edit added to a paid order and the customer has yet to pay. */
    dueCents: cents('due_cents').notNull().default(sql`0`),
    shippingMethod: text('shipping_method', { enum: shippingMethods }).notNull(),
    /** Shipping rule on placement, which edits follow; null for orders placed before it was stored. */
    freeShippingThresholdCents: cents('free_shipping_threshold_cents'),
    standardShippingCents: cents('standard_shipping_cents'),
    expressShippingCents: cents('express_shipping_cents'),
    /** True if the order was paid before invoices were numbered: it draws none. */
    predatesInvoices: boolean('predates_invoices').notNull().default(false),
    /**
     * Return that the order replaces items of, free of charge: no figure of sales counts it. No foreign key, because the
     * slice of returns is above this one.
     */
    returnId: text('return_id'),
    /** Number of edits by staff. */
    version: integer().notNull().default(0),
    editedAt: timestamptz('edited_at'),

    carrier: text(),
    trackingNumber: text('tracking_number'),
    /** Earliest delivery. */
    estimatedDelivery: timestamptz('estimated_delivery').notNull(),
    /** Latest delivery; null for orders placed before it was stored. */
    latestDelivery: timestamptz('latest_delivery'),
    /**
     * End of the stock reservation, when the unpaid order is cancelled; null for orders that are paid or not pending.
     */
    reservedUntil: timestamptz('reserved_until'),
    /** Set when the order was cancelled because its reservation expired: a late payment reopens it. */
    reservationReleasedAt: timestamptz('reservation_released_at'),
    /** Placement time of the first order in a chain of replacements; null when the order replaces none. */
    reservedSince: timestamptz('reserved_since'),
    /** True if the customer's account was deleted: the order loses its remaining personal data when it closes. */
    eraseWhenClosed: boolean('erase_when_closed').notNull().default(false),

    /** Account or network that the order counts for in the limit of unpaid orders; null when it stops counting. */
    limitKey: text('limit_key'),
    limitUnits: integer('limit_units'),

    /** Part of every access token; incremented to revoke issued tokens. */
    accessVersion: integer('access_version').notNull().default(0),
    /** Access end of tokens issued by earlier releases without version and expiry. */
    unversionedAccessUntil: timestamptz('unversioned_access_until'),

    /** Namespace of idempotency keys: the customer or, for guests, the email. */
    idempotencyScope: text('idempotency_scope').notNull(),
    idempotencyKey: text('idempotency_key'),
    /** SHA-256 of the request body first sent with the key. */
    requestHash: text('request_hash'),
    /** The response's `order` as JSON, replayed byte for byte to repeated requests. */
    placementResponse: text('placement_response').notNull(),

    searchText: text('search_text')
      .notNull()
      .generatedAlwaysAs(
        sql`lower(order_number || E'\n' || first_name || ' ' || last_name || E'\n' || email || E'\n' || coalesce(tracking_number, '') || E'\n' || regexp_replace(phone, '[^0-9]', '', 'g') || E'\n' || zip_code || ' ' || city || E'\n' || translate(order_number || E'\n' || first_name || last_name || E'\n' || coalesce(tracking_number, ''), ' .-''’', ''))`,
      ),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    check(
      'orders_total',
      sql`${t.totalCents} = ${t.subtotalCents} - ${t.discountCents} + ${t.shippingCents} + case when ${t.taxIncluded} then 0 else ${t.taxCents} end`,
    ),
    check('orders_discount', sql`${t.discountCents} between 0 and ${t.subtotalCents}`),
    check(
      'orders_not_negative',
      sql`${t.subtotalCents} >= 0 and ${t.shippingCents} >= 0 and ${t.taxCents} >= 0`,
    ),
    check('orders_exemption', sql`${t.exemption} in ('pending', 'checked', 'invalid')`),
    // Last of the guards: no writer ships an order without tax whose number was not checked.
    check(
      'orders_exemption_shipped',
      sql`${t.exemption} is null or ${t.exemption} = 'checked' or ${t.status} not in ('shipped', 'delivered')`,
    ),
    check('orders_due', sql`${t.dueCents} between 0 and ${t.totalCents}`),
    check(
      'orders_status',
      sql`${t.status} in ('pending', 'processing', 'shipped', 'delivered', 'cancelled')`,
    ),
    check(
      'orders_payment_status',
      sql`${t.paymentStatus} in ('unpaid', 'started', 'paid', 'partly-refunded', 'refund-to-approve', 'refunded')`,
    ),
    check('orders_shipping_method', sql`${t.shippingMethod} in ('standard', 'express', 'pickup')`),
    // At most one order per caller and key.
    uniqueIndex('orders_idempotency').on(t.idempotencyScope, t.idempotencyKey),
    // Admin order list, unfiltered and by status.
    index('orders_newest').on(t.createdAt, t.id),
    index('orders_by_status').on(t.status, t.createdAt, t.id),
    index('orders_by_payment').on(t.paymentStatus, t.createdAt, t.id),
    index('orders_by_total').on(t.totalCents, t.id),
    // Filters by country and carrier, and the choices of both.
    index('orders_by_country').on(t.country, t.createdAt, t.id),
    index('orders_by_carrier').on(t.carrier, t.createdAt, t.id).where(sql`${t.carrier} is not null`),
    // Orders of a guest. The other columns let the list of customers read the index alone.
    index('orders_of_email').on(
      ...([t.email, t.createdAt, t.id, t.userId, t.status, t.paymentStatus] as const),
      ...([t.isTestPaid, t.eraseWhenClosed, t.totalCents, t.dueCents, t.refundedCents] as const),
    ),
    // A customer's own orders. Partial index: most orders are from guests, and inserts of those skip it.
    index('orders_of_user').on(t.userId, t.createdAt, t.id).where(sql`${t.userId} is not null`),
    // Replacements of a return.
    index('orders_of_return').on(t.returnId).where(sql`${t.returnId} is not null`),
    // Tracking lookups.
    // Open test orders, and test orders that figures leave out.
    index('orders_test_paid').on(t.createdAt, t.id).where(sql`${t.isTestPaid}`),
    index('orders_by_tracking_number').on(t.trackingNumber).where(sql`${t.trackingNumber} is not null`),
    index('orders_by_client_reference').on(t.clientReference).where(sql`${t.clientReference} is not null`),
    // Search in the admin order list.
    index('orders_search').using('gin', sql`${t.searchText} gin_trgm_ops`),
    // Unpaid and recent orders of an account or network.
    index('orders_by_limit_key').on(t.limitKey).where(sql`${t.limitKey} is not null`),
    // Expired reservations.
    index('orders_by_reservation_end').on(t.reservedUntil).where(sql`${t.reservedUntil} is not null`),
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
    /** No foreign key: the product may have been deleted. */
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
    /** Share of the order's discount; null if its code does not apply to the item. */
    discountCents: cents('discount_cents'),
    /** Tax of the line after its discount, its rate and class; null for lines placed before they were stored. */
    taxCents: cents('tax_cents'),
    taxRateTenths: integer('tax_rate_tenths'),
    taxClass: text('tax_class', { enum: taxClasses }),
    /** Unit price with the tax that was taken off it; null if none was, or if the price was set by hand since. */
    priceWithTaxCents: cents('price_with_tax_cents'),
    /** Units refunded, and those of them that came back to stock. */
    refundedQuantity: integer('refunded_quantity').notNull().default(0),
    returnedQuantity: integer('returned_quantity').notNull().default(0),
    /** Units that are not there although they were sold: the order waits for no device of theirs. */
    shortQuantity: integer('short_quantity').notNull().default(0),
    /** Devices that came back and were replaced by an order of their own: none is owed for them. */
    replacedQuantity: integer('replaced_quantity').notNull().default(0),
    /** Line that was paid and that this one replaces; null for lines that are sold. */
    replacesItemId: text('replaces_item_id').references((): AnyPgColumn => orderItems.id, {
      onDelete: 'set null',
    }),
    /** How its product was tracked when it was ordered, or when open orders were last switched. */
    tracking: text({ enum: trackingModes }).notNull().default('quantity'),
    /** Cost of one unit when it was ordered; null if that was not known, and for devices, which have costs of their own. */
    unitCostCents: cents('unit_cost_cents'),
    /** Days for a change of mind when it was ordered, which a trigger copies; null for lines from before. */
    returnDays: integer('return_days'),
    /** Percent that the store retains after a change of mind, as the days. */
    restockingPercent: integer('restocking_percent'),
  },
  (t) => [
    check(
      'order_items_refunded',
      sql`0 <= ${t.returnedQuantity} and ${t.returnedQuantity} <= ${t.refundedQuantity} and ${t.refundedQuantity} <= ${t.quantity}`,
    ),
    check(
      'order_items_replaced',
      sql`${t.replacedQuantity} between 0 and ${t.quantity} - ${t.returnedQuantity}`,
    ),
    check('order_items_short', sql`${t.shortQuantity} between 0 and ${t.quantity} - ${t.returnedQuantity}`),
    check('order_items_quantity', sql`${t.quantity} > 0`),
    check('order_items_tax', sql`${t.taxCents} >= 0 and ${t.taxClass} in ('standard', 'reduced', 'none')`),
    check('order_items_price', sql`${t.unitPriceCents} >= 0`),
    check(
      'order_items_discount',
      sql`${t.discountCents} between 0 and ${t.unitPriceCents}::bigint * ${t.quantity}`,
    ),
    uniqueIndex('order_items_of_order').on(t.orderId, t.position),
    // Units sold of a product.
    index('order_items_of_product').on(t.productId),
    // Orders that wait for devices of a product.
    index('order_items_by_device').on(t.productId, t.orderId).where(sql`${t.tracking} = 'serial'`),
    // Replacements of a line.
    index('order_items_replacing').on(t.replacesItemId).where(sql`${t.replacesItemId} is not null`),
    // Orders with units that are not there.
    index('order_items_short_of').on(t.productId, t.orderId).where(sql`${t.shortQuantity} > 0`),
  ],
);

/** Append-only timeline; a step without a row has not happened. */
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

/** Edits by staff. The changes are stored as text, as they were shown at the time. */
export const orderEdits = pgTable(
  'order_edits',
  {
    id: id(),
    orderId: text('order_id')
      .notNull()
      .references(() => orders.id, { onDelete: 'cascade' }),
    /** Version of the order after the edit. */
    version: integer().notNull(),
    actorId: text('actor_id').references(() => users.id, { onDelete: 'set null' }),
    reason: text().notNull(),
    changes: jsonb().$type<EditChange[]>().notNull(),
    /** Changes of the address; emptied when the customer's data is erased. */
    addressChanges: jsonb('address_changes').$type<EditChange[]>().notNull(),
    totalBeforeCents: cents('total_before_cents').notNull(),
    totalAfterCents: cents('total_after_cents').notNull(),
    createdAt: createdAt(),
  },
  (t) => [uniqueIndex('order_edits_of_order').on(t.orderId, t.version)],
);

/** Internal notes of the staff, never shown to customers. */
export const orderNotes = pgTable(
  'order_notes',
  {
    id: id(),
    orderId: text('order_id')
      .notNull()
      .references(() => orders.id, { onDelete: 'cascade' }),
    authorId: text('author_id').references(() => users.id, { onDelete: 'set null' }),
    /** True if the shop wrote it. */
    isByShop: boolean('is_by_shop').notNull().default(false),
    text: text().notNull(),
    createdAt: createdAt(),
  },
  (t) => [index('order_notes_of_order').on(t.orderId, t.createdAt, t.id)],
);

/**
 * Encrypted billing details of paid orders whose personal data was erased, for the legally required invoice only.
 * Rows are deleted after the retention period (setting `invoiceKeptYears`).
 */
export const retainedInvoices = pgTable(
  'retained_invoices',
  {
    orderId: text('order_id')
      .primaryKey()
      .references(() => orders.id, { onDelete: 'cascade' }),
    encrypted: text().notNull(),
    /** Placement time of the order; the retention period counts from it. */
    orderedAt: timestamptz('ordered_at').notNull(),
  },
  (t) => [index('retained_invoices_oldest').on(t.orderedAt)],
);
