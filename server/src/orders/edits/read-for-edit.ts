import type { Rates } from '@reprise/contract/orders/pricing';
import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import { isOnSale } from '../../catalog/products/product.queries.ts';
import { categories, products } from '../../catalog/products/products.tables.ts';
import { readSettings } from '../../foundations/settings/settings.queries.ts';
import type { Queryable } from '../../platform/database/database.ts';
import { findOrderCode, type OrderCode } from '../../sales/discounts/find-discount.ts';
import type { ItemRow } from '../../sales/orders/orders.queries.ts';
import { orderItems } from '../../sales/orders/orders.tables.ts';
import type { FoundProduct } from '../order-batcher/read-for-orders.ts';

/** Data that an edit is planned from, as of now. */
export type ReadForEdit = {
  items: ItemRow[];
  /** Requested products that are on sale. */
  products: Map<string, FoundProduct>;
  rates: Rates;
  /** Code of the order, on the terms of its day. */
  discount: OrderCode | undefined;
};

export async function readForEdit(
  db: Queryable,
  orderId: string,
  productIds: string[],
): Promise<ReadForEdit> {
  const items = await db
    .select()
    .from(orderItems)
    .where(eq(orderItems.orderId, orderId))
    .orderBy(asc(orderItems.position));
  const rows = await db
    .select({
      id: products.id,
      slug: products.slug,
      name: products.name,
      brand: products.brand,
      sku: products.sku,
      image: sql<string | null>`${products.images} ->> 0`,
      condition: products.condition,
      price: products.priceCents,
      stockCount: products.stockCount,
      tracking: products.tracking,
      unitCost: products.unitCostCents,
      categoryName: categories.name,
    })
    .from(products)
    .leftJoin(categories, eq(categories.id, products.categoryId))
    .where(and(inArray(products.id, productIds), isOnSale));
  const kept = new Map(items.map((item) => [item.productId, item.discountCents !== null]));
  const added = productIds.filter((id) => !kept.has(id));
  const discount = await findOrderCode(db, orderId, added);
  for (const [id, isDiscounted] of kept) if (isDiscounted) discount?.productIds.add(id);
  const found = new Map(rows.map((row) => [row.id, row]));
  return { items, products: found, rates: await readSettings(db), discount };
}
