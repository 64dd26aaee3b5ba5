import { Link } from '@react-email/link';
import { Text } from '@react-email/text';
import { type Cents, formatMoney } from '@reprise/contract/money';
import { createElement as h } from 'react';
import { type MailParts, paragraph, quiet, quietLink } from './mail-layout.ts';

type AlertProduct = { name: string; slug: string; price: Cents };

const onlyOnce =
  'You asked to be told. This was the one mail about it: we will not write again unless you ask.';

export function backInStockMail(product: AlertProduct, publicUrl: string) {
  const sentence = `${product.name} is back in stock, for ${formatMoney(product.price)}.`;
  return {
    subject: `Back in stock: ${product.name}`,
    parts: found('It is back', sentence, product, publicUrl),
  };
}

export function priceDropMail(product: AlertProduct, publicUrl: string) {
  const sentence = `${product.name} costs ${formatMoney(product.price)} now.`;
  return {
    subject: `Now ${formatMoney(product.price)}: ${product.name}`,
    parts: found('The price has dropped', sentence, product, publicUrl),
  };
}

function found(heading: string, sentence: string, product: AlertProduct, publicUrl: string): MailParts {
  return {
    preview: sentence,
    heading,
    children: h(
      Text,
      { style: paragraph },
      `${sentence} Nothing is set aside for you: the first to order has it.`,
    ),
    action: { label: 'See it', href: `${publicUrl}/product/${product.slug}` },
    note: onlyOnce,
  };
}

type AlertSet = { product: AlertProduct; about: 'back-in-stock' | 'price-drop'; stopLink: string };

export function alertSetMail({ product, about, stopLink }: AlertSet, publicUrl: string) {
  const sentence =
    about === 'back-in-stock'
      ? `We will write to you once, when ${product.name} is back in stock.`
      : `We will write to you once, when ${product.name} costs less than ${formatMoney(product.price)}.`;
  const parts: MailParts = {
    preview: sentence,
    heading: 'We will let you know',
    children: [
      h(Text, { key: 'what', style: paragraph }, sentence),
      h(
        Text,
        { key: 'stop', style: quiet },
        'Changed your mind, or was it somebody else? ',
        h(Link, { href: stopLink, style: quietLink }, 'Do not write to me about it'),
        '.',
      ),
    ],
    action: { label: 'See the product', href: `${publicUrl}/product/${product.slug}` },
  };
  return { subject: `We will let you know: ${product.name}`, parts };
}
