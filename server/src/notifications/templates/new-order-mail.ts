import { formatMoney } from '@reprise/contract/money';
import { createElement as h } from 'react';
import { Text } from './elements.ts';
import type { MailContent } from './mail-content.ts';
import { type MailParts, paragraph } from './mail-layout.ts';

type NewOrder = Extract<MailContent, { kind: 'new-order' }>;

/** Mail to the store about an order that was paid for, without the customer: the order has the address. */
export function newOrderMail({ orderNumber, total, items, shippingMethod }: NewOrder, publicUrl: string) {
  const sentence = `Order ${orderNumber} for ${formatMoney(total)} is paid. It ships by ${shippingMethod} shipping.`;
  const lines = items.map(({ name, condition, quantity }) => `${quantity} x ${name}, ${condition}`);
  const parts: MailParts = {
    preview: sentence,
    heading: 'A new order to ship',
    children: [sentence, ...lines].map((line, index) => h(Text, { key: index, style: paragraph }, line)),
    action: { label: 'Open the order', href: `${publicUrl}/admin/orders/${orderNumber}` },
  };
  return { subject: `New order ${orderNumber}: ${formatMoney(total)}`, parts };
}
