import {
  type IndexBuild,
  type IndexedProduct,
  type IndexWrite,
  maxTermWeight,
  SearchIndexFailure,
} from '@reprise/extension/search-index';
import { z } from 'zod';
import { anyAnswer, type OpenSearchClient } from './opensearch-client.ts';

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

/** Name of a term in `rank_features`, where a dot would separate the field from the feature. */
export const featureOf = (term: string) => term.replaceAll('.', '_');

/** Value whose saturation with pivot 1 is the share of the weight: w / 256. */
const featureValue = (weight: number) => weight / (maxTermWeight + 1 - weight);

/** Doc values of a wildcard field end at 32,766 bytes; the parts overlap by more than the longest search. */
const maxTextLength = 8000;
const textOverlap = 1000;

function partsOf(text: string): string[] {
  const step = maxTextLength - textOverlap;
  const count = Math.max(1, Math.ceil((text.length - textOverlap) / step));
  return Array.from({ length: count }, (_, index) => text.slice(index * step, index * step + maxTextLength));
}

const documentOf = ({ terms, weights, isAccessory, text, name }: IndexedProduct) => ({
  terms,
  weights: Object.fromEntries(
    Object.entries(weights).map(([term, weight]) => [featureOf(term), featureValue(weight)]),
  ),
  text: partsOf(text),
  name,
  is_accessory: isAccessory,
});

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
  writes: IndexWrite[],
  { isVisible }: { isVisible: boolean },
): Promise<Map<string, string>> {
  const lines = builds.flatMap((build) =>
    writes.flatMap(({ id, version, product }): object[] => {
      const target = { _index: writeAliasOf(build), _id: id, version, version_type: 'external_gte' };
      return product ? [{ index: target }, documentOf(product)] : [{ delete: target }];
    }),
  );
  const path = `/_bulk?require_alias=true&refresh=${isVisible ? 'wait_for' : 'false'}`;
  const { items } = await client.call({ method: 'POST', path, body: { lines } }, bulkAnswer);
  if (items.length !== builds.length * writes.length)
    throw new SearchIndexFailure('A bulk answer lacks items.');
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

/** Returns the builds of the index, those under way included. */
export async function listBuilds(client: OpenSearchClient): Promise<IndexBuild[]> {
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
