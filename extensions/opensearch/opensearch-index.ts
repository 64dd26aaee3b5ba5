import { type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Queryable } from '../../../platform/database/database.ts';
import { products } from '../../catalog.tables.ts';
import { isOnSale } from '../../product.queries.ts';
import { searchDocuments } from '../search.tables.ts';
import { anyAnswer, EngineFailure, type OpenSearchClient } from './opensearch-client.ts';

// Index names: `<prefix>-v<mapping version>` is the alias that is searched, `<alias>-<time>` a build of it. Each build
// has a write alias of its own: a bulk request that requires an alias cannot create a build that was just deleted.

/** A higher version makes every shop build a new index. */
const mappingVersion = 1;
export const aliasOf = ({ prefix }: OpenSearchClient) => `${prefix}-v${mappingVersion}`;
const writeAliasOf = (build: string) => `${build}-write`;

const mappings = {
  dynamic: 'strict',
  properties: {
    terms: { type: 'keyword' },
    weights: { type: 'rank_features' },
    text: { type: 'wildcard', doc_values: true },
    name: { type: 'wildcard', doc_values: true },
    is_accessory: { type: 'boolean' },
  },
};

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

/** Largest weight of a term. */
export const maxFeature = 255;

/** Name of a term in `rank_features`, where a dot would separate the field from the feature. */
export const featureOf = (term: string) => term.replaceAll('.', '_');

/** Value whose saturation with pivot 1 is the share of the weight: w / 256. */
const featureValue = (weight: number) => weight / (maxFeature + 1 - weight);

/** Doc values of a wildcard field end at 32,766 bytes; the parts overlap by more than the longest search. */
const maxTextLength = 8000;
const textOverlap = 1000;

function partsOf(text: string): string[] {
  const step = maxTextLength - textOverlap;
  const count = Math.max(1, Math.ceil((text.length - textOverlap) / step));
  return Array.from({ length: count }, (_, index) => text.slice(index * step, index * step + maxTextLength));
}

/** Terms of times serve the recency tiers of PostgreSQL only. */
const isIndexed = (term: string) => !term.startsWith('@');

const documentOf = ({ terms, weights, is_accessory, text, name }: SearchedProduct) => ({
  terms: terms.filter(isIndexed),
  weights: Object.fromEntries(
    weights.map((weight, index) => [featureOf(terms[index] ?? ''), featureValue(weight)]),
  ),
  text: partsOf(text),
  name,
  is_accessory,
});

/** A deleted product never returns, so its deletion outweighs every version. */
const deletedVersion = Number.MAX_SAFE_INTEGER;

export type Write = { id: string; version: number; document: object | null };

/** Returns the writes that bring these products up to date: documents, and deletions of those not on sale. */
export function writesFor(ids: string[], rows: SearchedProduct[]): Write[] {
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.map((id) => {
    const row = byId.get(id);
    if (!row) return { id, version: deletedVersion, document: null };
    return { id, version: row.version, document: row.is_on_sale ? documentOf(row) : null };
  });
}

const bulkItem = z.object({
  _id: z.string(),
  status: z.number(),
  error: z.object({ type: z.string(), reason: z.string().nullish() }).optional(),
});
const bulkAnswer = z.object({
  items: z.array(z.union([z.object({ index: bulkItem }), z.object({ delete: bulkItem })])),
});

/**
 * Sends the writes to each build and returns the errors by product id. Product versions order them, so that a late
 * request cannot overwrite a newer state.
 */
export async function sendWrites(
  client: OpenSearchClient,
  builds: string[],
  writes: Write[],
  { refresh }: { refresh: boolean },
): Promise<Map<string, string>> {
  const lines = builds.flatMap((build) =>
    writes.flatMap(({ id, version, document }) => {
      const target = { _index: writeAliasOf(build), _id: id, version, version_type: 'external_gte' };
      return document ? [{ index: target }, document] : [{ delete: target }];
    }),
  );
  const path = `/_bulk?require_alias=true&refresh=${refresh ? 'wait_for' : 'false'}`;
  const { items } = await client.call({ method: 'POST', path, body: { lines } }, bulkAnswer);
  if (items.length !== builds.length * writes.length) throw new EngineFailure('A bulk answer lacks items.');
  const errors = new Map<string, string>();
  for (const item of items) {
    const { _id, error } = 'index' in item ? item.index : item.delete;
    // A newer version is already there.
    if (!error || error.type === 'version_conflict_engine_exception') continue;
    errors.set(_id, `${error.type}: ${error.reason}`);
  }
  return errors;
}

const aliasesAnswer = z.record(z.string(), z.object({ aliases: z.record(z.string(), z.unknown()) }));

export type Build = { name: string; isSearched: boolean; startedAt: number };

/** Returns the builds of the index, those under way included. */
export async function listBuilds(client: OpenSearchClient): Promise<Build[]> {
  const alias = aliasOf(client);
  const answer = await client.call({ method: 'GET', path: `/${alias}-*/_alias` }, aliasesAnswer);
  return Object.entries(answer).flatMap(([name, { aliases }]) => {
    const time = name.slice(alias.length + 1);
    return /^\d+$/.test(time) ? [{ name, isSearched: alias in aliases, startedAt: Number(time) }] : [];
  });
}

export async function createBuild(client: OpenSearchClient): Promise<string> {
  const name = `${aliasOf(client)}-${Date.now()}`;
  const json = { mappings, aliases: { [writeAliasOf(name)]: {} } };
  await client.call({ method: 'PUT', path: `/${name}`, body: { json } }, anyAnswer);
  return name;
}

/** Makes the build the one that is searched and deletes the others, in one step. */
export async function publishBuild(client: OpenSearchClient, name: string): Promise<void> {
  await client.call({ method: 'POST', path: `/${name}/_refresh` }, anyAnswer);
  const others = (await listBuilds(client)).filter((build) => build.name !== name);
  const actions = [
    { add: { index: name, alias: aliasOf(client) } },
    ...others.map((build) => ({ remove_index: { index: build.name } })),
  ];
  await client.call({ method: 'POST', path: '/_aliases', body: { json: { actions } } }, anyAnswer);
}

export async function deleteBuild(client: OpenSearchClient, name: string): Promise<void> {
  await client.call({ method: 'DELETE', path: `/${name}` }, anyAnswer);
}
