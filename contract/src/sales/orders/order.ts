import { z } from 'zod';
import { claimedMoney, isoDateTime, money, text } from '../../wire.ts';
import { cartTotals, orderItems, unitNumber } from '../cart.ts';
import { discountCode } from '../discounts/discount-code.ts';
import { manualMethods, paymentMethods } from '../payments/payment-methods.ts';
import { billing, billingInput } from './billing.ts';
import { orderLine } from './order-line.ts';
import { orderParcel } from './order-parcel.ts';
import { orderStatuses, paymentStatuses, timelineStatuses } from './order-status.ts';
import { shippingMethods } from './pricing.ts';
import { addressFields, optionalParts, withRequiredParts } from './shipping-address.ts';
import { exemption } from './tax/exemption.ts';

export const shippingAddressInput = withRequiredParts(
  z.object({ ...addressFields, ...optionalParts }, 'A shipping address is required'),
).meta({ id: 'ShippingAddressInput' });
export type ShippingAddressInput = z.output<typeof shippingAddressInput>;

/** Limits on unpaid orders per account with a confirmed address, else per network; staff orders have none. */
export const orderLimits = {
  maxOpenOrders: 5,
  /** Units in open orders. */
  maxOpenUnits: 20,
  maxRecentOrders: 10,
  recentMinutes: 10,
} as const;

export const newOrder = z
  .object({
    items: orderItems,
    /** An order that is collected takes name, email and phone of it: its address becomes that of the counter. */
    shippingAddress: shippingAddressInput,
    /** Missing: billed as shipped, to a person. */
    billing: billingInput.optional(),
    paymentMethod: z.literal('card', 'Payment is by card'),
    /** Total expected by the caller: compared, never charged. */
    total: claimedMoney.optional(),
    shippingMethod: z.enum(shippingMethods).optional(),
    /** Number shown to the customer while the response was pending. */
    clientReference: text(64).optional(),
    /** Id of an unpaid order of the same customer that this order replaces. */
    replaces: text(64).optional(),
    discountCode: discountCode.optional(),
    /** Token of rates of the carriers; without a valid one the rates of the settings are charged. */
    shippingQuote: text(300).optional(),
  })
  .meta({ id: 'NewOrder' });
export type NewOrder = z.output<typeof newOrder>;

export const orderEvent = z
  .object({
    id: z.string(),
    status: z.enum(timelineStatuses),
    description: z.string(),
    location: z.string().nullable(),
    completed: z.boolean(),
    date: isoDateTime,
  })
  .meta({ id: 'OrderEvent' });
export type OrderEvent = z.output<typeof orderEvent>;

export const shippingAddress = z
  .object({
    name: z.string(),
    firstName: z.string(),
    lastName: z.string(),
    email: z.string(),
    phone: z.string(),
    address: z.string(),
    /** Missing in responses stored by earlier releases. */
    address2: z.string().optional(),
    city: z.string(),
    state: z.string(),
    zipCode: z.string(),
    country: z.string(),
    /** Lines after the name in the order of the country; missing in responses stored by earlier releases. */
    lines: z.array(z.string()).optional(),
  })
  .meta({ id: 'ShippingAddress' });

/**
 * `awaiting-approval`: above the limit, nothing reserved; `requested`: not sent; `pending`: at the processor; `failed`:
 * rejected by the processor; `declined`: rejected by a person.
 */
export const refundStatuses = [
  'awaiting-approval',
  'requested',
  'pending',
  'succeeded',
  'failed',
  'declined',
] as const;
export type RefundStatus = (typeof refundStatuses)[number];

/**
 * Part of an order that the refund of an amount is of: `goods` have the tax left on the goods, `shipping` that charged on
 * it, `goodwill` that of goods or none, as the store has set.
 */
export const refundKinds = ['goods', 'shipping', 'goodwill'] as const;
export type RefundKind = (typeof refundKinds)[number];

export const refund = z
  .object({
    id: z.string(),
    amount: money,
    reason: z.string(),
    status: z.enum(refundStatuses),
    failure: z.string().nullable(),
    declineReason: z.string().nullable(),
    /** Part that the amount is of; missing if it is of goods and shipping. */
    kind: z.enum(refundKinds).optional(),
    /** How staff returned the money themselves, because the page that took the payment is not connected any more. */
    byHand: z.object({ method: z.enum(manualMethods), reference: z.string() }).optional(),
    /** Refunded units, if the refund names any. */
    items: z
      .array(
        z.object({
          name: z.string(),
          quantity: z.number().int(),
          /** Numbers of the devices that came back with it. */
          units: z.array(z.string()).optional(),
          /** Units that came back but are not in stock: devices are, once they are listed again. */
          unlisted: z.number().int(),
        }),
      )
      .optional(),
    /** True if these units came back. */
    restocked: z.boolean().optional(),
    createdAt: isoDateTime,
  })
  .meta({ id: 'Refund' });
export type Refund = z.output<typeof refund>;

/** `needs-review`: the received amount differs from the requested one; an administrator decides. */
export const storedPaymentStatuses = [
  'created',
  'succeeded',
  'cancelled',
  'refunded',
  'needs-review',
] as const;

/**
 * `needs-response`: evidence is due; `under-review`: the bank decides; `closed`: ended without a decision, as a warning
 * that led to no chargeback.
 */
export const disputeStatuses = ['needs-response', 'under-review', 'won', 'lost', 'closed'] as const;
export type DisputeStatus = (typeof disputeStatuses)[number];

/** Dispute of a payment by its cardholder (chargeback). */
export const dispute = z
  .object({
    id: z.string(),
    amount: money,
    /** Reason of the cardholder in Stripe's words: "fraudulent". */
    reason: z.string(),
    status: z.enum(disputeStatuses),
    /** Deadline of the evidence; null without one. */
    evidenceDueBy: isoDateTime.nullable(),
    /** True while the processor holds the amount back. */
    areFundsWithdrawn: z.boolean(),
    /** Page of the processor that takes the evidence. */
    url: z.string(),
    openedAt: isoDateTime,
  })
  .meta({ id: 'Dispute' });
export type Dispute = z.output<typeof dispute>;

export const orderPayment = z
  .object({
    id: z.string(),
    /** `adapter`: the page of another processor; `manual`: recorded by staff; `channel`: received by a sales channel. */
    processor: z.enum(['test', 'stripe', 'adapter', 'manual', 'channel']),
    /** Name of the page of an `adapter`; null for others, and for payments from before several pages. */
    page: z.string().nullable(),
    /** Id at the processor; of a recorded payment, its own; of a channel, the number of its order. */
    intentId: z.string(),
    status: z.enum(storedPaymentStatuses),
    /** Payment method; not meaningful while the payment is open. */
    method: z.enum(paymentMethods),
    amount: money,
    /** Amount refunded or being refunded. */
    refunded: money,
    /** Rest of a cancelled order's payment that a job is about to refund. */
    refunding: money,
    /** Amount that can still be refunded. */
    refundable: money,
    /** True if the page that took it is not connected any more: staff return its money themselves and record that. */
    isDisconnected: z.boolean(),
    /** True for a live payment, false in test mode. */
    livemode: z.boolean(),
    /** Receipt or transfer number of a recorded payment, and a note of staff. */
    reference: z.string(),
    note: z.string(),
    createdAt: isoDateTime,
    refunds: z.array(refund),
    disputes: z.array(dispute),
  })
  .meta({ id: 'OrderPayment' });
export type OrderPayment = z.output<typeof orderPayment>;

/** Billing recipient of an invoice. */
export const invoiceAddress = z
  .object({
    name: z.string(),
    address: z.string(),
    /** Missing in invoices retained by earlier releases. */
    address2: z.string().optional(),
    city: z.string(),
    state: z.string(),
    zipCode: z.string(),
    country: z.string(),
    /** As in shipping addresses. */
    lines: z.array(z.string()).optional(),
    company: z.string().optional(),
    vatNumber: z.string().optional(),
    /** Present if the order was shipped to another address. */
    isShippedElsewhere: z.literal(true).optional(),
  })
  .meta({ id: 'InvoiceAddress' });
export type InvoiceAddress = z.output<typeof invoiceAddress>;

export const order = z
  .object({
    id: z.string(),
    orderNumber: z.string(),
    clientReference: z.string().nullable(),
    status: z.enum(orderStatuses),
    paymentStatus: z.enum(paymentStatuses),
    /** Payment method; card unless paid otherwise. */
    paymentMethod: z.enum(paymentMethods),
    /** Paid in test mode: no money was received. */
    isTestPaid: z.boolean(),
    items: z.array(orderLine),
    ...cartTotals.shape,
    /** Code that the order was placed with; missing without one. */
    discountCode: z.string().optional(),
    /** Tax rate of the order, such as 887.5 for 8.875%; null or missing if the order is older than the field. */
    taxBasisPoints: z.number().nullish(),
    /** Present if the tax is a part of the total, not added to it. */
    taxIncluded: z.literal(true).optional(),
    /** Tax on the shipping and its rate; missing if it was not taxed, or if the order is older than the fields. */
    shippingTax: money.optional(),
    shippingTaxBasisPoints: z.number().optional(),
    /** Present if the order has no tax because of its VAT number. */
    exemption: exemption.optional(),
    /** Same as `total`, for older clients. */
    totalPrice: money,
    shippingMethod: z.enum(shippingMethods),
    shippingAddress,
    /** Missing if the order is billed as it is shipped, to a person. */
    billing: billing.optional(),
    user: z.object({ id: z.string().nullable(), name: z.string(), email: z.string() }),
    carrier: z.string().nullable(),
    trackingNumber: z.string().nullable(),
    /** Parcels that have left, of an order that leaves in several; carrier and number above are those of the newest. */
    parcels: z.array(orderParcel).optional(),
    /** Present while a part of the order has left and the rest has not. */
    isPartlyShipped: z.literal(true).optional(),
    /** Earliest delivery. */
    estimatedDelivery: isoDateTime,
    /** Latest delivery. */
    latestDelivery: isoDateTime,
    /** When the unpaid order is cancelled and its stock returns; null for an order that reserves nothing. */
    reservedUntil: isoDateTime.nullable(),
    /** Present from the first packed device until the order ships: its customer cannot cancel it any more. */
    isBeingPacked: z.literal(true).optional(),
    /** Present of an order that replaces items free of charge: numbers of the first order and of its return. */
    replaces: z.object({ order: z.string(), return: z.string() }).optional(),
    /** Devices that were not scanned: to pack, or gone without a scan; missing without any. */
    devicesToScan: z.number().int().optional(),
    events: z.array(orderEvent),
    /** Number of edits by staff and the time of the last; missing for an order that was never edited. */
    version: z.number().int().optional(),
    editedAt: isoDateTime.optional(),
    /** Amount that the customer has to pay for an edited order. */
    amountDue: money.optional(),
    /** Newest first; only for administrators reading a single order. */
    payments: z.array(orderPayment).optional(),
    /** For administrators: billing recipient of an order whose person was erased. */
    invoiceAddress: invoiceAddress.optional(),
    createdAt: isoDateTime,
    updatedAt: isoDateTime,
  })
  .meta({ id: 'Order' });
export type Order = z.output<typeof order>;

/** Devices that one call takes back by number. */
export const maxReturnedUnits = 100;

export const statusChange = z
  .object({
    status: z.enum(orderStatuses, 'Choose one of the five statuses'),
    trackingNumber: text(64)
      .refine((value) => !/\p{Cc}/u.test(value), 'Contains characters that cannot be printed')
      .nullish(),
    carrier: text(100).nullish(),
    /** On cancelling a shipped order: false if its items did not come back, so that they do not return to stock. */
    itemsReturned: z.boolean().optional(),
    /** On cancelling a shipped order: unit numbers of its devices that came back; the others are on their way back. */
    units: z.array(unitNumber).max(maxReturnedUnits).optional(),
    /** Status that the caller saw; EDIT_CONFLICT if the order has another one by now. */
    seenStatus: z.enum(orderStatuses).optional(),
  })
  .meta({ id: 'StatusChange' });
export type StatusChange = z.output<typeof statusChange>;

/** Tracking of a parcel, without its recipient. */
export const tracking = z
  .object({
    /** Null for a lookup by carrier number, except by the signed-in buyer. */
    orderNumber: z.string().nullable(),
    status: z.enum(orderStatuses),
    /** Present if the order is collected at the counter: its delivery is the day on which it is ready. */
    shippingMethod: z.literal('pickup').optional(),
    estimatedDelivery: isoDateTime,
    latestDelivery: isoDateTime,
    carrier: z.string().nullable(),
    trackingNumber: z.string().nullable(),
    timeline: z.array(
      z.object({
        status: z.enum(timelineStatuses),
        description: z.string(),
        location: z.string().nullable(),
        completed: z.boolean(),
        date: isoDateTime.nullable(),
      }),
    ),
    /** Whole order, for the order number with its email or for the signed-in buyer. */
    order: order.nullable(),
    /** Access token of a guest order found by its number and email. */
    accessToken: z.string().optional(),
  })
  .meta({ id: 'Tracking' });
export type Tracking = z.output<typeof tracking>;

/** Reduced result for the number shown at checkout, which is a guessable timestamp. */
export const receivedOrder = z
  .object({ received: z.literal(true), message: z.string() })
  .meta({ id: 'ReceivedOrder' });
export type ReceivedOrder = z.output<typeof receivedOrder>;

export const receivedOrderMessage = 'We have received this order; its number is in the mail we sent you.';

/** Shorter Idempotency-Keys are guessable, so they find no order. */
export const minKeyLengthForLookup = 22;

/** Unpaid order that TOO_MANY_UNPAID lists, if visible to the caller. */
export type OpenOrder = { id: string; orderNumber: string; total: number; reservedUntil: string | null };
