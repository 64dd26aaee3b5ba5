import { type IndexHit, SearchIndexFailure, type SearchServer } from '@reprise/extension/search-index';
import { z } from 'zod';
import { createClient, type OpenSearchClient } from './opensearch-client.ts';
import {
  aliasOf,
  createBuild,
  deleteBuild,
  listBuilds,
  publishBuild,
  sendWrites,
} from './opensearch-index.ts';
import { type Query, toQuery, withFilters } from './opensearch-query.ts';

const searchTimeoutMs = 1000;

const searchAnswer = z.object({
  responses: z.array(
    z.object({
      status: z.literal(200),
      timed_out: z.literal(false),
      _shards: z.object({ failed: z.literal(0) }),
      hits: z.object({
        hits: z.array(
          z.object({
            _id: z.string(),
            _score: z.number(),
            matched_queries: z.array(z.string()).optional(),
          }),
        ),
      }),
    }),
  ),
});

/** Runs searches in one request; a partial result is a failure. */
async function search(client: OpenSearchClient, queries: Query[], size: number): Promise<IndexHit[][]> {
  const options = { size, _source: false, track_total_hits: false, timeout: `${searchTimeoutMs}ms` };
  const lines = queries.flatMap((query) => [{}, { query, ...options }]);
  const path = `/${aliasOf(client)}/_msearch`;
  const call = { method: 'POST', path, body: { lines }, timeoutMs: searchTimeoutMs } as const;
  const { responses } = await client.call(call, searchAnswer);
  if (responses.length !== queries.length) throw new SearchIndexFailure('A search answer lacks responses.');
  return responses.map(({ hits }) =>
    hits.hits.map(({ _id, _score, matched_queries = [] }) => ({
      id: _id,
      score: _score,
      groups: matched_queries.map(Number),
    })),
  );
}

const openSearch: SearchServer = {
  name: 'OpenSearch',
  open(url) {
    const client = createClient(url);
    return {
      search: (queries, maxHits) =>
        search(
          client,
          queries.map(({ query, filters }) => {
            const wanted = toQuery(query);
            return filters.length === 0 ? wanted : withFilters(wanted, filters);
          }),
          maxHits,
        ),
      listBuilds: () => listBuilds(client),
      createBuild: () => createBuild(client),
      publishBuild: (name) => publishBuild(client, name),
      deleteBuild: (name) => deleteBuild(client, name),
      write: (builds, writes, options) => sendWrites(client, builds, writes, options),
    };
  },
};
export default openSearch;
