import { createElement as h } from 'react';
import { Text } from './elements.ts';
import { type MailParts, paragraph } from './mail-layout.ts';

type LowProduct = { name: string; stockCount: number };

export function lowStockMail({ name, stockCount }: LowProduct, publicUrl: string) {
  const sentence = stockCount === 0 ? `${name} is sold out.` : `Only ${stockCount} of ${name} left in stock.`;
  const parts: MailParts = {
    preview: sentence,
    heading: stockCount === 0 ? 'Sold out' : 'Running low',
    children: h(Text, { style: paragraph }, sentence),
    action: { label: 'Open products', href: `${publicUrl}/admin/products` },
  };
  return { subject: `${stockCount === 0 ? 'Sold out' : 'Low stock'}: ${name}`, parts };
}
