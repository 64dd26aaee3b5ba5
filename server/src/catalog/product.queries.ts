import type { Product, Rung } from '@reprise/contract/catalog';
import { type Cents, cents } from '@reprise/contract/money';
import { Problem } from '@reprise/contract/problem';
import { lowStockBelow } from '@reprise/contract/stock';
import { and, asc, desc, eq, inArray, isNull, or, type SQL, sql } from 'drizzle-orm';
import type { Queryable } from '../platform/database.ts';
import { categories, products, retiredSlugs } from './catalog.tables.ts';

/** Archived products are nowhere in the shop. */
export const isOnSale = isNull(products.archivedAt);

const cheapestOfModel = sql<Cents | null>`(
  select min(other.price_cents) from ${products} other
  where other.model_key = ${products}.model_key and other.stock_count > 0 and other.archived_at is null
)`;

const productColumns = {
  id: products.id,
  slug: products.slug,
  name: products.name,
  description: products.description,
  price: products.priceCents,
  originalPrice: products.originalPriceCents,
  brand: products.brand,
  categoryId: products.categoryId,
  category: categories.name,
  categorySlug: categories.slug,
  condition: products.condition,
  origin: products.origin,
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
  modelKey: products.modelKey,
  version: products.version,
  createdAt: products.createdAt,
  updatedAt: products.updatedAt,
  cheapestOfModel,
};

/** Products with their category, as rows for `toProduct`. */
export function selectProducts(db: Queryable) {
  return db
    .select(productColumns)
    .from(products)
    .leftJoin(categories, eq(categories.id, products.categoryId))
    .$dynamic();
}

type ProductRow = Awaited<ReturnType<typeof selectProducts>>[number];

export function toProduct({ ratingSum, cheapestOfModel, ...row }: ProductRow): Product {
  return {
    ...row,
    imageAlts: row.images.map((_, at) => row.imageAlts[at] ?? ''),
    inStock: row.stockCount > 0,
    rating: averageRating(ratingSum, row.reviewCount),
    fromPrice: cheapestOfModel !== null && cheapestOfModel < row.price ? cents(cheapestOfModel) : null,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  };
}

/** To one decimal, as it is shown; 0 while there is no review. */
export function averageRating(sum: number, count: number): number {
  return count === 0 ? 0 : Math.round((sum / count) * 10) / 10;
}

/** By id, slug or a slug it had before. */
export function isProduct(reference: string): SQL {
  return sql`${or(
    eq(products.id, reference),
    eq(products.slug, reference),
    sql`${products.id} = (select ${retiredSlugs.productId} from ${retiredSlugs} where ${retiredSlugs.slug} = ${reference})`,
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

export async function findProductId(db: Queryable, reference: string): Promise<string> {
  const [row] = await db.select({ id: products.id }).from(products).where(isProduct(reference)).limit(1);
  if (!row) throw productNotFound();
  return row.id;
}

/** As shoppers may see it; what was archived is gone, and says so. */
export async function findProductOnSale(db: Queryable, reference: string): Promise<Product> {
  const [row] = await selectProducts(db)
    .where(and(isProduct(reference), isOnSale))
    .limit(1);
  if (row) return toProduct(row);
  // There, but archived: otherwise this throws that it never was.
  await findProductId(db, reference);
  throw new Problem('GONE', 'This product is no longer sold.');
}

/** In no particular order; those that do not exist or are not on sale are left out. */
export async function findProductsByIds(db: Queryable, ids: string[]): Promise<Product[]> {
  if (ids.length === 0) return [];
  const rows = await selectProducts(db).where(and(inArray(products.id, ids), isOnSale));
  return rows.map(toProduct);
}

/** In no particular order; those that do not exist are left out. */
export async function findProductsBySkus(db: Queryable, skus: string[]): Promise<Product[]> {
  if (skus.length === 0) return [];
  const rows = await selectProducts(db).where(inArray(products.sku, skus));
  return rows.map(toProduct);
}

/** The same model in all its conditions, dearest first; only the product itself where it stands alone. */
export async function findLadder(db: Queryable, product: Product): Promise<Rung[]> {
  const { id, modelKey } = product;
  const same = modelKey === null ? eq(products.id, id) : eq(products.modelKey, modelKey);
  const rows = await db
    .select({
      id: products.id,
      slug: products.slug,
      condition: products.condition,
      origin: products.origin,
      price: products.priceCents,
      originalPrice: products.originalPriceCents,
      stockCount: products.stockCount,
    })
    .from(products)
    .where(and(same, isOnSale))
    .orderBy(desc(products.priceCents), asc(products.id))
    .limit(100);
  return rows.map((row) => ({ ...row, inStock: row.stockCount > 0 }));
}

const relatedCount = 4;
/** Of how many of a category's newest the related products are chosen, so that large categories cost no more. */
const relatedPool = 60;

/** Others of the same category: those in stock first, then other models, then one of each model before a second. */
export async function findRelated(db: Queryable, product: Product): Promise<Product[]> {
  if (product.categoryId === null) return [];
  const newest = (inStock: SQL, limit: number) => sql`(
    select id, model_key, stock_count, created_at from ${products}
    where category_id = ${product.categoryId} and id <> ${product.id} and archived_at is null and ${inStock}
    order by created_at desc, id desc limit ${limit}
  )`;
  const pool = sql`
    select *, model_key = ${product.modelKey}::text as same_model,
      row_number() over (
        partition by stock_count > 0, coalesce(model_key, id) order by created_at desc, id desc
      ) as turn
    from (${newest(sql`stock_count > 0`, relatedPool)} union all ${newest(sql`stock_count = 0`, relatedCount)}) pool`;
  const { rows } = await db.execute<{ id: string }>(sql`
    select id from (${pool}) ranked
    order by stock_count > 0 desc, coalesce(same_model, false), turn, created_at desc, id desc
    limit ${relatedCount}`);
  const ids = rows.map((row) => row.id);
  return inOrder(ids, await findProductsByIds(db, ids));
}

function inOrder(ids: string[], found: Product[]): Product[] {
  const byId = new Map(found.map((product) => [product.id, product]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/** The scarcest products, for the dashboard. */
export async function findLowStock(db: Queryable, limit: number): Promise<Product[]> {
  const rows = await selectProducts(db)
    // Written out, not as a parameter, so that the partial index serves it.
    .where(and(sql`${products.stockCount} < ${lowStockBelow}`.inlineParams(), isOnSale))
    .orderBy(asc(products.stockCount), asc(products.id))
    .limit(limit);
  return rows.map(toProduct);
}
