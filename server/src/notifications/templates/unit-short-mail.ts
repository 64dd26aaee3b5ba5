import { createElement as h } from 'react';
import { Text } from './elements.ts';
import type { MailContent } from './mail-content.ts';
import { type MailParts, paragraph } from './mail-layout.ts';

type UnitShort = Extract<MailContent, { kind: 'unit-short' }>;

/** Mail to the store about an order that waits for a device that left the stock. */
export function unitShortMail({ short: { orderNumber, name, device } }: UnitShort, publicUrl: string) {
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
