import type { Cents } from '@reprise/contract/money';
import { and, asc, eq, gt, type SQL, sql } from 'drizzle-orm';
import type { Queryable } from '../../platform/database/database.ts';
import { batteryPromise } from '../products/battery-promise.ts';
import { deviceModels, modelCodes } from '../products/families/families.tables.ts';
import { isOnSale } from '../products/product.queries.ts';
import { categories, products } from '../products/products.tables.ts';
import { productSales } from '../products/sales/product-sales.tables.ts';

/** SQL: the code of the product's configuration; null if there is none, or if other configurations share it. */
const codeOfConfiguration = (kind: 'gtin' | 'mpn'): SQL<string | null> => sql`(
  select min(own.code) from ${modelCodes} own
  where own.model_key = ${products.modelKey} and own.kind = ${kind}
    and not exists (select from ${modelCodes} other
      where other.kind = own.kind and other.code = own.code and other.model_key <> own.model_key))`;

/** SQL: the code of the product or of its configuration. */
export const codeOf = (kind: 'gtin' | 'mpn'): SQL<string | null> =>
  kind === 'mpn'
    ? codeOfConfiguration(kind)
    : sql`coalesce(${codeOfConfiguration(kind)}, ${products.gtins}[1])`;

/** SQL: another item of its family has the same grade and options, and comes before it. */
const isTwin = sql<boolean>`exists (
  select from ${products} other left join ${deviceModels} model on model.model_key = other.model_key
  where other.family_id = ${products.familyId} and other.id < ${products.id} and other.archived_at is null
    and other.condition = ${products.condition} and other.origin = ${products.origin}
    and coalesce(model.options, '{}') = coalesce(${deviceModels.options}, '{}'))`;

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
      formerPriceCents: products.formerPriceCents,
      regularPriceCents: productSales.regularPriceCents,
      saleStartsAt: productSales.startsAt,
      saleEndsAt: productSales.endsAt,
      condition: products.condition,
      origin: products.origin,
      isInStock: sql<boolean>`${products.stockCount} > 0`,
      batteryHealth: batteryPromise,
      warranty: products.warranty,
      features: products.features,
      images: products.images,
      modelKey: products.modelKey,
      familyId: products.familyId,
      options: deviceModels.options,
      isTwin,
      gtin: codeOf('gtin'),
      mpn: codeOf('mpn'),
    })
    .from(products)
    .leftJoin(categories, eq(categories.id, products.categoryId))
    .leftJoin(deviceModels, eq(deviceModels.key, products.modelKey))
    .leftJoin(productSales, eq(productSales.productId, products.id))
    .where(and(isOnSale, last && gt(products.id, last.id)))
    .orderBy(asc(products.id))
    .limit(limit);
  return rows.map((row) => ({ ...row, ...pricesOf(row) }));
}

export type FeedItem = Awaited<ReturnType<typeof readFeedItems>>[number];

type PriceRow = {
  priceCents: Cents;
  formerPriceCents: Cents | null;
  regularPriceCents: Cents | null;
  saleStartsAt: Date | null;
  saleEndsAt: Date | null;
};

/**
 * Returns the price outside of the sale, which its end restores, and the sale. Only a sale with a former price counts:
 * the services show its regular price struck through.
 */
function pricesOf(row: PriceRow) {
  const { priceCents, formerPriceCents, regularPriceCents, saleStartsAt, saleEndsAt } = row;
  if (!formerPriceCents || !regularPriceCents || !saleStartsAt || !saleEndsAt)
    return { price: priceCents, sale: null };
  return {
    price: regularPriceCents,
    sale: { price: priceCents, startsAt: saleStartsAt, endsAt: saleEndsAt },
  };
}
