import type { Product, Rung } from '@reprise/contract/catalog';
import { type Cents, cents } from '@reprise/contract/money';
import { Problem } from '@reprise/contract/problem';
import { lowStockBelow } from '@reprise/contract/stock';
import { and, asc, desc, eq, inArray, isNull, or, type Placeholder, type SQL, sql } from 'drizzle-orm';
import type { Db, Queryable } from '../platform/database.ts';
import { perHandle } from '../platform/prepared.ts';
import { categories, deletedAddresses, products, retiredSlugs } from './catalog.tables.ts';

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
export function isProduct(reference: string | Placeholder): SQL {
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
export async function findLadder(db: Queryable, { id, modelKey }: Product): Promise<Rung[]> {
  const same = modelKey === null ? eq(products.id, id) : eq(products.modelKey, modelKey);
  const rows = await selectProducts(db)
    .where(and(same, isOnSale))
    .orderBy(desc(products.priceCents), asc(products.id))
    .limit(100);
  return rows.map(toProduct);
}

const selectByReference = perHandle((db) =>
  selectProducts(db)
    .where(and(isProduct(sql.placeholder('reference')), isOnSale))
    .limit(1)
    .prepare('product by reference'),
);

const relatedCount = 4;
/** Of how many of a category's newest the related products are chosen, so that large categories cost no more. */
const relatedPool = 60;
const looked = 400;

/** As `findLadder` finds it. */
const ladder = sql`
  select 'ladder' as part, id, row_number() over (order by price_cents desc, id) as place from (
    select id, price_cents from ${products} 
    where id = ${sql.placeholder('id')} and ${sql.placeholder('model')}::text is null
    union all
    (select id, price_cents from ${products} 
      where model_key = ${sql.placeholder('model')}::text and archived_at is null
      order by price_cents desc, id limit 100)
  ) rungs`;

const newestOfCategory = (inStock: SQL, limit: number) => sql`(
  select * from (
    select id, model_key, scarcity, created_at from ${products}

    where category_id = ${sql.placeholder('category')}::text and archived_at is null
    order by created_at desc, id desc limit ${sql`${looked}`.inlineParams()}
  ) newest where id <> ${sql.placeholder('id')} and ${inStock} limit ${sql`${limit}`.inlineParams()})`;

/** Others of the same category: those in stock first, then other models, then one of each model before a second. */
const related = sql`
  select 'related' as part, id, row_number() over (
    order by scarcity > 0 desc, coalesce(same_model, false), turn, created_at desc, id desc) as place
  from (
    select *, model_key = ${sql.placeholder('model')}::text as same_model,
      row_number() over (partition by scarcity > 0, coalesce(model_key, id) order by created_at desc, id desc) as turn
    from (${newestOfCategory(sql`scarcity > 0`, relatedPool)}
      union all ${newestOfCategory(sql`scarcity = 0`, relatedCount)}) pool
  ) ranked
  order by place limit ${sql`${relatedCount}`.inlineParams()}`;

const selectBeside = perHandle((db) =>
  db
    .select({ ...productColumns, part: sql<'ladder' | 'related'>`beside.part` })
    .from(products)
    .leftJoin(categories, eq(categories.id, products.categoryId))
    .innerJoin(sql`((${ladder}) union all (${related})) beside`, sql`beside.id = ${products.id}`)
    .orderBy(sql`beside.part`, sql`beside.place`)
    .prepare('beside product'),
);

/**
 * As shoppers may see it, with its ladder and what is like it: two statements. What was archived or deleted is gone,
 * and says so.
 */
export async function findProductPage(db: Db, reference: string) {
  const [row] = await selectByReference(db).execute({ reference });
  if (!row) {
    // There, but archived: otherwise this throws that it never was.
    if (!(await wasDeleted(db, reference))) await findProductId(db, reference);
    throw new Problem('GONE', 'This product is no longer sold.');
  }
  const product = toProduct(row);
  const beside = await selectBeside(db).execute({
    id: product.id,
    model: product.modelKey,
    category: product.categoryId,
  });
  const products = (part: 'ladder' | 'related') =>
    beside.filter((each) => each.part === part).map(({ part: _, ...each }) => toProduct(each));
  return { product, ladder: products('ladder') satisfies Rung[], related: products('related') };
}

async function wasDeleted(db: Queryable, reference: string): Promise<boolean> {
  return (await db.$count(deletedAddresses, eq(deletedAddresses.address, reference))) > 0;
}

/** The scarcest products, for the dashboard. */
export async function findLowStock(db: Queryable, limit: number): Promise<Product[]> {
  const rows = await selectProducts(db)
    // Written out, not as a parameter, so that the partial index serves it.
    .where(and(sql`${products.scarcity} < ${lowStockBelow}`.inlineParams(), isOnSale))
    .orderBy(asc(products.scarcity), asc(products.id))
    .limit(limit);
  return rows.map(toProduct);
}
