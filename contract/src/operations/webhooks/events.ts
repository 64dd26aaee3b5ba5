import { z } from 'zod';
import { conditions } from '../../catalog/products/conditions.ts';
import { orderStatuses, paymentStatuses } from '../../sales/orders/order-status.ts';
import { returnStates, returnWishes } from '../../sales/returns/return-states.ts';
import { isoDateTime, money } from '../../wire.ts';
import { unitStates } from '../../workshop/units/unit-states.ts';

// Payloads have ids and figures, no names or addresses of persons: a receiver reads those by the API, with a token.

const product = z.object({
  id: z.string(),
  sku: z.string(),
  price: money,
  condition: z.enum(conditions),
  stockCount: z.number().int(),
  /** False for drafts and archived products. */
  onSale: z.boolean(),
});

const order = z.object({
  id: z.string(),
  orderNumber: z.string(),
  status: z.enum(orderStatuses),
  paymentStatus: z.enum(paymentStatuses),
  total: money,
  refunded: money,
});

/** Parcel of an order that leaves in several. */
const parcel = z.object({
  id: z.string(),
  orderId: z.string(),
  /** From 1. */
  number: z.number().int(),
  /** True for the parcel with the rest of the order. */
  last: z.boolean(),
});

const shortLine = z.object({
  /** Id of the line of an order that waits for a device that is not there. */
  id: z.string(),
  orderId: z.string(),
  productId: z.string(),
  shortQuantity: z.number().int(),
});

const payment = z.object({
  id: z.string(),
  orderId: z.string(),
  amount: money,
  /** False for a test payment, by which no money was received. */
  livemode: z.boolean(),
});

const refund = z.object({ id: z.string(), orderId: z.string(), paymentId: z.string(), amount: money });

const unit = z.object({
  id: z.string(),
  number: z.string(),
  modelKey: z.string(),
  productId: z.string().nullable(),
  state: z.enum(unitStates),
  /** True while it was not scanned for its order: another device may be the one that is sent. */
  assumed: z.boolean(),
});

const orderReturn = z.object({
  id: z.string(),
  number: z.string(),
  orderId: z.string(),
  state: z.enum(returnStates),
  wish: z.enum(returnWishes),
});

const review = z.object({
  id: z.string(),
  /** Null after the product was deleted. */
  productId: z.string().nullable(),
  /** 1 to 5. */
  rating: z.number().int(),
  hidden: z.boolean(),
});

/** Data of each type of event. The object of an event, whose events arrive in order, is the one with `id`. */
export const webhookEventData = {
  'product.created': product,
  'product.updated': product,
  'product.deleted': z.object({ id: z.string(), sku: z.string() }),
  'stock.changed': z.object({
    /** Id of the product. */
    id: z.string(),
    change: z.number().int(),
    stockCount: z.number().int(),
  }),
  'order.placed': order,
  'order.updated': order,
  'order.paid': order,
  'order.shipped': order,
  'order.delivered': order,
  'order.cancelled': order,
  'parcel.shipped': parcel,
  'parcel.delivered': parcel,
  'line.short': shortLine,
  'payment.succeeded': payment,
  'refund.succeeded': refund,
  'return.opened': orderReturn,
  'return.approved': orderReturn,
  'return.sent': orderReturn,
  'return.received': orderReturn,
  'return.closed': orderReturn,
  'return.refused': orderReturn,
  'return.cancelled': orderReturn,
  'return.expired': orderReturn,
  'customer.created': z.object({ id: z.string() }),
  'customer.deleted': z.object({ id: z.string() }),
  'review.created': review,
  'review.updated': review,
  'unit.received': unit,
  /** Each move; some have a more exact event beside it, named after the new state. */
  'unit.moved': unit,
  'unit.listed': unit,
  /** It left the sale for another reason than an order. */
  'unit.delisted': unit,
  /** It was packed for an order. */
  'unit.allocated': unit,
  'unit.shipped': unit,
  'unit.returned': unit,
  'unit.gone': unit,
  'unit.tested': unit,
  'unit.wiped': unit,
  'unit.graded': unit,
  'unit.missing': unit,
  'unit.found': unit,
  'lot.closed': z.object({ id: z.string(), number: z.string() }),
  /** Sent by the screen only. */
  'webhook.test': z.object({ id: z.string() }),
};

export type WebhookEventType = keyof typeof webhookEventData;

export const webhookEventTypes = Object.keys(webhookEventData) as [WebhookEventType, ...WebhookEventType[]];

/** Types that an endpoint subscribes to. */
export const subscribableTypes = webhookEventTypes.filter((type) => type !== 'webhook.test') as [
  WebhookEventType,
  ...WebhookEventType[],
];

/** Version of the bodies, in which amounts are in major units. A change that would break receivers gets a new one. */
export const webhookVersion = 1;

/** Returns the body of an event of the type. */
export const webhookBody = <Type extends WebhookEventType>(type: Type) =>
  z.object({
    type: z.literal(type),
    /** Missing in events of earlier releases, which are of version 1. */
    version: z.literal(webhookVersion).default(webhookVersion),
    /** When it became true; older than the delivery if a delivery failed. */
    timestamp: isoDateTime,
    /** ISO 4217, of every amount below; missing in events of earlier releases, which are in US dollars. */
    currency: z.string().optional(),
    data: webhookEventData[type],
  });

/** Bodies by type, for the API reference. */
export const webhookBodies = Object.fromEntries(webhookEventTypes.map((type) => [type, webhookBody(type)]));
