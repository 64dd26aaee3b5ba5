import { formatMoney } from '@reprise/contract/money';
import { createElement as h } from 'react';
import { z } from 'zod';
import { defineMail, type MailDesign } from './define-mail.ts';
import { Text } from './elements.ts';
import { type MailParts, paragraph } from './mail-layout.ts';
import { amount } from './mailed-order.ts';

const toStore = { owner: 'address', budget: null } as const;

const lowProduct = { product: z.object({ name: z.string(), stockCount: z.number() }) };
const shortOrder = { short: z.object({ orderNumber: z.string(), name: z.string(), device: z.string() }) };
const paidOrder = {
  orderNumber: z.string(),
  total: amount,
  items: z.array(z.object({ name: z.string(), condition: z.string(), quantity: z.number() })),
  shippingMethod: z.string(),
};

/** Mails to the store about its work, and its test mail. */
export const storeMails = {
  'low-stock': defineMail({
    ...toStore,
    toggles: ['lowStockAlerts'],
    content: lowProduct,
    request: lowProduct,
    render: lowStock,
  }),
  /** About an order that waits for a device that left the stock. */
  'unit-short': defineMail({
    ...toStore,
    toggles: [],
    content: shortOrder,
    request: shortOrder,
    render: unitShort,
  }),
  /** About an order that was paid for. */
  'new-order': defineMail({
    ...toStore,
    toggles: ['newOrderAlerts'],
    content: paidOrder,
    request: { orderNumber: z.string() },
    render: newOrder,
  }),
  /** Sent by an administrator to check delivery and layout. */
  test: defineMail({ ...toStore, toggles: [], content: {}, request: null, render: test }),
};

type LowStock = z.output<z.ZodObject<typeof lowProduct>>;

function lowStock({ product: { name, stockCount } }: LowStock, { publicUrl }: MailDesign) {
  const sentence = stockCount === 0 ? `${name} is sold out.` : `Only ${stockCount} of ${name} left in stock.`;
  const parts: MailParts = {
    preview: sentence,
    heading: stockCount === 0 ? 'Sold out' : 'Running low',
    children: h(Text, { style: paragraph }, sentence),
    action: { label: 'Open products', href: `${publicUrl}/admin/products` },
  };
  return { subject: `${stockCount === 0 ? 'Sold out' : 'Low stock'}: ${name}`, parts };
}

type UnitShort = z.output<z.ZodObject<typeof shortOrder>>;

function unitShort({ short: { orderNumber, name, device } }: UnitShort, { publicUrl }: MailDesign) {
  const sentence = `${device} left the stock, and all devices of ${name} are promised to orders. Order ${orderNumber} is short of one.`;
  const next = 'Put another device on sale for it, or refund it.';
  const parts: MailParts = {
    preview: sentence,
    heading: 'An order is short',
    children: [sentence, next].map((line, index) => h(Text, { key: index, style: paragraph }, line)),
    action: { label: 'Open the order', href: `${publicUrl}/admin/pack?order=${orderNumber}` },
  };
  return { subject: `Order ${orderNumber} is short of ${name}`, parts };
}

type NewOrder = z.output<z.ZodObject<typeof paidOrder>>;

/** Contains nothing of the customer: the order has the address. */
function newOrder({ orderNumber, total, items, shippingMethod }: NewOrder, { publicUrl }: MailDesign) {
  const sentence = `Order ${orderNumber} for ${formatMoney(total)} is paid. ${shippingMethod === 'pickup' ? 'It is collected at the counter.' : `It ships by ${shippingMethod} shipping.`}`;
  const lines = items.map(({ name, condition, quantity }) => `${quantity} x ${name}, ${condition}`);
  const parts: MailParts = {
    preview: sentence,
    heading: shippingMethod === 'pickup' ? 'A new order to be collected' : 'A new order to ship',
    children: [sentence, ...lines].map((line, index) => h(Text, { key: index, style: paragraph }, line)),
    action: { label: 'Open the order', href: `${publicUrl}/admin/orders/${orderNumber}` },
  };
  return { subject: `New order ${orderNumber}: ${formatMoney(total)}`, parts };
}

function test(_content: object, { store: { storeName }, publicUrl }: MailDesign) {
  const parts: MailParts = {
    preview: 'Email delivery works.',
    heading: 'Email delivery works',
    children: h(
      Text,
      { style: paragraph },
      `This is a test from the back office of ${storeName}. Every email of the store has this layout, these colors and the address below.`,
    ),
    action: { label: 'Open the settings', href: `${publicUrl}/admin/settings?tab=email` },
  };
  return { subject: `Test mail from ${storeName}`, parts };
}
