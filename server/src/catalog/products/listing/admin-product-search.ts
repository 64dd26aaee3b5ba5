import type { Product } from '@reprise/contract/catalog/products/product';
import { maxProductsToOrder } from '@reprise/contract/catalog/products/products-admin';
import { and, asc, eq, like, or, type SQL, sql } from 'drizzle-orm';
import type { Db, Queryable } from '../../../platform/database/database.ts';
import { containsPattern, escapeLike } from '../../../platform/database/like-pattern.ts';
import { isOnSale, selectProducts, toProduct } from '../product.queries.ts';
import { products } from '../products.tables.ts';
import { newestProducts, noMatches, type ProductSearch } from '../search/product-search.ts';
import type { SearchEngine } from '../search/search-engine.ts';
import { exactSearch, searchStages } from '../search/search-stages.ts';
import { listProducts } from './product-list.queries.ts';
import { hasDocument, matchesSearch } from './search-matches.ts';

// Searches of the back office: what the storefront finds, and products by their SKU, slug or id.

/** Returns products on sale to add to an order, those whose SKU begins with the text first. */
export async function findProductsToOrder(
  db: Db,
  typed: string,
  engine: SearchEngine,
): Promise<{ products: Product[] }> {
  const identified = await selectProducts(db)
    .where(and(isOnSale, hasIdentifier(typed)))
    .orderBy(asc(products.sku))
    .limit(maxProductsToOrder);
  const { products: matches } = await listProducts(db, { search: typed, limit: maxProductsToOrder }, engine);
  const ids = new Set(identified.map(({ id }) => id));
  const others = matches.filter(({ id }) => !ids.has(id));
  return { products: [...identified.map(toProduct), ...others].slice(0, maxProductsToOrder) };
}

const maxIds = 1000;

/** Returns up to 1,000 ids of products, archived ones included, that match the text without corrections. */
export async function findProductIds(db: Queryable, typed: string): Promise<string[]> {
  const selects = partsOf(await exactSearch(db, typed), typed, undefined).map(
    (part) => sql`select id from ${products} where ${part}`,
  );
  const { rows } = await db.execute<{ id: string }>(
    sql`${sql.join(selects, sql` union all `)} limit ${maxIds}`,
  );
  return rows.map(({ id }) => id);
}

/** Returns the matches of a search as disjoint parts. */
export function partsOf(search: ProductSearch, typed: string, terms: SQL | undefined): SQL[] {
  const { words, substring, isSubstringIndexed } = search;
  const isNotByWords = words ? sql`not ${words}` : undefined;
  const inDocument = words && hasDocument(and(words, terms));
  const inText =
    substring &&
    (isSubstringIndexed ? hasDocument(and(substring, isNotByWords)) : isOfNewest(substring, isNotByWords));
  const identified = sql`${hasIdentifier(typed)} and not ${matchesSearch(search)}`;
  return [inDocument, inText, identified].filter((part) => part !== undefined && part !== null);
}

/**
 * Returns the first search that finds a listed product, as the storefront does: similar words, then fewer words. The
 * beginning of an SKU is not corrected.
 */
export async function findSearch(db: Queryable, typed: string, isListed: SQL): Promise<ProductSearch> {
  const exact = await exactSearch(db, typed);
  if (await hasAny(db, partsOf(exact, typed, undefined), isListed)) return exact;
  for await (const { search } of searchStages(db, typed))
    if (await hasAny(db, partsOf(search, typed, undefined), isListed)) return search;
  return noMatches;
}

/** Returns true if a product matches one of the parts and the condition. */
export async function hasAny(
  db: Queryable,
  parts: (SQL | undefined)[],
  condition: SQL | undefined,
): Promise<boolean> {
  const selects = parts.map((part) => sql`select from ${products} where ${and(condition, part)}`);
  const { rows } = await db.execute(sql`select 1 where exists (${sql.join(selects, sql` union all `)})`);
  return rows.length > 0;
}

const isOfNewest = (condition: SQL, inDocument: SQL | undefined) =>
  sql`${products.id} = any(array(select id from ${newestProducts} where ${and(condition, inDocument && hasDocument(inDocument))}))`;

const maxNamedWords = 12;

/**
 * SQL: name, brand and SKU together contain each word of the text, or the text identifies the product. Spaces do not
 * count, so that "128gb" finds "128 GB".
 */
export function isNamed(text: string): SQL | undefined {
  const names = sql`replace(lower(${products.name} || ' ' || ${products.brand} || ' ' || ${products.sku}), ' ', '')`;
  const words = text.trim().split(/\s+/).slice(0, maxNamedWords);
  return or(
    hasIdentifier(text),
    and(...words.map((word) => sql`${names} like lower(${containsPattern(word)})`)),
  );
}

const minPrefix = 3;

/** SQL: slug or id equals the text, or the SKU begins with it, as scanned from a label or copied from a URL. */
export function hasIdentifier(text: string): SQL | undefined {
  const skus = [text, text.toUpperCase()];
  return or(
    ...skus.map((sku) =>
      sku.length < minPrefix ? eq(products.sku, sku) : like(products.sku, `${escapeLike(sku)}%`),
    ),
    eq(products.slug, text),
    eq(products.id, text),
  );
}
