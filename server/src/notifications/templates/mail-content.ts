import { conditions } from '@reprise/contract/catalog/conditions';
import type { Cents } from '@reprise/contract/money';
import { paymentMethods } from '@reprise/contract/payments/payment-methods';
import { z } from 'zod';

const amount = z.custom<Cents>((value) => Number.isSafeInteger(value));

/** What a mail says of an order; the rest of the order stays out of the job. */
const mailedOrder = z.object({
  id: z.string().optional(),
  orderNumber: z.string(),
  items: z.array(
    z.object({
      product: z.object({ name: z.string(), brand: z.string() }),
      quantity: z.number(),
      lineTotal: amount,
    }),
  ),
  subtotal: amount,
  shipping: amount,
  tax: amount,
  total: amount,
  shippingAddress: z.object({
    name: z.string(),
    firstName: z.string(),
    address: z.string(),
    city: z.string(),
    state: z.string(),
    zipCode: z.string(),
    country: z.string(),
  }),
  paymentStatus: z.string(),
  paymentMethod: z.enum(paymentMethods).default('card'),
  carrier: z.string().nullable(),
  trackingNumber: z.string().nullable(),
  estimatedDelivery: z.string(),
  /** Where an order that is not paid yet can be paid; opens the order for whoever holds it. */
  payLink: z.string().optional(),
});
export type MailedOrder = z.output<typeof mailedOrder>;

/** One mail per `eventKey`, however often it is asked for; `to` is one address. */
const envelope = { eventKey: z.string(), to: z.string() };

const orderMail = <Kind extends string>(kind: Kind) =>
  z.object({
    kind: z.literal(kind),
    ...envelope,
    order: mailedOrder,
    /** Somebody of the staff wants this very mail sent, whatever mails the store sends by itself. */
    asked: z.boolean().optional(),
    /** Staff caused the mail: it is not counted in the budget of its address. */
    byStaff: z.boolean().optional(),
  });
const accountMail = <Kind extends string>(kind: Kind) =>
  z.object({ kind: z.literal(kind), ...envelope, name: z.string(), link: z.string() });

/** What happened to one of several orders. */
const orderUpdate = z.object({
  orderNumber: z.string(),
  about: z.enum(['order-placed', 'order-shipped', 'order-delivered', 'order-cancelled', 'order-refunded']),
  total: amount,
});
export type OrderUpdate = z.output<typeof orderUpdate>;

/** What a mail says of a product somebody waits for. */
const alertMail = <Kind extends string>(kind: Kind) =>
  z.object({
    kind: z.literal(kind),
    ...envelope,
    product: z.object({ name: z.string(), slug: z.string(), price: amount }),
  });

/** What the weekly mail says of a product. */
const mailedDeal = z.object({
  name: z.string(),
  slug: z.string(),
  /** An address of ours or elsewhere; null where the product has none. */
  image: z.string().nullable(),
  condition: z.enum(conditions),
  price: amount,
  originalPrice: amount,
});
export type MailedDeal = z.output<typeof mailedDeal>;

/** What a user is told about the safety of their account, or an owner about that of the store. */
export const securityNotices = [
  'new-device',
  'password-changed',
  'email-changed',
  'two-factor-on',
  'two-factor-off',
  'recovery-codes-renewed',
  'recovery-code-used',
  'passkey-added',
  'passkey-removed',
  'factors-reset',
  'changed-by-staff',
  'staff-added',
  'payment-keys-changed',
] as const;
export type SecurityNotice = (typeof securityNotices)[number];

/**
 * One mail with everything it says and the links that act for its recipient. It exists while a mail is written, never
 * in a table: what is queued is a MailRequest.
 */
export const mailContent = z.discriminatedUnion('kind', [
  orderMail('order-placed'),
  orderMail('order-shipped'),
  orderMail('order-delivered'),
  orderMail('order-cancelled'),
  orderMail('order-refunded').extend({ refund: amount }),
  /** Several mails about unpaid orders as one. */
  z.object({
    kind: z.literal('order-updates'),
    ...envelope,
    updates: z.array(orderUpdate),
    /** Updates that the mail does not name. */
    more: z.number(),
  }),
  accountMail('password-reset'),
  accountMail('invitation'),
  accountMail('verify-email'),
  /** Goes to an address that nobody has proved: it holds no name. */
  z.object({ kind: z.literal('email-change'), ...envelope, link: z.string() }),
  /** Goes to the owner of an address that another account was to be changed to. */
  z.object({ kind: z.literal('email-in-use'), ...envelope }),
  z.object({ kind: z.literal('sign-in-link'), ...envelope, link: z.string() }),
  z.object({ kind: z.literal('sign-in-attempts'), ...envelope }),
  z.object({
    kind: z.literal('security-notice'),
    ...envelope,
    name: z.string(),
    notice: z.enum(securityNotices),
    detail: z.string().optional(),
    occurredAt: z.string(),
    /** Puts the old address back, for whoever holds it. */
    undoLink: z.string().optional(),
  }),
  alertMail('back-in-stock'),
  alertMail('price-drop'),
  alertMail('alert-set').extend({
    about: z.enum(['back-in-stock', 'price-drop']),
    /** Ends the alert, for whoever did not ask for it. */
    stopLink: z.string(),
  }),
  z.object({
    kind: z.literal('newsletter'),
    ...envelope,
    deals: z.array(mailedDeal),
    /** The moment at which prices and stock were these. */
    asOf: z.string(),
    /** Ends these mails, for whoever holds it. */
    unsubscribeLink: z.string(),
    /** An administrator wants to see it, whatever the store sends. */
    asked: z.boolean().optional(),
  }),
  z.object({
    kind: z.literal('support-message'),
    ...envelope,
    from: z.object({ name: z.string(), email: z.string() }),
    orderNumber: z.string().nullable(),
    message: z.string(),
  }),
  /** Holds nothing of what was written: the address may be somebody else's. */
  z.object({ kind: z.literal('support-received'), ...envelope }),
  /** The way to one's data for somebody without an account. */
  z.object({ kind: z.literal('privacy-request'), ...envelope, link: z.string() }),
  /** An administrator wants to know whether mail arrives. */
  z.object({ kind: z.literal('test'), ...envelope }),
  z.object({
    kind: z.literal('low-stock'),
    ...envelope,
    product: z.object({ name: z.string(), stockCount: z.number() }),
  }),
]);
export type MailContent = z.output<typeof mailContent>;

/** The part of a mail that opens something for whoever holds it: it goes to the recipient and nowhere else. */
export function secretOf(content: MailContent): string | null {
  const link = secretLinkOf(content);
  return link === undefined ? null : link.slice(link.indexOf('#') + 1);
}

function secretLinkOf(content: MailContent): string | undefined {
  if ('link' in content) return content.link;
  if ('undoLink' in content) return content.undoLink;
  if ('stopLink' in content) return content.stopLink;
  if ('unsubscribeLink' in content) return content.unsubscribeLink;
  return 'order' in content ? content.order.payLink : undefined;
}
