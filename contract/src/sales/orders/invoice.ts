import { z } from 'zod';
import { conditions } from '../../catalog/products/conditions.ts';
import { isoDateTime, money } from '../../wire.ts';
import { paymentMethods } from '../payments/payment-methods.ts';
import { invoiceAddress } from './order.ts';
import { shippingMethods } from './pricing.ts';

export const invoiceKinds = ['invoice', 'credit-note'] as const;
export type InvoiceKind = (typeof invoiceKinds)[number];

/** Cause of a credit note; `correction`: a refund that it would have credited has failed. */
export const creditReasons = ['refund', 'cancellation', 'edit', 'correction'] as const;
export type CreditReason = (typeof creditReasons)[number];

/** Line of the invoice list. */
export const invoiceSummary = z
  .object({
    id: z.string(),
    kind: z.enum(invoiceKinds),
    /** Prefix and number, unique: "INV-12". */
    number: z.string(),
    issuedAt: isoDateTime,
    orderNumber: z.string(),
    /** Billing recipient; empty after the customer's data was erased. */
    recipientName: z.string(),
    /** Amount invoiced or credited, with the tax in it. */
    amount: money,
    tax: money,
    /** Number of the invoice that a credit note credits. */
    credits: z.string().nullable(),
    creditReason: z.enum(creditReasons).nullable(),
    /** True for an order that was paid in test mode. */
    isTest: z.boolean(),
  })
  .meta({ id: 'InvoiceSummary' });
export type InvoiceSummary = z.output<typeof invoiceSummary>;

/** Part of an amount at one tax rate; the rate is null if the order is older than the field. */
export const taxPart = z
  .object({ basisPoints: z.number().nullable(), amount: money, tax: money })
  .meta({ id: 'TaxPart' });
export type TaxPart = z.output<typeof taxPart>;

export const invoiceLine = z
  .object({
    name: z.string(),
    brand: z.string(),
    condition: z.enum(conditions),
    sku: z.string(),
    quantity: z.number().int(),
    price: money,
    lineTotal: money,
    /** Tax of the line and its rate; missing if the order is older than the fields. */
    tax: money.optional(),
    taxBasisPoints: z.number().optional(),
  })
  .meta({ id: 'InvoiceLine' });

/** Invoice or credit note at the time of its issue; later changes of order and store do not affect it. */
export const invoice = invoiceSummary
  .extend({
    orderedAt: isoDateTime,
    store: z.object({
      name: z.string(),
      address: z.string(),
      email: z.string(),
      phone: z.string(),
      taxId: z.string(),
    }),
    /** Null after the customer's data was erased, except for staff within the retention period. */
    recipient: invoiceAddress.nullable(),
    paymentMethod: z.enum(paymentMethods),
    /** Contents of the order, also on its credit notes. */
    lines: z.array(invoiceLine),
    subtotal: money,
    discount: money,
    discountCode: z.string().nullable(),
    shipping: money,
    shippingMethod: z.enum(shippingMethods),
    orderTax: money,
    /** `amount` and `tax` of this document by tax rate; empty if it is older than the field. */
    taxes: z.array(taxPart),
    /** Total and tax of the order by rate. */
    orderTaxes: z.array(taxPart).optional(),
    /** Standard tax rate, such as 887.5 for 8.875%; null if the order is older than the field. */
    taxBasisPoints: z.number().nullable(),
    /** Present if the tax is a part of the total. */
    taxIncluded: z.literal(true).optional(),
    /** Words of the owner about an order without tax; missing if it has tax. */
    exemption: z.string().optional(),
    /** Total of the order; an invoice is for less if a part was refunded before. */
    total: money,
    /** Refunded units that a credit note names. */
    creditedItems: z.array(z.object({ name: z.string(), quantity: z.number().int() })),
  })
  .meta({ id: 'Invoice' });
export type Invoice = z.output<typeof invoice>;
