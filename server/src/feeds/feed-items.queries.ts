import { type Cents, cents } from '@reprise/contract/money';
import { and, asc, eq, gt, type SQL, sql } from 'drizzle-orm';
import { categories, products } from '../catalog/catalog.tables.ts';
import { deviceModels } from '../catalog/families/families.tables.ts';
import { isOnSale } from '../catalog/product.queries.ts';
import type { Queryable } from '../platform/database/database.ts';
import { modelCodes } from '../units/units.tables.ts';

/** SQL: the code of the product's configuration; null if there is none, or if other configurations share it. */
export const codeOf = (kind: 'gtin' | 'mpn'): SQL<string | null> => sql`(
  select min(own.code) from ${modelCodes} own
  where own.model_key = ${products.modelKey} and own.kind = ${kind}
    and not exists (select from ${modelCodes} other
      where other.kind = own.kind and other.code = own.code and other.model_key <> own.model_key))`;

/** Returns the next products on sale in the order of their ids. */
export async function readFeedItems(db: Queryable, last: { id: string } | undefined, limit: number) {
  const rows = await db
    .select({
      id: products.id,
      sku: products.sku,
      slug: products.slug,
      name: products.name,
      description: products.description,
      brand: products.brand,
      category: categories.name,
      priceCents: products.priceCents,
      originalPriceCents: products.originalPriceCents,
      condition: products.condition,
      origin: products.origin,
      isInStock: sql<boolean>`${products.stockCount} > 0`,
      images: products.images,
      modelKey: products.modelKey,
      familyId: products.familyId,
      options: deviceModels.options,
      gtin: codeOf('gtin'),
      mpn: codeOf('mpn'),
    })
    .from(products)
    .leftJoin(categories, eq(categories.id, products.categoryId))
    .leftJoin(deviceModels, eq(deviceModels.key, products.modelKey))
    .where(and(isOnSale, last && gt(products.id, last.id)))
    .orderBy(asc(products.id))
    .limit(limit);
  return rows.map((row) => ({ ...row, ...pricesOf(row) }));
}

export type FeedItem = Awaited<ReturnType<typeof readFeedItems>>[number];

/** Returns the price without the sale, and the sale price; null without a sale. */
function pricesOf(row: { priceCents: Cents; originalPriceCents: Cents | null }) {
  const { priceCents, originalPriceCents } = row;
  const isReduced = originalPriceCents !== null && originalPriceCents > priceCents;
  return {
    price: isReduced ? cents(originalPriceCents) : priceCents,
    salePrice: isReduced ? priceCents : null,
  };
}
