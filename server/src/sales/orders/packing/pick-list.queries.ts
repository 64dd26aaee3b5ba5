import type { CallOutput } from '@reprise/contract/endpoint';
import {
  maxPickedOrders,
  type PickItem,
  type pickListEndpoints,
} from '@reprise/contract/sales/orders/pick-list';
import { and, inArray, sql } from 'drizzle-orm';
import type { Queryable } from '../../../platform/database/database.ts';
import {
  type OrderDevice,
  readOldestOnSale,
  readOrderDevices,
} from '../../../workshop/units/in-orders/order-devices.queries.ts';
import { orderItems, orders } from '../orders.tables.ts';
import { isToPack, packingOrder, unitsToShip } from './packing.queries.ts';

type PickList = CallOutput<typeof pickListEndpoints.getPickList>;

/**
 * Returns what to take from the shelves, by bin. Devices on sale longest are suggested, each for one order; nothing is
 * reserved, because the packing table takes any device of the product.
 */
export async function readPickList(db: Queryable, orderIds: string[]): Promise<PickList> {
  const lines = await readLines(db, orderIds);
  const bound = Map.groupBy(
    await readOrderDevices(
      db,
      lines.filter(({ isScanned }) => isScanned).map(({ itemId }) => itemId),
    ),
    ({ itemId }) => itemId,
  );
  const open = lines
    .filter(({ isScanned }) => isScanned)
    .map((line) => ({
      ...line,
      quantity: line.quantity - (bound.get(line.itemId) ?? []).filter(({ hasLeft }) => !hasLeft).length,
    }))
    .filter(({ quantity }) => quantity > 0);
  const items = [
    ...lines.flatMap((line) => (bound.get(line.itemId) ?? []).filter(isWaiting).map(chosenItem(line))),
    ...suggest(open, await readOnSale(db, open)),
    ...countedItems(lines.filter(({ isScanned }) => !isScanned)),
  ];
  const listed = new Set(lines.map(({ orderId }) => orderId));
  return { items: items.sort(byPlace), orders: listed.size };
}

type Line = Awaited<ReturnType<typeof readLines>>[number];

async function readLines(db: Queryable, orderIds: string[]) {
  const wanted = await db
    .select({ id: orders.id, orderNumber: orders.orderNumber, method: orders.shippingMethod })
    .from(orders)
    .where(and(isToPack, orderIds.length > 0 ? inArray(orders.id, orderIds) : undefined))
    .orderBy(...packingOrder)
    .limit(maxPickedOrders);
  if (wanted.length === 0) return [];
  const left = sql<number>`${unitsToShip}`.mapWith(Number);
  const rows = await db
    .select({ item: orderItems, left })
    .from(orderItems)
    .where(
      and(
        inArray(
          orderItems.orderId,
          wanted.map(({ id }) => id),
        ),
        sql`${left} > 0`,
      ),
    )
    .orderBy(orderItems.position);
  const linesOf = Map.groupBy(rows, ({ item }) => item.orderId);
  return wanted.flatMap(({ id, orderNumber, method }) =>
    (linesOf.get(id) ?? []).map(({ item, left }) => ({
      itemId: item.id,
      orderId: id,
      orderNumber,
      isExpress: method === 'express',
      isScanned: item.tracking === 'serial',
      product: item.productId,
      name: item.name,
      sku: item.sku,
      condition: item.condition,
      image: item.image,
      quantity: left,
    })),
  );
}

const isWaiting = ({ isPacked, hasLeft }: OrderDevice) => !isPacked && !hasLeft;

type OnSale = Map<string, { number: string; place: string }[]>;

/** Returns as many devices on sale of each product as one of the lines needs, the longest on sale in front. */
async function readOnSale(db: Queryable, open: Line[]): Promise<OnSale> {
  const needs = new Map<string, number>();
  for (const { product, quantity } of open) needs.set(product, (needs.get(product) ?? 0) + quantity);
  const rows = await readOldestOnSale(db, [...needs.keys()], Math.max(0, ...needs.values()));
  return Map.groupBy(rows, ({ productId }) => productId);
}

/** Suggests a device for each unit of the lines; those beyond the devices on sale become an item without one. */
function suggest(open: Line[], onSale: OnSale): PickItem[] {
  const left = new Map([...onSale].map(([product, devices]) => [product, [...devices]]));
  return open.flatMap((line) => {
    const taken = (left.get(line.product) ?? []).splice(0, line.quantity);
    const missing = line.quantity - taken.length;
    return [
      ...taken.map(({ number, place }) => itemOf(line, { place, device: number })),
      ...(missing > 0 ? [itemOf(line, { quantity: missing })] : []),
    ];
  });
}

const chosenItem =
  (line: Line) =>
  ({ number, place, isMissing }: OrderDevice): PickItem =>
    itemOf(line, { place, device: number, isChosen: true, isMissing });

function itemOf(line: Line, item: Partial<PickItem>): PickItem {
  const { orderId, orderNumber, isExpress, itemId: _itemId, ...product } = line;
  const quantity = item.quantity ?? 1;
  return {
    ...product,
    place: '',
    device: null,
    isChosen: false,
    isMissing: false,
    ...item,
    quantity,
    orders: [{ id: orderId, orderNumber, isExpress, quantity }],
  };
}

/** Returns one item per counted product with all orders that need it. */
function countedItems(lines: Line[]): PickItem[] {
  return [...Map.groupBy(lines, ({ product }) => product).values()].flatMap((same) => {
    const [first] = same;
    if (!first) return [];
    const items = same.map((line) => itemOf(line, { quantity: line.quantity }));
    const quantity = same.reduce((sum, line) => sum + line.quantity, 0);
    return [{ ...itemOf(first, { quantity }), orders: items.flatMap((item) => item.orders) }];
  });
}

const byText = new Intl.Collator('en', { numeric: true }).compare;

/** Devices in the order of their bins, then those without a bin, then counted products. */
function byPlace(a: PickItem, b: PickItem): number {
  return (
    Number(b.isScanned) - Number(a.isScanned) ||
    Number(a.place === '') - Number(b.place === '') ||
    byText(a.place, b.place) ||
    byText(a.name, b.name) ||
    byText(a.device ?? '~', b.device ?? '~')
  );
}
