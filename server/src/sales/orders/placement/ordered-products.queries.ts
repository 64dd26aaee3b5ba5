import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import { isOnSale } from '../../../catalog/products/product.queries.ts';
import { categories, products } from '../../../catalog/products/products.tables.ts';
import type { Queryable, Tx } from '../../../platform/database/database.ts';
import { newId } from '../../../platform/database/new-id.ts';
import type { ItemRow } from '../orders.queries.ts';

const selectOrderedProducts = (db: Queryable) =>
  db
    .select({
      id: products.id,
      slug: products.slug,
      name: products.name,
      brand: products.brand,
      sku: products.sku,
      image: sql<string>`coalesce(${products.images} ->> 0, '')`,
      condition: products.condition,
      price: products.priceCents,
      stockCount: products.stockCount,
      tracking: products.tracking,
      taxClass: products.taxClass,
      unitCost: products.unitCostCents,
      categoryName: categories.name,
    })
    .from(products)
    .leftJoin(categories, eq(categories.id, products.categoryId))
    .$dynamic();

export type OrderedProduct = Awaited<ReturnType<typeof selectOrderedProducts>>[number];

const byId = (rows: OrderedProduct[]) => new Map(rows.map((row) => [row.id, row]));

/** Returns the products by id, on sale or not; missing ids are left out. */
export async function readOrderedProducts(
  db: Queryable,
  ids: string[],
): Promise<Map<string, OrderedProduct>> {
  return byId(await selectOrderedProducts(db).where(inArray(products.id, ids)));
}

/** Returns the products that are on sale by id. */
export async function readProductsOnSale(db: Queryable, ids: string[]): Promise<Map<string, OrderedProduct>> {
  return byId(await selectOrderedProducts(db).where(and(inArray(products.id, ids), isOnSale)));
}

/**
 * Locks the products that are on sale and returns them by id: until the transaction ends their prices and stock stay as
 * read. In id order, because two carts could otherwise deadlock.
 */
export async function lockProductsOnSale(tx: Tx, ids: string[]): Promise<Map<string, OrderedProduct>> {
  const rows = await selectOrderedProducts(tx)
    .where(and(inArray(products.id, ids), isOnSale))
    .orderBy(asc(products.id))
    .for('no key update', { of: products });
  return byId(rows);
}

/** Returns what an order line keeps of its product. */
export function keptOf(product: OrderedProduct) {
  const { id: productId, price: _price, stockCount: _stockCount, unitCost, ...kept } = product;
  // Costs of devices are frozen as they leave.
  return { productId, ...kept, unitCostCents: kept.tracking === 'quantity' ? unitCost : null };
}

/** Returns a line of the product at its price, first and without units. */
export function newItem(orderId: string, product: OrderedProduct): ItemRow {
  return {
    id: newId('oit'),
    orderId,
    ...keptOf(product),
    position: 0,
    unitPriceCents: product.price,
    quantity: 0,
    discountCents: null,
    taxCents: null,
    taxRateTenths: null,
    priceWithTaxCents: null,
    refundedQuantity: 0,
    returnedQuantity: 0,
    replacedQuantity: 0,
    replacesItemId: null,
    shortQuantity: 0,
    // A trigger copies the policy of the day.
    returnDays: null,
    restockingPercent: null,
  };
}
