import { ChannelRefusal } from '@reprise/extension/channel';
import { type Cents, toCents } from '@reprise/extension/money';
import { z } from 'zod';

// Parts of the objects of eBay's Sell APIs that the shop reads: https://developer.ebay.com/api-docs/sell/static/sell-landing.html

const amount = z.object({ value: z.string().regex(/^-?\d{1,9}(\.\d{1,4})?$/), currency: z.string() });
export type Amount = z.output<typeof amount>;

const text = z.string().nullish();

export const offers = z.object({
  offers: z
    .array(z.object({ offerId: z.string(), status: text, listing: z.object({ listingId: text }).nullish() }))
    .nullish(),
});
export const madeOffer = z.object({ offerId: z.string() });
export const publishedOffer = z.object({ listingId: z.string() });

export const changeResults = z.object({
  responses: z
    .array(
      z.object({ sku: text, offerId: text, statusCode: z.number(), errors: z.array(z.unknown()).nullish() }),
    )
    .nullish(),
});

const refund = z.object({ refundId: text, amount: amount.nullish(), refundStatus: text });

export const order = z.object({
  orderId: z.string(),
  creationDate: z.string(),
  lastModifiedDate: z.string(),
  orderPaymentStatus: z.string(),
  cancelStatus: z.object({ cancelState: z.string() }).nullish(),
  buyer: z.object({ username: text }).nullish(),
  fulfillmentStartInstructions: z
    .array(
      z.object({
        shippingStep: z
          .object({
            shipTo: z
              .object({
                fullName: text,
                primaryPhone: z.object({ phoneNumber: text }).nullish(),
                contactAddress: z
                  .object({
                    addressLine1: text,
                    addressLine2: text,
                    city: text,
                    stateOrProvince: text,
                    postalCode: text,
                    countryCode: text,
                  })
                  .nullish(),
              })
              .nullish(),
          })
          .nullish(),
      }),
    )
    .nullish(),
  lineItems: z.array(
    z.object({
      lineItemId: z.string(),
      sku: text,
      title: text,
      quantity: z.number().int().positive(),
      lineItemCost: amount,
      ebayCollectAndRemitTaxes: z.array(z.object({ amount })).nullish(),
    }),
  ),
  pricingSummary: z.object({
    deliveryCost: amount.nullish(),
    deliveryDiscount: amount.nullish(),
    priceDiscount: amount.nullish(),
    adjustment: amount.nullish(),
    fee: amount.nullish(),
  }),
  paymentSummary: z.object({ refunds: z.array(refund).nullish() }).nullish(),
  totalMarketplaceFee: amount.nullish(),
});
export type EbayOrder = z.output<typeof order>;
export type EbayRefund = z.output<typeof refund>;

export const orderPage = z.object({
  orders: z.array(order).nullish(),
  total: z.number().nullish(),
  next: text,
});

export const madeRefund = z.object({ refundId: text, refundStatus: text });

const named = { name: text };
export const fulfillmentPolicies = z.object({
  fulfillmentPolicies: z.array(z.object({ fulfillmentPolicyId: z.string(), ...named })).nullish(),
});
export const paymentPolicies = z.object({
  paymentPolicies: z.array(z.object({ paymentPolicyId: z.string(), ...named })).nullish(),
});
export const returnPolicies = z.object({
  returnPolicies: z.array(z.object({ returnPolicyId: z.string(), ...named })).nullish(),
});
export const locations = z.object({
  locations: z.array(z.object({ merchantLocationKey: z.string(), ...named })).nullish(),
});

/** That of EBAY_US, on which the shop sells. */
export const currency = 'USD';

export const amountOf = (value: Cents): Amount => ({ value: (value / 100).toFixed(2), currency });

/** Returns an amount, which may be negative, in cents; 0 without one. */
export function centsOf(value: Amount | null | undefined): Cents {
  if (!value) return toCents(0);
  if (value.currency !== currency)
    throw new ChannelRefusal(`The amount is in ${value.currency}; the shop sells in ${currency}.`);
  return toCents(Number(value.value));
}
