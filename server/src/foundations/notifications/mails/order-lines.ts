import { conditionLabels } from '@reprise/contract/catalog/products/conditions';
import { type Cents, cents, formatMoney } from '@reprise/contract/money';
import { pickupLabel } from '@reprise/contract/sales/orders/shipping/pickup';
import { identifierLabels } from '@reprise/contract/workshop/units/identifiers';
import { Fragment, createElement as h, type ReactNode } from 'react';
import { Column, Divider, Row, Section, Text } from './elements.ts';
import { hairline, ink, inkMuted, paragraph, quiet } from './mail-layout.ts';
import type { MailedOrder } from './mailed-order.ts';
import { ProductImage } from './product-image.ts';
import { unlinked } from './visitor-words.ts';

/** Items and totals of an order. */
export function Lines({ order, publicUrl }: { order: MailedOrder; publicUrl: string }) {
  return h(
    Section,
    { style: { margin: '8px 0 16px' } },
    h(Rule),
    order.items.map((item, position) =>
      h(
        Fragment,
        { key: position },
        h(Line, { label: itemLabel(item), amount: item.lineTotal, image: itemImage(item, publicUrl) }),
        item.devices?.map((device) => h(Text, { key: device.number, style: quiet }, deviceText(device))),
      ),
    ),
    h(Rule),
    h(Line, { label: 'Subtotal', amount: order.subtotal, muted: true }),
    order.discount !== undefined &&
      order.discount > 0 &&
      h(Line, { label: 'Discount', amount: cents(-order.discount), muted: true }),
    h(Line, {
      label: order.shippingMethod === 'pickup' ? pickupLabel : 'Shipping',
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

type MailedItem = MailedOrder['items'][number];

const imageWidth = 96;

const itemImage = ({ product: { name, image } }: MailedItem, publicUrl: string): ReactNode =>
  image && h(ProductImage, { image, alt: name, width: imageWidth, publicUrl });

type MailedDevice = NonNullable<MailedItem['devices']>[number];

function deviceText({ number, identifiers }: MailedDevice): string {
  if (identifiers.length === 0) return `Your device: ${number}`;
  const numbers = identifiers.map(({ kind, value }) => `${identifierLabels[kind]} ${value}`);
  return [number, ...numbers].join(', ');
}

function itemLabel({ quantity, product: { name, condition } }: MailedItem): string {
  const described = condition ? `${name}, ${conditionLabels[condition]}` : name;
  return quantity > 1 ? `${quantity} × ${described}` : described;
}

type LineProps = {
  label: string;
  amount: Cents;
  /** Before the label. */
  image?: ReactNode;
  muted?: boolean;
  strong?: boolean;
  word?: string;
};

export function Line({ label, amount, image, muted, strong, word }: LineProps) {
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
    image && h(Column, { style: { ...style, width: `${imageWidth + 12}px` } }, image),
    h(Column, { style }, label),
    h(Column, { style: { ...right, fontVariantNumeric: 'tabular-nums' } }, word || formatMoney(amount)),
  );
}

export function Rule() {
  return h(Divider, { style: { borderTop: hairline, margin: '8px 0' } });
}

export function Destination({ order }: { order: MailedOrder }): ReactNode {
  const { name, address, address2, city, state, zipCode, country, lines } = order.shippingAddress;
  const street = [address, address2].filter(Boolean).join(', ');
  const place = lines ?? [street, city, `${state} ${zipCode}`, country];
  const isCollected = order.shippingMethod === 'pickup';
  return h(
    Fragment,
    null,
    isCollected
      ? h(Counter, { place, ...order.counter })
      : h(Text, { style: quiet }, unlinked(`Ships to ${[name, ...place].join(', ')}`)),
    order.billedTo && h(Text, { style: quiet }, unlinked(`Billed to ${order.billedTo.join(', ')}`)),
  );
}

type CounterProps = { place: string[]; hours?: string; instructions?: string };

/** Where and when an order is collected, which a customer reads on the way: not in quiet print. */
function Counter({ place, hours, instructions }: CounterProps): ReactNode {
  const lines = [
    `${pickupLabel}: ${place.join(', ')}`,
    ...(hours ? [`Open: ${hours}`] : []),
    ...(instructions ? [instructions] : []),
  ];
  return lines.map((line) => h(Text, { key: line, style: paragraph }, unlinked(line)));
}
