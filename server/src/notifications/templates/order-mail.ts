import { conditionLabels } from '@reprise/contract/catalog/conditions';
import { type Cents, cents, formatMoney } from '@reprise/contract/money';
import { deliveryText } from '@reprise/contract/orders/delivery';
import {
  type PaymentMethod,
  refundDestination,
  refundedThrough,
} from '@reprise/contract/payments/payment-methods';
import { identifierLabels } from '@reprise/contract/units/identifiers';
import { Fragment, createElement as h, type ReactNode } from 'react';
import { Column, Divider, Row, Section, Text } from './elements.ts';
import { formatDateTime } from './format-day.ts';
import { withGreeting } from './greeting.ts';
import type { MailedOrder, OrderUpdate } from './mail-content.ts';
import { hairline, ink, inkMuted, type MailParts, paragraph, quiet } from './mail-layout.ts';
import { unlinked } from './visitor-words.ts';

type OrderMailKind =
  | 'order-placed'
  | 'order-paid'
  | 'order-shipped'
  | 'order-delivered'
  | 'order-cancelled'
  | 'order-refunded'
  | 'order-edited';
type RefundedOrder = MailedOrder & { refund?: Cents | undefined };
type Wording = { subject: string; heading: string; sentences: string[] };

/** Returns subject and parts of an order mail. */
export function orderMail(kind: OrderMailKind, order: RefundedOrder, publicUrl: string) {
  const { subject, heading, sentences } = wordings[kind](order);
  const parts: MailParts = {
    preview: sentences[0] ?? heading,
    heading,
    children: [
      ...sentences.map((sentence) => h(Text, { key: sentence, style: paragraph }, sentence)),
      h(Lines, { key: 'lines', order }),
      h(Destination, { key: 'destination', order }),
    ],
    action: actionOf(kind, order, publicUrl),
  };
  return { subject, parts };
}

function actionOf(kind: OrderMailKind, order: MailedOrder, publicUrl: string) {
  if (order.payLink)
    return { label: `Pay ${formatMoney(order.amountDue ?? order.total)}`, href: order.payLink };
  return {
    label: kind === 'order-cancelled' || kind === 'order-refunded' ? 'See the order' : 'Follow your order',
    href: `${publicUrl}/track?tracking=${encodeURIComponent(order.orderNumber)}`,
  };
}

const wordings: Record<OrderMailKind, (order: RefundedOrder) => Wording> = {
  'order-placed': (order) =>
    order.isPaymentDue
      ? paymentDueWording(order)
      : {
          subject: `Your order ${order.orderNumber}`,
          heading: 'We received your order',
          sentences: [
            withGreeting(
              order.shippingAddress.firstName,
              `we have received your order ${order.orderNumber}.`,
            ),
            `${deliverySentence(order)} We will email you when it ships.`,
          ],
        },
  'order-paid': (order) => ({
    subject: `Payment received for your order ${order.orderNumber}`,
    heading: 'Payment received',
    sentences: [
      withGreeting(
        order.shippingAddress.firstName,
        `thank you for your order ${order.orderNumber}. We have received your payment${paidSum(order)} and are preparing your order.`,
      ),
      ...dueSentence(order),
      ...(order.isTestPaid ? ['This was a test payment: no money was taken.'] : []),
      `${deliverySentence(order)} We will email you when it ships.`,
    ],
  }),
  'order-shipped': (order) => ({
    subject: `Your order ${order.orderNumber} is on its way`,
    heading: 'On its way to you',
    sentences: [
      withGreeting(order.shippingAddress.firstName, `your order ${order.orderNumber} has left our workshop.`),
      ...parcelSentence(order),
      deliverySentence(order),
    ],
  }),
  'order-delivered': (order) => ({
    subject: `Your order ${order.orderNumber} was delivered`,
    heading: 'Delivered',
    sentences: [
      withGreeting(order.shippingAddress.firstName, `your order ${order.orderNumber} has arrived.`),
      'If anything is wrong, reply to this email and we will fix it.',
    ],
  }),
  'order-cancelled': (order) => ({
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
      'Nothing will be shipped. If you did not expect this, reply to this email.',
    ],
  }),
  'order-refunded': ({ orderNumber, refund, paymentMethod, shippingAddress, ...order }) => ({
    subject: `A refund for your order ${orderNumber}`,
    heading: 'Your refund is on its way',
    sentences: [
      withGreeting(
        shippingAddress.firstName,
        `${refundedSum(refund, order)} for your order ${orderNumber} will be refunded ${refundedThrough[paymentMethod]}.`,
      ),
      refundDelay(paymentMethod),
    ],
  }),
  'order-edited': (order) => ({
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
  }),
};

/** An edited order may be paid in parts. */
function paidSum({ total, amountDue }: MailedOrder): string {
  return amountDue === undefined ? ` of ${formatMoney(total)}` : '';
}

function dueSentence({ amountDue = 0 as Cents, total }: MailedOrder): string[] {
  if (amountDue === 0) return [];
  const sum = amountDue === total ? formatMoney(total) : `the remaining ${formatMoney(amountDue)}`;
  return [`Please pay ${sum}. Your order ships once it is paid.`];
}

function refundDelay(method: PaymentMethod): string {
  if (method === 'cash') return 'Reply to this email to arrange when to collect it.';
  const delay =
    method === 'card' ? 'Banks usually take 5-10 days to show it.' : 'It usually takes 5-10 days to show.';
  return `${delay} If it has not arrived by then, reply to this email.`;
}

function paymentDueWording({ orderNumber, shippingAddress, reservedUntil }: MailedOrder): Wording {
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
      `${reserved} Your order ships once it is paid.`,
    ],
  };
}

const updateSentences: Record<OrderMailKind, string> = {
  'order-placed': 'received',
  'order-paid': 'payment received',
  'order-shipped': 'on its way',
  'order-delivered': 'delivered',
  'order-cancelled': 'cancelled',
  'order-refunded': 'refunded',
  'order-edited': 'changed',
};

/**
 * One mail for several updates about unpaid orders; contains only order numbers and states, no text typed by
 * visitors.
 */
export function orderUpdatesMail(
  { updates, more }: { updates: OrderUpdate[]; more: number },
  publicUrl: string,
) {
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
            label: `${orderNumber}: ${updateSentences[about]}`,
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

function deliverySentence({ estimatedDelivery, latestDelivery = estimatedDelivery }: MailedOrder): string {
  return `Estimated delivery: ${deliveryText({ estimatedDelivery, latestDelivery })}.`;
}

function refundedSum(
  refund: Cents | undefined,
  { total, amountDue }: Pick<MailedOrder, 'total' | 'amountDue'>,
): string {
  // An edited order was not paid with its present total.
  if (refund !== undefined && amountDue !== undefined) return formatMoney(refund);
  if (refund === undefined || refund === total) return `the full amount of ${formatMoney(total)}`;
  return `${formatMoney(refund)} of the ${formatMoney(total)} you paid`;
}

function parcelSentence({ carrier, trackingNumber }: MailedOrder): string[] {
  if (!trackingNumber) return carrier ? [`It ships with ${carrier}.`] : [];
  return [
    carrier
      ? `It ships with ${carrier}, tracking number ${trackingNumber}.`
      : `Its tracking number is ${trackingNumber}.`,
  ];
}

function Lines({ order }: { order: MailedOrder }) {
  return h(
    Section,
    { style: { margin: '8px 0 16px' } },
    h(Rule),
    order.items.map((item, position) =>
      h(
        Fragment,
        { key: position },
        h(Line, { label: itemLabel(item), amount: item.lineTotal }),
        item.devices?.map((device) => h(Text, { key: device.number, style: quiet }, deviceText(device))),
      ),
    ),
    h(Rule),
    h(Line, { label: 'Subtotal', amount: order.subtotal, muted: true }),
    order.discount !== undefined &&
      order.discount > 0 &&
      h(Line, { label: 'Discount', amount: cents(-order.discount), muted: true }),
    h(Line, {
      label: 'Shipping',
      amount: order.shipping,
      muted: true,
      word: order.shipping === 0 ? 'Free' : '',
    }),
    !order.taxIncluded && h(Line, { label: 'Tax', amount: order.tax, muted: true }),
    h(Line, { label: 'Total', amount: order.total, strong: true }),
    order.taxIncluded && h(Line, { label: 'Tax in the total', amount: order.tax, muted: true }),
    order.amountDue !== undefined &&
      order.amountDue > 0 &&
      order.amountDue < order.total &&
      h(Line, { label: 'To pay', amount: order.amountDue, strong: true }),
  );
}

type MailedDevice = NonNullable<MailedOrder['items'][number]['devices']>[number];

function deviceText({ number, identifiers }: MailedDevice): string {
  if (identifiers.length === 0) return `Your device: ${number}`;
  const numbers = identifiers.map(({ kind, value }) => `${identifierLabels[kind]} ${value}`);
  return [number, ...numbers].join(', ');
}

function itemLabel({ quantity, product: { name, condition } }: MailedOrder['items'][number]): string {
  const described = condition ? `${name}, ${conditionLabels[condition]}` : name;
  return quantity > 1 ? `${quantity} × ${described}` : described;
}

type LineProps = { label: string; amount: Cents; muted?: boolean; strong?: boolean; word?: string };

function Line({ label, amount, muted, strong, word }: LineProps) {
  const style = {
    color: muted ? inkMuted : ink,
    fontSize: '15px',
    lineHeight: '22px',
    fontWeight: strong ? 600 : 400,
    padding: '5px 0',
    verticalAlign: 'top',
  };
  const right = { ...style, textAlign: 'right' as const, whiteSpace: 'nowrap' as const, paddingLeft: '16px' };
  return h(
    Row,
    null,
    h(Column, { style }, label),
    h(Column, { style: { ...right, fontVariantNumeric: 'tabular-nums' } }, word || formatMoney(amount)),
  );
}

function Rule() {
  return h(Divider, { style: { borderTop: hairline, margin: '8px 0' } });
}

function Destination({ order }: { order: MailedOrder }): ReactNode {
  const { name, address, address2, city, state, zipCode, country } = order.shippingAddress;
  const street = [address, address2].filter(Boolean).join(', ');
  const words = `Ships to ${name}, ${street}, ${city}, ${state} ${zipCode}, ${country}`;
  return h(Text, { style: quiet }, unlinked(words));
}
