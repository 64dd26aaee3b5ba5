import type { Cents } from '@reprise/contract/money';
import type { ModelSize, Packaging } from '@reprise/contract/sales/orders/shipping/parcel';
import type { CustomsItem } from '@reprise/extension/carrier';
import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import { deviceModels } from '../../../catalog/products/families/families.tables.ts';
import { sizeColumns } from '../../../catalog/products/families/model-size.ts';
import { isOnSale } from '../../../catalog/products/product.queries.ts';
import { products } from '../../../catalog/products/products.tables.ts';
import type { Queryable } from '../../../platform/database/database.ts';
import { orderItems } from '../orders.tables.ts';
import { unitsToShip } from '../packing/packing.queries.ts';

/** Line of an order or a cart that is in its parcel. */
type ParcelLine = { name: string; quantity: number; price: Cents; size: ModelSize | null };

/** Returns the lines as they are declared to customs. */
export const customsItems = (lines: ParcelLine[], { itemGrams }: Packaging): CustomsItem[] =>
  lines.map(({ name, quantity, price, size }) => ({
    description: name,
    quantity,
    grams: size?.grams ?? itemGrams,
    valueCents: price,
  }));

/** Columns of a line of a parcel beside its quantity. */
const parcelLineColumns = {
  name: orderItems.name,
  price: orderItems.unitPriceCents,
  size: sizeColumns,
  ownGrams: products.grams,
};

/** Returns what an order ships, with the weight and size of each configuration. */
export async function readParcelLines(db: Queryable, orderId: string): Promise<ParcelLine[]> {
  const rows = await db
    .select({
      ...parcelLineColumns,
      quantity: sql<number>`${unitsToShip}`.mapWith(Number),
    })
    .from(orderItems)
    .leftJoin(products, eq(products.id, orderItems.productId))
    .leftJoin(deviceModels, eq(deviceModels.key, products.modelKey))
    .where(eq(orderItems.orderId, orderId))
    .orderBy(asc(orderItems.position));
  return rows.filter((row) => row.quantity > 0).map(withOwnWeight);
}

/** Returns units of order lines that are sent back, with the weight and size of each configuration. */
export async function readReturnedParcelLines(
  db: Queryable,
  units: readonly { orderItemId: string; quantity: number }[],
): Promise<ParcelLine[]> {
  const rows = await db
    .select({ ...parcelLineColumns, id: orderItems.id })
    .from(orderItems)
    .leftJoin(products, eq(products.id, orderItems.productId))
    .leftJoin(deviceModels, eq(deviceModels.key, products.modelKey))
    .where(
      inArray(
        orderItems.id,
        units.map(({ orderItemId }) => orderItemId),
      ),
    );
  const lineById = new Map(rows.map(({ id, ...row }) => [id, withOwnWeight(row)]));
  return units.flatMap(({ orderItemId, quantity }) => {
    const line = lineById.get(orderItemId);
    return line ? [{ ...line, quantity }] : [];
  });
}

/** Returns the lines of a cart, without products that are not on sale. */
export async function readCartLines(
  db: Queryable,
  items: { product: string; quantity: number }[],
): Promise<ParcelLine[]> {
  const ids = items.map(({ product }) => product);
  const rows = await db
    .select({
      id: products.id,
      name: products.name,
      price: products.priceCents,
      size: sizeColumns,
      ownGrams: products.grams,
    })
    .from(products)
    .leftJoin(deviceModels, eq(deviceModels.key, products.modelKey))
    .where(and(inArray(products.id, ids), isOnSale));
  const rowById = new Map(rows.map((row) => [row.id, row]));
  return items.flatMap(({ product, quantity }) => {
    const row = rowById.get(product);
    return row ? [{ ...withOwnWeight(row), quantity }] : [];
  });
}

const unknownSize: ModelSize = { grams: null, lengthMm: null, widthMm: null, heightMm: null };

/** Returns a line with the weight that its product has without a configuration. */
function withOwnWeight<Line extends { size: ModelSize | null; ownGrams: number | null }>({
  ownGrams,
  ...line
}: Line) {
  return ownGrams === null ? line : { ...line, size: { ...(line.size ?? unknownSize), grams: ownGrams } };
}
