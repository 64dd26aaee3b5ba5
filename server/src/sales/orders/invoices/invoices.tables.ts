import type { Condition } from '@reprise/contract/catalog/products/conditions';
import type { Cents } from '@reprise/contract/money';
import type { TaxPart } from '@reprise/contract/sales/orders/invoice';
import { creditReasons, invoiceKinds } from '@reprise/contract/sales/orders/invoice';
import type { InvoiceAddress } from '@reprise/contract/sales/orders/order';
import type { ShippingMethod } from '@reprise/contract/sales/orders/pricing';
import type { PaymentMethod } from '@reprise/contract/sales/payments/payment-methods';
import { sql } from 'drizzle-orm';
import { type AnyPgColumn, boolean, check, index, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import { cents, createdAt, id, timestamptz } from '../../../platform/database/columns.ts';
import { orders } from '../orders.tables.ts';

/** Counter of each prefix. A row and not a sequence, because a rollback must return its number. */
export const invoiceSeries = pgTable(
  'invoice_series',
  {
    prefix: text().primaryKey(),
    firstNumber: integer('first_number').notNull(),
    nextNumber: integer('next_number').notNull(),
    createdAt: createdAt(),
  },
  (t) => [check('invoice_series_next', sql`${t.nextNumber} >= ${t.firstNumber}`)],
);

/** Contents of an order and its store at the time of an invoice, in cents. */
export type InvoiceContent = {
  orderedAt: string;
  store: { name: string; address: string; email: string; phone: string; taxId: string };
  paymentMethod: PaymentMethod;
  lines: {
    name: string;
    brand: string;
    condition: Condition;
    sku: string;
    quantity: number;
    price: Cents;
    lineTotal: Cents;
    /** Missing for orders placed before taxes were stored by line. */
    tax?: Cents;
    taxBasisPoints?: number;
  }[];
  subtotal: Cents;
  discount: Cents;
  discountCode: string | null;
  shipping: Cents;
  shippingMethod: ShippingMethod;
  orderTax: Cents;
  taxBasisPoints: number | null;
  /** Present if the tax is a part of the total. */
  taxIncluded?: true;
  /** Words of the owner about an order without tax. */
  exemption?: string;
  /** As in orders. */
  shippingTax?: Cents;
  shippingTaxBasisPoints?: number;
  /** The order by tax rate; missing in older documents. */
  orderTaxes?: TaxPart[];
  total: Cents;
};

/**
 * Invoices and credit notes as they were issued, in one series. A trigger rejects changes and deletions, except for the
 * erasure of the recipient.
 */
export const invoices = pgTable(
  'invoices',
  {
    id: id(),
    kind: text({ enum: invoiceKinds }).notNull(),
    prefix: text()
      .notNull()
      .references(() => invoiceSeries.prefix),
    sequence: integer().notNull(),
    /** Prefix and sequence. */
    number: text().notNull().unique(),
    /** Null if the order was deleted from the database. */
    orderId: text('order_id').references(() => orders.id, { onDelete: 'set null' }),
    orderNumber: text('order_number').notNull(),
    /** Version of the order that an invoice is of. */
    orderVersion: integer('order_version').notNull(),
    /** Invoice that a credit note credits. */
    creditsId: text('credits_id').references((): AnyPgColumn => invoices.id),
    creditReason: text('credit_reason', { enum: creditReasons }),
    creditedItems: jsonb('credited_items').$type<{ name: string; quantity: number }[]>().notNull(),
    amountCents: cents('amount_cents').notNull(),
    /** Tax in the amount. */
    taxCents: cents('tax_cents').notNull(),
    /** Both by rate, which add up to them; null for documents from before. */
    taxes: jsonb().$type<TaxPart[]>(),
    /** Place that the taxes are of; null for documents from before, which name it in their recipient. */
    taxCountry: text('tax_country'),
    taxState: text('tax_state'),
    isTest: boolean('is_test').notNull(),
    content: jsonb().$type<InvoiceContent>().notNull(),
    /** Null after the customer's data was erased; then encrypted for the retention period. */
    recipient: jsonb().$type<InvoiceAddress>(),
    recipientEncrypted: text('recipient_encrypted'),
    issuedAt: timestamptz('issued_at').notNull(),
  },
  (t) => [
    check('invoices_kind', sql`${t.kind} in ('invoice', 'credit-note')`),
    check(
      'invoices_credit',
      sql`(${t.kind} = 'credit-note') = (${t.creditsId} is not null) and (${t.creditsId} is null) = (${t.creditReason} is null)`,
    ),
    check(
      'invoices_credit_reason',
      sql`${t.creditReason} in ('refund', 'cancellation', 'edit', 'correction')`,
    ),
    check('invoices_number', sql`${t.number} = ${t.prefix} || ${t.sequence}`),
    check('invoices_tax', sql`${t.taxCents} between 0 and ${t.amountCents}`),
    index('invoices_of_order').on(t.orderId, t.issuedAt),
    index('invoices_of_invoice').on(t.creditsId).where(sql`${t.creditsId} is not null`),
    // The list and its search by order.
    index('invoices_newest').on(t.issuedAt, t.prefix, t.sequence),
    index('invoices_by_order_number').on(t.orderNumber),
    // Recipients past the retention period.
    index('invoices_retained').on(t.issuedAt).where(sql`${t.recipientEncrypted} is not null`),
  ],
);
