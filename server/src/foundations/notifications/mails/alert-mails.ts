import { type Cents, cents, formatMoney } from '@reprise/contract/money';
import { createElement as h } from 'react';
import { z } from 'zod';
import { defineMail, type MailDesign } from './define-mail.ts';
import { Link, Text } from './elements.ts';
import { type MailParts, paragraph, quiet, quietLink } from './mail-layout.ts';
import { amount } from './mailed-order.ts';

/** The parts of a product that alert mails show. */
const content = { product: z.object({ name: z.string(), slug: z.string(), price: amount }) };
type AlertProduct = { name: string; slug: string; price: Cents };

const alert = { owner: 'address', toggles: ['emailNotifications'], budget: 'unverified' } as const;
const example = { product: { name: 'iPhone 13 128 GB', slug: 'example', price: cents(49_900) } };
const abouts = ['back-in-stock', 'price-drop'] as const;

export const alertMails = {
  'back-in-stock': defineMail({
    ...alert,
    content,
    request: 'content',
    example,
    render: ({ product }, design) => ({
      subject: `Back in stock: ${product.name}`,
      parts: productParts(
        'It is back',
        `${product.name} is back in stock, for ${formatMoney(product.price)}.`,
        product,
        design,
      ),
    }),
  }),
  'price-drop': defineMail({
    ...alert,
    content,
    request: 'content',
    example,
    render: ({ product }, design) => ({
      subject: `Now ${formatMoney(product.price)}: ${product.name}`,
      parts: productParts(
        'The price has dropped',
        `${product.name} is now ${formatMoney(product.price)}.`,
        product,
        design,
      ),
    }),
  }),
  'alert-set': defineMail({
    ...alert,
    content: { ...content, about: z.enum(abouts), stopLink: z.string() },
    request: { alertId: z.string() },
    secretLink: ({ stopLink }) => stopLink,
    render: alertSet,
  }),
};

function productParts(
  heading: string,
  sentence: string,
  product: AlertProduct,
  { publicUrl }: MailDesign,
): MailParts {
  return {
    preview: sentence,
    heading,
    children: h(
      Text,
      { style: paragraph },
      `${sentence} It is not reserved for you: first come, first served.`,
    ),
    action: { label: 'View product', href: `${publicUrl}/product/${product.slug}` },
    note: 'You set an alert for this product. This is the only email we send for it.',
  };
}

type AlertSet = { product: AlertProduct; about: (typeof abouts)[number]; stopLink: string };

function alertSet({ product, about, stopLink }: AlertSet, { publicUrl }: MailDesign) {
  const sentence =
    about === 'back-in-stock'
      ? `We will email you once when ${product.name} is back in stock.`
      : `We will email you once when ${product.name} costs less than ${formatMoney(product.price)}.`;
  const parts: MailParts = {
    preview: sentence,
    heading: 'We will let you know',
    children: [
      h(Text, { key: 'what', style: paragraph }, sentence),
      h(
        Text,
        { key: 'stop', style: quiet },
        'Changed your mind, or was it not you? ',
        h(Link, { href: stopLink, style: quietLink }, 'Cancel this alert'),
        '.',
      ),
    ],
    action: { label: 'View product', href: `${publicUrl}/product/${product.slug}` },
  };
  return { subject: `We will let you know: ${product.name}`, parts };
}
