import { type Cents, formatMoney } from '@reprise/contract/money';
import { createElement as h } from 'react';
import { Link, Text } from './elements.ts';
import { type MailParts, paragraph, quiet, quietLink } from './mail-layout.ts';

type AlertProduct = { name: string; slug: string; price: Cents };

const onlyOnce = 'You set an alert for this product. This is the only email we send for it.';

export function backInStockMail(product: AlertProduct, publicUrl: string) {
  const sentence = `${product.name} is back in stock, for ${formatMoney(product.price)}.`;
  return {
    subject: `Back in stock: ${product.name}`,
    parts: productParts('It is back', sentence, product, publicUrl),
  };
}

export function priceDropMail(product: AlertProduct, publicUrl: string) {
  const sentence = `${product.name} is now ${formatMoney(product.price)}.`;
  return {
    subject: `Now ${formatMoney(product.price)}: ${product.name}`,
    parts: productParts('The price has dropped', sentence, product, publicUrl),
  };
}

function productParts(
  heading: string,
  sentence: string,
  product: AlertProduct,
  publicUrl: string,
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
    note: onlyOnce,
  };
}

type AlertSet = { product: AlertProduct; about: 'back-in-stock' | 'price-drop'; stopLink: string };

export function alertSetMail({ product, about, stopLink }: AlertSet, publicUrl: string) {
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
