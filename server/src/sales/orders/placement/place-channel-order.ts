import { defaultCondition } from '@reprise/contract/catalog/products/conditions';
import { type Cents, cents } from '@reprise/contract/money';
import { deliverySpan } from '@reprise/contract/sales/orders/delivery';
import { spreadDiscount } from '@reprise/contract/sales/orders/pricing';
import { ratesIn } from '@reprise/contract/sales/orders/shipping/zones';
import { lockStock } from '../../../catalog/products/stock/change-stock.ts';
import { recordSoldShort } from '../../../catalog/products/stock/record-shortage.ts';
import type { Deps } from '../../../deps.ts';
import { readSettings } from '../../../foundations/settings/settings.queries.ts';
import type { Tx } from '../../../platform/database/database.ts';
import { newId } from '../../../platform/database/new-id.ts';
import { addShopNotes } from '../lifecycle/add-order-note.ts';
import { lockOrderRow, type OrderRow } from '../orders.queries.ts';
import type { orderItems, orders } from '../orders.tables.ts';
import { newOrderNumber } from './order-number.ts';
import { keptOf, type OrderedProduct, readOrderedProducts } from './ordered-products.queries.ts';
import { placedEvent, storeOrder } from './store-order.ts';

/** Line of an order of a channel. `productId` is null for an SKU that the shop does not have. */
type ChannelLine = {
  productId: string | null;
  sku: string;
  title: string;
  quantity: number;
  /** For all units, before discounts. */
  totalCents: Cents;
};

export type ChannelAddress = Pick<
  OrderRow,
  'firstName' | 'lastName' | 'phone' | 'address' | 'address2' | 'city' | 'state' | 'zipCode' | 'country'
>;

/** An order that was paid at a channel, with the figures of the channel. */
export type NewChannelOrder = {
  channelId: string;
  channelName: string;
  /** Number at the channel. */
  externalId: string;
  placedAt: Date;
  address: ChannelAddress;
  lines: ChannelLine[];
  shippingCents: Cents;
  discountCents: Cents;
};

/**
 * Stores an order that was sold at a channel, unpaid and without a reservation: the caller records its payment in the same
 * transaction. It takes the stock there is; units beyond it are short, since a sale at a channel cannot be refused. Returns
 * the id of the line for each line of the channel, in their order. The buyer has no email here, so that nothing is mailed.
 */
export async function placeChannelOrder(
  tx: Tx,
  { now, alerts }: Pick<Deps, 'now' | 'alerts'>,
  sold: NewChannelOrder,
): Promise<{ order: OrderRow; itemIds: string[] }> {
  const merged = mergeLines(sold.lines);
  const shopProducts = await readOrderedProducts(
    tx,
    merged.flatMap(({ productId }) => productId ?? []),
  );
  const stock = await lockStock(tx, [...shopProducts.keys()]);
  const orderId = newId('ord');
  const priced = merged.map((line) => ({
    line,
    price: cents(Math.ceil(line.totalCents / line.quantity)),
    quantity: line.quantity,
  }));
  const subtotal = sumOf(priced.map(({ price, quantity }) => price * quantity));
  // Totals that the units do not divide evenly are rounded up, and the difference is a discount.
  const rounding = subtotal - sumOf(merged.map(({ totalCents }) => totalCents));
  const discount = cents(Math.min(subtotal, sold.discountCents + rounding));
  const shares = discount > 0 ? spreadDiscount(priced, discount) : [];
  const items = priced.map(({ line, price }, position) => {
    const product = line.productId === null ? undefined : shopProducts.get(line.productId);
    const left = product ? (stock.get(product.id) ?? 0) : 0;
    return itemOf(line, product, {
      orderId,
      position,
      unitPriceCents: price,
      discountCents: shares[position] ?? null,
      shortQuantity: product ? Math.max(0, line.quantity - left) : 0,
    });
  });
  const row = await rowOf(tx, sold, { orderId, subtotal: cents(subtotal), discount });
  const description = `Order placed at ${sold.channelName}.`;
  const event = placedEvent(orderId, sold.placedAt, { description });
  const inShop = items.filter(({ productId }) => shopProducts.has(productId));
  const taken = inShop
    .map(({ productId, quantity, shortQuantity }) => ({ productId, quantity: quantity - shortQuantity }))
    .filter(({ quantity }) => quantity > 0);
  const storedAt = now();
  await storeOrder(tx, { row, items, event, taken }, { actorId: null, now: storedAt, alerts });
  for (const { productId, shortQuantity: units } of inShop) {
    if (units > 0) await recordSoldShort(tx, { productId, units, orderId, now: storedAt });
  }
  const notes = items.flatMap((item) => noteOf(item, sold, shopProducts.has(item.productId)));
  await addShopNotes(tx, orderId, notes, storedAt);
  const order = await lockOrderRow(tx, orderId);
  if (!order) throw new Error(`Order ${orderId} was not found after its insert.`);
  const itemIds = sold.lines.map((line) => items[merged.findIndex((one) => isSame(one, line))]?.id ?? '');
  return { order, itemIds };
}

/** One line per product, because stock is taken by product. */
function mergeLines(lines: ChannelLine[]): ChannelLine[] {
  const merged: ChannelLine[] = [];
  for (const line of lines) {
    const known = merged.find((one) => isSame(one, line));
    if (!known) merged.push({ ...line });
    else {
      known.quantity += line.quantity;
      known.totalCents = cents(known.totalCents + line.totalCents);
    }
  }
  return merged;
}

const isSame = (one: ChannelLine, other: ChannelLine) =>
  one.productId === other.productId && (one.productId !== null || one.sku === other.sku);

const sumOf = (amounts: number[]) => amounts.reduce((sum, amount) => sum + amount, 0);

type NewItem = typeof orderItems.$inferInsert;

function itemOf(
  { sku, title, quantity }: ChannelLine,
  product: OrderedProduct | undefined,
  rest: Pick<NewItem, 'orderId' | 'position' | 'unitPriceCents' | 'discountCents'> & {
    shortQuantity: number;
  },
) {
  const id = newId('oit');
  if (!product) {
    const unknown = {
      productId: `unknown_${id}`,
      slug: '',
      brand: '',
      image: '',
      condition: defaultCondition,
    };
    return { id, ...unknown, name: title || sku, sku, quantity, ...rest };
  }
  return { id, ...keptOf(product), quantity, ...rest };
}

async function rowOf(
  tx: Tx,
  { channelId, externalId, placedAt, address, shippingCents }: NewChannelOrder,
  { orderId, subtotal, discount }: { orderId: string; subtotal: Cents; discount: Cents },
): Promise<typeof orders.$inferInsert> {
  const { from, to } = deliverySpan(placedAt, ratesIn(await readSettings(tx), address.country), 'standard');
  return {
    id: orderId,
    orderNumber: newOrderNumber(),
    paymentMethod: 'channel',
    ...address,
    email: '',
    subtotalCents: subtotal,
    discountCents: discount,
    shippingCents,
    taxCents: cents(0),
    taxRateTenths: 0,
    totalCents: cents(subtotal - discount + shippingCents),
    shippingMethod: 'standard',
    estimatedDelivery: from,
    latestDelivery: to,
    idempotencyScope: `channel:${channelId}`,
    idempotencyKey: externalId,
    placementResponse: '{}',
    createdAt: placedAt,
    updatedAt: placedAt,
  };
}

/** Says what staff have to see to before the order can be packed. */
function noteOf(
  { name, sku, shortQuantity }: { name: string; sku: string; shortQuantity: number },
  { channelName }: NewChannelOrder,
  isKnown: boolean,
): string[] {
  if (!isKnown)
    return [`${channelName} sold “${sku || name}”, which is no product of this shop. It moves no stock.`];
  if (shortQuantity === 0) return [];
  return [
    `${channelName} sold ${shortQuantity} more of ${name} than there were. Find ${shortQuantity === 1 ? 'one' : 'them'}, or refund the buyer.`,
  ];
}
