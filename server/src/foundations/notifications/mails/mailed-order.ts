import { conditions } from '@reprise/contract/catalog/products/conditions';
import { type Cents, cents } from '@reprise/contract/money';
import { shippingMethods } from '@reprise/contract/sales/orders/pricing';
import { paymentMethods } from '@reprise/contract/sales/payments/payment-methods';
import { identifierKinds } from '@reprise/contract/workshop/units/identifiers';
import { z } from 'zod';

export const amount = z.custom<Cents>((value) => Number.isSafeInteger(value));

/** The parts of an order that mails show. */
export const mailedOrder = z.object({
  id: z.string().optional(),
  orderNumber: z.string(),
  items: z.array(
    z.object({
      product: z.object({
        name: z.string(),
        brand: z.string(),
        /** Missing in mails stored by earlier releases. */
        condition: z.enum(conditions).optional(),
        /** Image path or URL; missing without an image. */
        image: z.string().optional(),
      }),
      quantity: z.number(),
      lineTotal: amount,
      /** Devices that were sent; missing without any. */
      devices: z
        .array(
          z.object({
            number: z.string(),
            identifiers: z.array(z.object({ kind: z.enum(identifierKinds), value: z.string() })),
          }),
        )
        .optional(),
    }),
  ),
  subtotal: amount,
  /** Missing in mails stored by earlier releases. */
  discount: amount.optional(),
  shipping: amount,
  tax: amount,
  /** Present if the tax is a part of the total. */
  taxIncluded: z.literal(true).optional(),
  total: amount,
  shippingAddress: z.object({
    name: z.string(),
    firstName: z.string(),
    address: z.string(),
    /** Missing in mails stored by earlier releases. */
    address2: z.string().optional(),
    city: z.string(),
    state: z.string(),
    zipCode: z.string(),
    country: z.string(),
    /** Missing in mails stored by earlier releases. */
    lines: z.array(z.string()).optional(),
  }),
  /** Lines of who the order is billed to; missing if that is who it is shipped to. */
  billedTo: z.array(z.string()).optional(),
  /** Missing in mails stored by earlier releases. */
  shippingMethod: z.enum(shippingMethods).optional(),
  /** Counter of an order that is collected, as the settings have it when the mail is written. */
  counter: z.object({ hours: z.string(), instructions: z.string() }).optional(),
  paymentStatus: z.string(),
  paymentMethod: z.enum(paymentMethods).default('card'),
  carrier: z.string().nullable(),
  trackingNumber: z.string().nullable(),
  estimatedDelivery: z.string(),
  /** Missing in mails stored by earlier releases. */
  latestDelivery: z.string().optional(),
  /** True while the customer has to pay. */
  isPaymentDue: z.boolean().optional(),
  /** Amount to pay of an order that staff edited. */
  amountDue: amount.optional(),
  /** End of the stock reservation of an unpaid order. */
  reservedUntil: z.string().nullable().optional(),
  /** True if the order was paid in test mode. */
  isTestPaid: z.boolean().optional(),
  /** Items of the last parcel of an order that left in several. */
  lastParcel: z.array(z.string()).optional(),
  /** Link to pay the order; grants access to it. */
  payLink: z.string().optional(),
});
export type MailedOrder = z.output<typeof mailedOrder>;

/** Invented order for previews. */
export const exampleOrder: MailedOrder = {
  orderNumber: 'MJ-EXAMPLE',
  items: [
    {
      product: { name: 'iPhone 13 128 GB', brand: 'Apple', condition: 'excellent' },
      quantity: 1,
      lineTotal: cents(49_900),
    },
  ],
  subtotal: cents(49_900),
  shipping: cents(0),
  tax: cents(3992),
  total: cents(53_892),
  shippingAddress: {
    name: 'Ada Lovelace',
    firstName: 'Ada',
    address: '12 Harbor Street',
    city: 'Portland',
    state: 'OR',
    zipCode: '97201',
    country: 'United States',
  },
  paymentStatus: 'paid',
  paymentMethod: 'card',
  carrier: 'UPS',
  trackingNumber: '1Z999AA10123456784',
  estimatedDelivery: '2026-12-02T12:00:00.000Z',
  latestDelivery: '2026-12-08T12:00:00.000Z',
};
