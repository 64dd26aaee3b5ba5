import type { TaxClass } from '@reprise/contract/foundations/tax-classes';
import type { Cents } from '@reprise/contract/money';
import type { ShippingAddressInput } from '@reprise/contract/sales/orders/order';
import { shippingMethods } from '@reprise/contract/sales/orders/pricing';
import { boolean, index, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import { users } from '../../../people/identity/identity.tables.ts';
import { cents, createdAt, id, timestamptz, updatedAt } from '../../../platform/database/columns.ts';
import type { StoredBilling } from '../customers/stored-billing.ts';
import { orders } from '../orders.tables.ts';

/** Line of a draft; `productId` is null for a custom line. */
export type DraftLine = {
  productId: string | null;
  name: string;
  sku: string;
  quantity: number;
  priceCents: Cents;
  /** Price as entered; missing unless tax was taken off it. */
  priceWithTaxCents?: Cents;
  /** Missing in drafts from before taxes were stored by line. */
  taxClass?: TaxClass;
  taxCents?: Cents | null;
  taxRateTenths?: number | null;
};

/** Orders that staff prepared and their customers have yet to accept. A draft becomes one order at most. */
export const draftOrders = pgTable(
  'draft_orders',
  {
    id: id(),
    number: text().notNull().unique(),
    version: integer().notNull().default(0),
    /** The draft is deleted with the account. */
    customerId: text('customer_id').references(() => users.id, { onDelete: 'cascade' }),
    email: text().notNull(),
    address: jsonb().$type<ShippingAddressInput>().notNull(),
    /** As in orders. */
    billing: jsonb().$type<StoredBilling>(),
    lines: jsonb().$type<DraftLine[]>().notNull(),
    shippingMethod: text('shipping_method', { enum: shippingMethods }).notNull(),
    isShippingSet: boolean('is_shipping_set').notNull(),
    subtotalCents: cents('subtotal_cents').notNull(),
    discountCents: cents('discount_cents').notNull(),
    shippingCents: cents('shipping_cents').notNull(),
    taxCents: cents('tax_cents').notNull(),
    taxRateTenths: integer('tax_rate_tenths').notNull(),
    /** As in orders. */
    reducedTaxRateTenths: integer('reduced_tax_rate_tenths'),
    shippingTaxCents: cents('shipping_tax_cents'),
    shippingTaxRateTenths: integer('shipping_tax_rate_tenths'),
    taxIncluded: boolean('tax_included').notNull(),
    /** As in orders. */
    taxOffTenths: integer('tax_off_tenths'),
    reducedTaxOffTenths: integer('reduced_tax_off_tenths'),
    /** Entered amounts with tax; null unless it was taken off. */
    entered: jsonb().$type<{ discountCents: Cents; shippingCents: Cents }>(),
    /** True if its order has no tax for the VAT number of its business. */
    isExempt: boolean('is_exempt').notNull().default(false),
    totalCents: cents('total_cents').notNull(),
    /** Shipping rule of the day, which edits of the order follow. */
    freeShippingThresholdCents: cents('free_shipping_threshold_cents').notNull(),
    standardShippingCents: cents('standard_shipping_cents').notNull(),
    expressShippingCents: cents('express_shipping_cents').notNull(),
    createdBy: text('created_by').notNull(),
    sentAt: timestamptz('sent_at'),
    expiresAt: timestamptz('expires_at').notNull(),
    cancelledAt: timestamptz('cancelled_at'),
    orderId: text('order_id').references(() => orders.id, { onDelete: 'set null' }),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    // The list, and its oldest for the retention.
    index('draft_orders_newest').on(t.createdAt, t.id),
    index('draft_orders_expired').on(t.expiresAt),
    // Erasure of an account or of a guest.
    index('draft_orders_of_customer').on(t.customerId),
    index('draft_orders_of_email').on(t.email),
    index('draft_orders_of_order').on(t.orderId),
  ],
);

export type DraftRow = typeof draftOrders.$inferSelect;
