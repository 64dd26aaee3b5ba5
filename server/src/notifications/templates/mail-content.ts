import { conditions } from '@reprise/contract/catalog/conditions';
import type { Cents } from '@reprise/contract/money';
import { paymentMethods } from '@reprise/contract/payments/payment-methods';
import { identifierKinds } from '@reprise/contract/units/identifiers';
import { z } from 'zod';

const amount = z.custom<Cents>((value) => Number.isSafeInteger(value));

/** The parts of an order that mails show. */
const mailedOrder = z.object({
  id: z.string().optional(),
  orderNumber: z.string(),
  items: z.array(
    z.object({
      product: z.object({
        name: z.string(),
        brand: z.string(),
        /** Missing in mails stored by earlier releases. */
        condition: z.enum(conditions).optional(),
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
  }),
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
  /** Link to pay the order; grants access to it. */
  payLink: z.string().optional(),
});
export type MailedOrder = z.output<typeof mailedOrder>;

/** At most one mail per `eventKey`; `to` is one address. */
const envelope = { eventKey: z.string(), to: z.string() };

const orderMail = <Kind extends string>(kind: Kind) =>
  z.object({
    kind: z.literal(kind),
    ...envelope,
    order: mailedOrder,
    /** True if staff requested this mail: it is sent even when the store has turned its kind off. */
    asked: z.boolean().optional(),
    /** True if staff triggered the mail: it does not count against the mail budget. */
    byStaff: z.boolean().optional(),
  });
const accountMail = <Kind extends string>(kind: Kind) =>
  z.object({ kind: z.literal(kind), ...envelope, name: z.string(), link: z.string() });

/** A change to one of several orders. */
const orderUpdate = z.object({
  orderNumber: z.string(),
  about: z.enum([
    'order-placed',
    'order-paid',
    'order-shipped',
    'order-delivered',
    'order-cancelled',
    'order-refunded',
    'order-edited',
  ]),
  total: amount,
});
export type OrderUpdate = z.output<typeof orderUpdate>;

/** The parts of a product that alert mails show. */
const alertMail = <Kind extends string>(kind: Kind) =>
  z.object({
    kind: z.literal(kind),
    ...envelope,
    product: z.object({ name: z.string(), slug: z.string(), price: amount }),
  });

/** The parts of a product that the newsletter shows. */
const mailedDeal = z.object({
  name: z.string(),
  slug: z.string(),
  /** Image path or URL; null when the product has no image. */
  image: z.string().nullable(),
  condition: z.enum(conditions),
  price: amount,
  originalPrice: amount,
});
export type MailedDeal = z.output<typeof mailedDeal>;

/** Security notices to users about their account, and to owners about the store. */
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
  'api-token-added',
  'factors-reset',
  'changed-by-staff',
  'staff-added',
  'payment-keys-changed',
  'mail-server-changed',
  'webhook-added',
  'webhook-stopped',
] as const;
export type SecurityNotice = (typeof securityNotices)[number];

/** Changes of a chargeback that are mailed to the store. */
export const disputeChanges = ['opened', 'won', 'lost', 'closed', 'withdrawn', 'reinstated'] as const;
export type DisputeChange = (typeof disputeChanges)[number];

/**
 * Full content of a mail with its secret links. It exists in memory only while a mail is sent; queued is a
 * MailRequest.
 */
export const mailContent = z.discriminatedUnion('kind', [
  orderMail('order-placed'),
  orderMail('order-paid'),
  orderMail('order-shipped'),
  orderMail('order-delivered'),
  orderMail('order-cancelled'),
  orderMail('order-refunded').extend({ refund: amount }),
  orderMail('order-edited').extend({ refund: amount.optional() }),
  /** Several mails about unpaid orders in one. */
  z.object({
    kind: z.literal('order-updates'),
    ...envelope,
    updates: z.array(orderUpdate),
    /** Number of updates the mail omits. */
    more: z.number(),
  }),
  accountMail('password-reset'),
  accountMail('invitation'),
  accountMail('verify-email'),
  /** To an unverified address, so it contains no name. */
  z.object({ kind: z.literal('email-change'), ...envelope, link: z.string() }),
  /** To the owner of an address that another account tried to change to. */
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
    /** Secret link that restores the old address. */
    undoLink: z.string().optional(),
  }),
  alertMail('back-in-stock'),
  alertMail('price-drop'),
  alertMail('alert-set').extend({
    about: z.enum(['back-in-stock', 'price-drop']),
    /** Secret link that cancels the alert. */
    stopLink: z.string(),
  }),
  z.object({
    kind: z.literal('newsletter'),
    ...envelope,
    deals: z.array(mailedDeal),
    /** Time of the prices and stock. */
    asOf: z.string(),
    /** Secret link that unsubscribes. */
    unsubscribeLink: z.string(),
    /** True for a preview requested by an administrator, sent even when newsletters are off. */
    asked: z.boolean().optional(),
  }),
  z.object({
    kind: z.literal('support-message'),
    ...envelope,
    from: z.object({ name: z.string(), email: z.string() }),
    orderNumber: z.string().nullable(),
    message: z.string(),
  }),
  /** Contains nothing of the message, because the address may belong to someone else. */
  z.object({ kind: z.literal('support-received'), ...envelope }),
  /** Answer of staff to a customer. */
  z.object({
    kind: z.literal('support-reply'),
    ...envelope,
    /** Order that the conversation is about; null without one. */
    orderNumber: z.string().nullable(),
    /** True if the customer can read the conversation in an account. */
    hasAccount: z.boolean(),
    message: z.string(),
  }),
  /** Link to the personal data of a person without an account. */
  z.object({ kind: z.literal('privacy-request'), ...envelope, link: z.string() }),
  /** Test mail of an administrator. */
  z.object({ kind: z.literal('test'), ...envelope }),
  z.object({
    kind: z.literal('low-stock'),
    ...envelope,
    product: z.object({ name: z.string(), stockCount: z.number() }),
  }),
  /** To the store, about an order whose device is not there. */
  z.object({
    kind: z.literal('unit-short'),
    ...envelope,
    short: z.object({ orderNumber: z.string(), name: z.string(), device: z.string() }),
  }),
  /** To the store, about an order that was paid for. */
  z.object({
    kind: z.literal('new-order'),
    ...envelope,
    orderNumber: z.string(),
    total: z.custom<Cents>((value) => Number.isSafeInteger(value)),
    items: z.array(z.object({ name: z.string(), condition: z.string(), quantity: z.number() })),
    shippingMethod: z.string(),
  }),
  /** To the store, about a chargeback. */
  z.object({
    kind: z.literal('dispute'),
    ...envelope,
    change: z.enum(disputeChanges),
    orderNumber: z.string(),
    amount: z.custom<Cents>((value) => Number.isSafeInteger(value)),
    reason: z.string(),
    evidenceDueBy: z.string().nullable(),
    url: z.string(),
  }),
]);
export type MailContent = z.output<typeof mailContent>;

/** Returns the secret of the mail's link, which only the recipient may see; null when it has none. */
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
