import { type Cents, cents, formatMoney } from '@reprise/contract/money';
import { deliveryText } from '@reprise/contract/sales/orders/delivery';
import {
  paymentMethods,
  refundDestination,
  refundedThrough,
} from '@reprise/contract/sales/payments/payment-methods';
import { createElement as h } from 'react';
import { z } from 'zod';
import {
  collected,
  isCollected,
  nothingFollows,
  onceItIsPaid,
  readyToCollect,
  type Wording,
} from './collected-order.ts';
import { defineMail, type MailDesign } from './define-mail.ts';
import { Section, Text } from './elements.ts';
import { formatDateTime } from './format-day.ts';
import { withGreeting } from './greeting.ts';
import { type MailParts, paragraph, quiet } from './mail-layout.ts';
import { amount, exampleOrder, type MailedOrder, mailedOrder } from './mailed-order.ts';
import { Destination, Line, Lines, Rule } from './order-lines.ts';
import { refundDelay, refundedSum, returnedDelay } from './refund-sentences.ts';

type RefundedOrder = MailedOrder & { refund: Cents | undefined; isReturned: boolean };
type OrderContent = {
  order: MailedOrder;
  refund?: Cents | undefined;
  /** True if staff returned the refund themselves. */
  isReturned?: boolean | undefined;
};

const content = {
  order: mailedOrder,
  /** True if staff requested this mail: it is sent even when the store has turned its kind off. */
  asked: z.boolean().optional(),
  /** True if staff triggered the mail: it does not count against the mail budget. */
  byStaff: z.boolean().optional(),
};

/** Facts that may change before the mail is sent; everything else is read from the order at that time. */
const request = {
  orderId: z.string(),
  asked: content.asked,
  byStaff: content.byStaff,
  /** True if the mail was counted against the budget when it was queued. */
  isCounted: z.boolean().optional(),
  /** True for the mail of a status, which is not sent once the order has been set back. */
  unlessSetBack: z.literal(true).optional(),
};

const orderMail = {
  content,
  request,
  owner: 'address',
  toggles: ['emailNotifications'],
  budget: 'unverified',
  secretLink: ({ order }: OrderContent) => order.payLink,
  example: { order: exampleOrder },
} as const;

/** Returns the renderer of an order mail: its words, the order, and a button to follow or pay it. */
function rendered(write: (order: RefundedOrder) => Wording, action = 'Follow your order') {
  return ({ order, refund, isReturned = false }: OrderContent, { publicUrl }: MailDesign) => {
    const { subject, heading, sentences } = write({ ...order, refund, isReturned });
    const parts: MailParts = {
      preview: sentences[0] ?? heading,
      heading,
      children: [
        ...sentences.map((sentence) => h(Text, { key: sentence, style: paragraph }, sentence)),
        h(Lines, { key: 'lines', order, publicUrl }),
        h(Destination, { key: 'destination', order }),
      ],
      action: actionOf(action, order, publicUrl),
    };
    return { subject, parts };
  };
}

function actionOf(label: string, order: MailedOrder, publicUrl: string) {
  if (order.payLink)
    return { label: `Pay ${formatMoney(order.amountDue ?? order.total)}`, href: order.payLink };
  return {
    label,
    href: `${publicUrl}/track?tracking=${encodeURIComponent(order.orderNumber)}`,
  };
}

const placed = (order: RefundedOrder): Wording =>
  order.isPaymentDue
    ? paymentDueWording(order)
    : {
        subject: `Your order ${order.orderNumber}`,
        heading: 'We received your order',
        sentences: [
          withGreeting(order.shippingAddress.firstName, `we have received your order ${order.orderNumber}.`),
          deliverySentence(order),
        ],
      };

const paid = (order: RefundedOrder): Wording => ({
  subject: `Your order ${order.orderNumber} is confirmed`,
  heading: 'Your order is confirmed',
  sentences: [
    withGreeting(
      order.shippingAddress.firstName,
      `thank you for your order ${order.orderNumber}. We have received your payment${paidSum(order)} and are preparing your order.`,
    ),
    ...dueSentence(order),
    ...(order.isTestPaid ? ['This was a test payment: no money was taken.'] : []),
    deliverySentence(order),
  ],
});

const shipped = (order: RefundedOrder): Wording => ({
  subject: `Your order ${order.orderNumber} is on its way`,
  heading: 'On its way to you',
  sentences: [
    withGreeting(order.shippingAddress.firstName, `your order ${order.orderNumber} has left our workshop.`),
    ...(order.lastParcel ? [`This is its last parcel. In it: ${order.lastParcel.join(', ')}.`] : []),
    ...parcelSentence(order),
    estimateSentence(order),
  ],
});

const delivered = (order: RefundedOrder): Wording => ({
  subject: `Your order ${order.orderNumber} was delivered`,
  heading: 'Delivered',
  sentences: [
    withGreeting(order.shippingAddress.firstName, `your order ${order.orderNumber} has arrived.`),
    'If anything is wrong, reply to this email and we will fix it.',
  ],
});

const cancelled = (order: RefundedOrder): Wording => ({
  subject: `Your order ${order.orderNumber} was cancelled`,
  heading: 'Your order was cancelled',
  sentences: [
    withGreeting(order.shippingAddress.firstName, `your order ${order.orderNumber} was cancelled.`),
    ...(order.paymentStatus === 'refunded'
      ? [`Your payment will be refunded ${refundDestination[order.paymentMethod]}.`]
      : []),
    ...(order.paymentStatus === 'refund-to-approve'
      ? ['We are reviewing your refund and will email you when it is on its way.']
      : []),
    `${nothingFollows(order)} If you did not expect this, reply to this email.`,
  ],
});

const refunded = ({
  orderNumber,
  refund,
  paymentMethod,
  shippingAddress,
  isReturned,
  ...order
}: RefundedOrder): Wording => ({
  subject: `A refund for your order ${orderNumber}`,
  heading: isReturned ? 'We have returned your money' : 'Your refund is on its way',
  sentences: [
    withGreeting(
      shippingAddress.firstName,
      isReturned
        ? `we have returned ${refundedSum(refund, order)} for your order ${orderNumber} ${refundedThrough[paymentMethod]}.`
        : `${refundedSum(refund, order)} for your order ${orderNumber} will be refunded ${refundedThrough[paymentMethod]}.`,
    ),
    isReturned ? returnedDelay(paymentMethod) : refundDelay(paymentMethod),
  ],
});

const edited = (order: RefundedOrder): Wording => ({
  subject: `Your order ${order.orderNumber} was changed`,
  heading: 'Your order was changed',
  sentences: [
    withGreeting(
      order.shippingAddress.firstName,
      `we changed your order ${order.orderNumber}. This is how it looks now.`,
    ),
    ...dueSentence(order),
    ...(order.refund
      ? [
          `${formatMoney(order.refund)} will be refunded ${refundedThrough[order.paymentMethod]}.`,
          refundDelay(order.paymentMethod),
        ]
      : []),
    'If you did not expect this, reply to this email.',
  ],
});

const singleOrderMails = {
  'order-placed': defineMail({
    ...orderMail,
    toggles: ['emailNotifications', 'orderConfirmations'],
    render: rendered(placed),
  }),
  'order-paid': defineMail({
    ...orderMail,
    toggles: ['emailNotifications', 'orderConfirmations'],
    render: rendered(paid),
  }),
  'order-shipped': defineMail({
    ...orderMail,
    render: rendered((order) => (isCollected(order) ? readyToCollect : shipped)(order)),
  }),
  'order-delivered': defineMail({
    ...orderMail,
    render: rendered((order) => (isCollected(order) ? collected : delivered)(order)),
  }),
  'order-cancelled': defineMail({ ...orderMail, render: rendered(cancelled, 'See the order') }),
  'order-refunded': defineMail({
    ...orderMail,
    content: { ...content, refund: amount, isReturned: z.boolean().optional() },
    request: {
      ...request,
      refund: amount,
      paymentMethod: z.enum(paymentMethods),
      isReturned: z.boolean().optional(),
    },
    example: { order: exampleOrder, refund: cents(10_000) },
    render: rendered(refunded, 'See the order'),
  }),
  'order-edited': defineMail({
    ...orderMail,
    content: { ...content, refund: amount.optional() },
    request: { ...request, refund: amount.optional() },
    render: rendered(edited),
  }),
};

export type SingleOrderMail = keyof typeof singleOrderMails;
export const singleOrderMailKinds = Object.keys(singleOrderMails) as [SingleOrderMail, ...SingleOrderMail[]];

/** Words of each mail in one about several orders. */
const updateLabels: Record<SingleOrderMail, string> = {
  'order-placed': 'received',
  'order-paid': 'payment received',
  'order-shipped': 'on its way',
  'order-delivered': 'delivered',
  'order-cancelled': 'cancelled',
  'order-refunded': 'refunded',
  'order-edited': 'changed',
};
const orderUpdates = {
  updates: z.array(z.object({ orderNumber: z.string(), about: z.enum(singleOrderMailKinds), total: amount })),
  /** Number of updates the mail omits. */
  more: z.number(),
};
type OrderUpdates = z.output<z.ZodObject<typeof orderUpdates>>;

/** Mails about orders to their customers. */
export const orderMails = {
  ...singleOrderMails,
  /** Several mails about unpaid orders in one. */
  'order-updates': defineMail({
    content: orderUpdates,
    request: 'content',
    owner: 'address',
    toggles: ['emailNotifications'],
    budget: 'unverified',
    render: severalUpdates,
  }),
};

/** An edited order may be paid in parts. */
function paidSum({ total, amountDue }: MailedOrder): string {
  return amountDue === undefined ? ` of ${formatMoney(total)}` : '';
}

function dueSentence(order: MailedOrder): string[] {
  const { amountDue = 0 as Cents, total } = order;
  if (amountDue === 0) return [];
  const sum = amountDue === total ? formatMoney(total) : `the remaining ${formatMoney(amountDue)}`;
  return [`Please pay ${sum}. ${onceItIsPaid(order)}`];
}

function paymentDueWording(order: MailedOrder): Wording {
  const { orderNumber, shippingAddress, reservedUntil } = order;
  const reserved = reservedUntil
    ? `Your items are reserved until ${formatDateTime(reservedUntil)}.`
    : 'Your items are reserved.';
  return {
    subject: `Your order ${orderNumber} is not paid yet`,
    heading: 'Your order is not paid yet',
    sentences: [
      withGreeting(
        shippingAddress.firstName,
        `we have received your order ${orderNumber}, but not your payment.`,
      ),
      `${reserved} ${onceItIsPaid(order)}`,
    ],
  };
}

/**
 * One mail for several updates about unpaid orders; contains only order numbers and states, no text typed by
 * visitors.
 */
function severalUpdates({ updates, more }: OrderUpdates, { publicUrl }: MailDesign) {
  const count = updates.length + more;
  const lead = `There are ${count} updates about your orders.`;
  const parts: MailParts = {
    preview: lead,
    heading: 'News about your orders',
    children: [
      h(Text, { key: 'lead', style: paragraph }, lead),
      h(
        Section,
        { key: 'lines', style: { margin: '8px 0 16px' } },
        h(Rule),
        updates.map(({ orderNumber, about, total }, position) =>
          h(Line, {
            key: position,
            label: `${orderNumber}: ${updateLabels[about]}`,
            amount: total,
          }),
        ),
      ),
      more > 0 && h(Text, { key: 'more', style: quiet }, `And ${more} more.`),
    ],
    action: { label: 'Follow an order', href: `${publicUrl}/track` },
    note: 'If you did not order anything, someone mistyped their address. You can ignore this email.',
  };
  return { subject: `${count} updates about your orders`, parts };
}

/** When the order arrives or is ready, and that a mail says so. */
function deliverySentence(order: MailedOrder): string {
  const { estimatedDelivery, latestDelivery = estimatedDelivery } = order;
  if (!isCollected(order)) return `${estimateSentence(order)} We will email you when it ships.`;
  const days = deliveryText({ estimatedDelivery, latestDelivery });
  return `It is expected to be ready on ${days}. Please wait for our email before you come to collect it.`;
}

function estimateSentence({ estimatedDelivery, latestDelivery = estimatedDelivery }: MailedOrder): string {
  return `Estimated delivery: ${deliveryText({ estimatedDelivery, latestDelivery })}.`;
}

function parcelSentence({ carrier, trackingNumber }: MailedOrder): string[] {
  if (!trackingNumber) return carrier ? [`It ships with ${carrier}.`] : [];
  if (!carrier) return [`Its tracking number is ${trackingNumber}.`];
  return [`It ships with ${carrier}, tracking number ${trackingNumber}.`];
}
