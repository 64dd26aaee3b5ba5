import type { DeviceKind } from '@reprise/contract/catalog/grading/device-kinds';
import type {
  CardProduct,
  ConditionOffer,
  Product,
  RelatedProduct,
} from '@reprise/contract/catalog/products/product';
import { specLine } from '@reprise/contract/catalog/products/spec-line';
import { lowStockBelow } from '@reprise/contract/catalog/products/stock';
import { type Cents, cents } from '@reprise/contract/money';
import { Problem } from '@reprise/contract/problem';
import { and, asc, desc, eq, inArray, isNull, or, type Placeholder, type SQL, sql } from 'drizzle-orm';
import type { Db, Queryable } from '../../platform/database/database.ts';
import { inlined, prepared } from '../../platform/database/prepared.ts';
import { batteryPromise } from './battery-promise.ts';
import { cardFamilyOf, type ListedFamily, selectFamilies } from './families/card-family.ts';
import { deviceModels } from './families/families.tables.ts';
import {
  familyJson,
  findLeadOffer,
  modelKeysOf,
  type StoredFamily,
} from './families/product-family.queries.ts';
import { categories, deletedProductKeys, products, slugRedirects } from './products.tables.ts';

/** SQL: the product is neither archived nor a draft. Every list, page and order of customers tests it. */
export const isOnSale = isNull(products.archivedAt);

/** SQL: the product is or was on sale, so that customers may know it from an order, alert or review. */
export const isKnown = sql`not ${products.isDraft}`;

/** SQL: the name of a product as customers know it, for their data export. */
export const knownName = sql<string>`case when ${products.isDraft} then 'A product that is not for sale' else ${products.name} end`;

const cheapestOfModel = sql<Cents | null>`(
  select min(other.price_cents) from ${products} other
  where other.model_key = ${products}.model_key and other.stock_count > 0 and other.archived_at is null
)`;

export const productColumns = {
  id: products.id,
  slug: products.slug,
  name: products.name,
  description: products.description,
  price: products.priceCents,
  originalPrice: products.originalPriceCents,
  newPriceDate: products.newPriceDate,
  formerPrice: products.formerPriceCents,
  saleEndsAt: products.saleEndsAt,
  brand: products.brand,
  categoryId: products.categoryId,
  category: categories.name,
  categorySlug: categories.slug,
  condition: products.condition,
  origin: products.origin,
  taxClass: products.taxClass,
  stockCount: products.stockCount,
  sku: products.sku,
  images: products.images,
  imageAlts: products.imageAlts,
  specifications: products.specifications,
  features: products.features,
  featured: products.featured,
  ratingSum: products.ratingSum,
  reviewCount: products.reviewCount,
  warranty: products.warranty,
  batteryHealth: batteryPromise,
  modelKey: products.modelKey,
  seoTitle: products.seoTitle,
  seoDescription: products.seoDescription,
  version: products.version,
  createdAt: products.createdAt,
  updatedAt: products.updatedAt,
  cheapestOfModel,
};

/** Selects cards of products, as rows for `toCard`. */
export function selectCards(db: Queryable) {
  const { id, slug, name, brand, price, categoryId, condition, origin } = productColumns;
  const { originalPrice, newPriceDate, formerPrice } = productColumns;
  const { stockCount, specifications, ratingSum, reviewCount, taxClass } = productColumns;
  const image = sql<string | null>`${products.images} ->> 0`;
  const prices = { price, originalPrice, newPriceDate, formerPrice };
  const shown = { id, slug, name, brand, image, ...prices, categoryId, condition, origin };
  return db
    .select({ ...shown, stockCount, specifications, ratingSum, reviewCount, taxClass, cheapestOfModel })
    .from(products)
    .$dynamic();
}

type CardRow = Awaited<ReturnType<typeof selectCards>>[number];

export function toCard(row: CardRow): CardProduct {
  const { specifications, ratingSum, cheapestOfModel, taxClass, ...shown } = row;
  return {
    ...shown,
    ...classOf(row),
    specLine: specLine(specifications),
    rating: averageRating(ratingSum, row.reviewCount),
    fromPrice: fromPriceOf(row.price, cheapestOfModel),
  };
}

/** Returns the tax class unless it is the standard one. */
const classOf = ({ taxClass }: Pick<CardRow, 'taxClass'>) => taxClass !== 'standard' && { taxClass };

/** Returns the lowest price of the model in stock, if below the price of this product. */
function fromPriceOf(price: Cents, cheapest: Cents | null): Cents | null {
  return cheapest !== null && cheapest < price ? cents(cheapest) : null;
}

/** Selects products with their category, as rows for `toProduct`. */
export function selectProducts(db: Queryable) {
  return db
    .select(productColumns)
    .from(products)
    .leftJoin(categories, eq(categories.id, products.categoryId))
    .$dynamic();
}

type ProductRow = Awaited<ReturnType<typeof selectProducts>>[number];

export function toProduct({ ratingSum, cheapestOfModel, taxClass, ...row }: ProductRow): Product {
  return {
    ...row,
    ...classOf({ taxClass }),
    imageAlts: row.images.map((_, index) => row.imageAlts[index] ?? ''),
    inStock: row.stockCount > 0,
    rating: averageRating(ratingSum, row.reviewCount),
    fromPrice: fromPriceOf(row.price, cheapestOfModel),
    saleEndsAt: row.saleEndsAt?.toISOString() ?? null,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  };
}

/** Returns the average rounded to one decimal, 0 without reviews. */
export function averageRating(sum: number, count: number): number {
  return count === 0 ? 0 : Math.round((sum / count) * 10) / 10;
}

/** SQL: id, slug or former slug equals the reference. */
export function isProduct(reference: string | Placeholder): SQL {
  return sql`${or(
    eq(products.id, reference),
    eq(products.slug, reference),
    sql`${products.id} = (select ${slugRedirects.productId} from ${slugRedirects} where ${slugRedirects.slug} = ${reference})`,
  )}`;
}

export function productNotFound(): Problem {
  return new Problem('NOT_FOUND', 'Product Not Found');
}

export async function findProduct(db: Queryable, reference: string): Promise<Product> {
  const [row] = await selectProducts(db).where(isProduct(reference)).limit(1);
  if (!row) throw productNotFound();
  return toProduct(row);
}

/** Returns the id of a product, also of a draft, for staff. */
export async function findProductId(db: Queryable, reference: string): Promise<string> {
  return (await findIds(db, isProduct(reference))).id;
}

/** Returns the id of a product that is no draft. */
export async function findKnownProductId(db: Queryable, reference: string): Promise<string> {
  return (await findKnownProduct(db, reference)).id;
}

/** Returns the ids of a product that is no draft and of its family. */
export async function findKnownProduct(db: Queryable, reference: string): Promise<ProductIds> {
  return findIds(db, and(isProduct(reference), isKnown));
}

type ProductIds = { id: string; familyId: string };

async function findIds(db: Queryable, condition: SQL | undefined): Promise<ProductIds> {
  const [row] = await db
    .select({ id: products.id, familyId: products.familyId })
    .from(products)
    .where(condition)
    .limit(1);
  if (!row) throw productNotFound();
  return row;
}

/** Returns the products on sale among these ids, in no particular order. */
export async function findProductsByIds(db: Queryable, ids: string[]): Promise<Product[]> {
  if (ids.length === 0) return [];
  const rows = await selectProducts(db).where(and(inArray(products.id, ids), isOnSale));
  return rows.map(toProduct);
}

/** Returns the offers of the same model in all conditions, most expensive first, or only the product without a model. */
export async function findLadder(db: Queryable, { id, modelKey }: Product): Promise<ConditionOffer[]> {
  const same = modelKey === null ? eq(products.id, id) : eq(products.modelKey, modelKey);
  const rows = await selectProducts(db)
    .where(and(same, isOnSale))
    .orderBy(desc(products.priceCents), asc(products.id))
    .limit(100);
  return rows.map(toProduct);
}

const relatedCount = 4;
/** Related products are chosen among this many newest ones, so that the cost does not grow with the category. */
const relatedPool = 60;
const maxNewest = 400;

/** SQL: the ladder, all conditions of the model, most expensive first, or the product alone without a model. */
const ladderOffers = sql`
  select id, slug, condition, origin, price_cents as price, original_price_cents as "originalPrice",
    former_price_cents as "formerPrice", stock_count as "stockCount", stock_count > 0 as "inStock",
    images, warranty, ${batteryPromise} as "batteryHealth"
  from ${products} where id = (select id from it) and (select model_key from it) is null
  union all
  (select id, slug, condition, origin, price_cents, original_price_cents, former_price_cents, stock_count, stock_count > 0,
      images, warranty, ${batteryPromise}
    from ${products} where model_key = (select model_key from it) and archived_at is null
    order by price_cents desc, id limit 100)`;

/** SQL: other families of the category, those in stock first, then by their newest product. */
const relatedFamilies = sql`
  select family_id, row_number() over (order by stock_capped > 0 desc, created_at desc, id desc) as place
  from (
    select distinct on (family_id) *
    from ((select * from newest where stock_capped > 0 limit ${inlined(relatedPool)})
      union all (select * from newest where stock_capped = 0 limit ${inlined(relatedPool)})) pool
    order by family_id, stock_capped > 0 desc, created_at desc, id desc
  ) one_of_each
  order by place limit ${inlined(relatedCount)}`;

/** SQL: these families with their offers in the category. */
const relatedCards = selectFamilies(
  sql`any(array(select family_id from related))`,
  sql`${isOnSale} and ${products.categoryId} = (select category_id from it)`,
);

const columnList = sql.join(
  Object.entries(productColumns).map(([key, column]) => sql`${column} as ${sql.identifier(key)}`),
  sql`, `,
);

type PageRow = ProductRow & {
  ladder: ConditionOffer[] | null;
  kind: DeviceKind | null;
  family: StoredFamily | null;
  /** Family of a related product. */
  card: { family: ListedFamily; modelKeys: string[] } | null;
};

/** Selects the product, then the related ones. */
const selectPage = prepared<PageRow>(
  'product page',
  sql`with it as materialized (
      select id, model_key, family_id, category_id from ${products}
      where ${isProduct(sql.placeholder('reference'))} and ${isOnSale} limit 1
    ), newest as materialized (
      select * from (
        select id, family_id, stock_capped, created_at from ${products}
        where category_id = (select category_id from it) and archived_at is null
        order by created_at desc, id desc limit ${inlined(maxNewest)}
      ) of_category where family_id <> (select family_id from it)
    ), related as materialized (${relatedFamilies}), cards as materialized (${relatedCards}), wanted as materialized (
      select id, 0 as place, null::json as card from it
      union all select offer_ids[1], place, json_build_object('family', cards, 'modelKeys', ${modelKeysOf(sql`cards.id`)})
      from related join cards on cards.id = related.family_id
    )
    select ${columnList},
      case when wanted.place = 0 then (select json_agg(offers) from (${ladderOffers}) offers) end as ladder,
      case when wanted.place = 0 then (select kind from ${deviceModels} where ${deviceModels.key} = ${products.modelKey}) end as kind,
      case when wanted.place = 0 then ${familyJson(sql`(select family_id from it)`)} end as family, wanted.card
    from wanted join ${products} on ${products.id} = wanted.id
    left join ${categories} on ${categories.id} = ${products.categoryId}
    order by wanted.place`,
);

/**
 * Returns a product with its ladder, family and related products, in one statement; the slug of a family leads to its
 * best offer. Throws GONE for an archived or deleted product and NOT_FOUND for a draft or an unknown one.
 */
export async function findProductPage(db: Db, reference: string) {
  const [row, ...others] = await selectPage(db, { reference });
  if (!row) {
    const lead = await findLeadOffer(db, reference);
    if (lead !== null) return findProductPage(db, lead);
    // Throws NOT_FOUND unless the product exists and is archived.
    if (!(await wasDeleted(db, reference))) await findKnownProductId(db, reference);
    throw new Problem('GONE', 'This product is no longer sold.');
  }
  const { ladder, kind, family, card: _card, ...own } = row;
  return {
    product: toProduct(own),
    ladder: ladder ?? [],
    kind,
    ...familyPart(family),
    related: others.flatMap(toRelated),
    relatedModelKeys: others.flatMap(({ card }) => card?.modelKeys ?? []),
  };
}

function toRelated({
  ladder: _ladder,
  kind: _kind,
  family: _family,
  card,
  ...row
}: PageRow): RelatedProduct[] {
  const product = toProduct(row);
  return card ? [{ ...product, family: cardFamilyOf(card.family, product) }] : [];
}

/** Returns the configurations with a product on sale, and the keys of all for the cache tags. */
function familyPart(family: StoredFamily | null) {
  if (family === null) return { family, familyModelKeys: [] };
  const configurations = family.configurations.filter(({ offers }) => offers.length > 0);
  return {
    family: { ...family, configurations },
    familyModelKeys: family.configurations.map(({ modelKey }) => modelKey),
  };
}

async function wasDeleted(db: Queryable, reference: string): Promise<boolean> {
  return (await db.$count(deletedProductKeys, eq(deletedProductKeys.key, reference))) > 0;
}

/** Returns the products with the lowest stock, for the dashboard. */
export async function findLowStock(db: Queryable, limit: number): Promise<Product[]> {
  const rows = await selectProducts(db)
    // Inlined, not a parameter, so that the partial index applies.
    .where(and(sql`${products.stockCapped} < ${lowStockBelow}`.inlineParams(), isOnSale))
    .orderBy(asc(products.stockCapped), asc(products.id))
    .limit(limit);
  return rows.map(toProduct);
}
