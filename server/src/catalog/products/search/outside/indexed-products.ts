import type { IndexedProduct, IndexWrite } from '@reprise/extension/search-index';
import { type SQL, sql } from 'drizzle-orm';
import type { Queryable } from '../../../../platform/database/database.ts';
import { isOnSale } from '../../product.queries.ts';
import { products } from '../../products.tables.ts';
import { searchDocuments } from '../search.tables.ts';

/** Products per request. */
export const batchSize = 200;

type SearchedProduct = {
  id: string;
  version: number;
  terms: string[];
  weights: number[];
  is_accessory: boolean;
  text: string;
  name: string;
  is_on_sale: boolean;
};

/** SQL: the products with their search documents, which drafts lack. */
const selectProducts = (where: SQL) => sql`
  select ${products.id} as id, ${products.version} as version, ${searchDocuments.terms} as terms,
    ${searchDocuments.weights} as weights, ${searchDocuments.isAccessory} as is_accessory,
    ${products.searchText} as text, lower(${products.name}) as name, (${isOnSale}) as is_on_sale
  from ${products} left join ${searchDocuments} on ${searchDocuments.productId} = ${products.id} where ${where}`;

export async function readProducts(db: Queryable, ids: string[]): Promise<SearchedProduct[]> {
  return (
    await db.execute<SearchedProduct>(selectProducts(sql`${products.id} = any(${sql.param(ids)}::text[])`))
  ).rows;
}

/** Returns the next products on sale after this id. */
export async function readProductsAfter(db: Queryable, last: string): Promise<SearchedProduct[]> {
  const next = sql`${products.id} > ${last} and ${isOnSale} order by ${products.id} limit ${batchSize}`;
  return (await db.execute<SearchedProduct>(selectProducts(next))).rows;
}

/** Documents of earlier versions have terms of times. */
const isIndexed = (term: string) => !term.startsWith('@');

const productOf = ({ terms, weights, is_accessory, text, name }: SearchedProduct): IndexedProduct => ({
  terms: terms.filter(isIndexed),
  weights: Object.fromEntries(weights.map((weight, index) => [terms[index] ?? '', weight])),
  isAccessory: is_accessory,
  text,
  name,
});

/** A deleted product never returns, so its deletion outweighs every version. */
const deletedVersion = Number.MAX_SAFE_INTEGER;

/** Returns the writes that bring these products up to date; those not on sale are taken out. */
export function writesFor(ids: string[], rows: SearchedProduct[]): IndexWrite[] {
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.map((id) => {
    const row = byId.get(id);
    if (!row) return { id, version: deletedVersion, product: null };
    return { id, version: row.version, product: row.is_on_sale ? productOf(row) : null };
  });
}
