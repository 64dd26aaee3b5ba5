import { createCircuitBreaker } from '@reprise/extension/circuit-breaker';
import { type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Deps } from '../../../deps.ts';
import { indexProducts } from '../index-products.ts';
import { isMatchable } from '../parse-query.ts';
import { searchFor } from '../product-search.ts';
import { searchDocuments } from '../search.tables.ts';
import type { QueryOptions, SearchEngine } from '../search-engine.ts';
import { type Matcher, postgresMatcher, searchStages } from '../search-stages.ts';
import { suggestProducts } from '../suggestion.queries.ts';
import { createClient, EngineFailure, type OpenSearchClient } from './opensearch-client.ts';
import { aliasOf } from './opensearch-index.ts';
import { groupsQuery, type Query, textQuery, withFilters, wordsQuery } from './opensearch-query.ts';
import { createPushChanges, noteChanges } from './push-changes.ts';
import { rebuildIndex } from './rebuild-index.ts';

/** Best matches that a search returns; twice the number that lists count. */
const maxMatches = 2000;
const searchTimeoutMs = 1000;

type Hit = { _id: string; _score: number; matched_queries?: string[] | undefined };

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
async function search(client: OpenSearchClient, queries: Query[], size: number): Promise<Hit[][]> {
  const options = { size, _source: false, track_total_hits: false, timeout: `${searchTimeoutMs}ms` };
  const lines = queries.flatMap((query) => [{}, { query, ...options }]);
  const path = `/${aliasOf(client)}/_msearch`;
  const call = { method: 'POST', path, body: { lines }, timeoutMs: searchTimeoutMs } as const;
  const { responses } = await client.call(call, searchAnswer);
  if (responses.length !== queries.length) throw new EngineFailure('A search answer lacks responses.');
  return responses.map(({ hits }) => hits.hits);
}

const isTruncated = (hits: Hit[]) => hits.length > maxMatches;
const unfiltered: QueryOptions = { byRelevance: true, filterTerms: [] };

/**
 * Returns the hits of each query that a list needs, or null if PostgreSQL has to find them. If there are too many, the
 * best are searched again for each set that the list counts: with all its filters, and without each of them.
 */
async function findForList(
  client: OpenSearchClient,
  queries: Query[],
  { byRelevance, filterTerms }: QueryOptions,
): Promise<Hit[][] | null> {
  const found = await search(client, queries, maxMatches + 1);
  if (!found.some(isTruncated)) return found;
  if (!filterTerms || filterTerms.length === 0) return filterTerms && byRelevance ? found : null;
  const sets = [filterTerms, ...filterTerms.map((_, omitted) => filterTerms.toSpliced(omitted, 1))].filter(
    (terms) => terms.length > 0,
  );
  const filtered = sets.flatMap((terms) => queries.map((query) => withFilters(query, terms)));
  const hits = await search(client, filtered, maxMatches + 1);
  if (!byRelevance && hits.slice(0, queries.length).some(isTruncated)) return null;
  return found.map((first, index) => {
    const all = [first, ...hits.filter((_, other) => other % queries.length === index)].flat();
    return [...new Map(all.map((hit) => [hit._id, hit])).values()];
  });
}

/**
 * The engine for shops that outgrow one PostgreSQL: OpenSearch matches and scores. PostgreSQL still reads what a query
 * may mean, writes the search documents, and answers whenever OpenSearch fails or its best matches do not suffice.
 */
export function createOpenSearchEngine(
  searchUrl: string,
  { db, log }: Pick<Deps, 'db' | 'log'>,
): SearchEngine {
  const client = createClient(searchUrl);
  const breaker = createCircuitBreaker({ after: 3, cooldownMs: 10_000 });
  let fallbacks = 0;

  async function orFallback<Result>(work: () => Promise<Result>, fallback: () => Result | Promise<Result>) {
    if (breaker.remainingCooldown(performance.now()) === 0) {
      try {
        const result = await work();
        breaker.succeeded();
        return result;
      } catch (error) {
        if (!(error instanceof EngineFailure)) throw error;
        breaker.failed(performance.now());
        log.warn({ err: error }, 'the search engine failed, PostgreSQL answers');
      }
    }
    fallbacks++;
    return fallback();
  }

  const matcherFor = (options: QueryOptions): Matcher => ({
    searchFor: (query, facts, stage) => {
      const inSql = searchFor(query, facts, stage);
      const words = inSql.words && wordsQuery(query);
      // A text too short for the index of PostgreSQL is looked for there, in the newest products.
      const text = inSql.substring && inSql.isSubstringIndexed ? textQuery(facts.typed, words) : null;
      const queries = [words, text].filter((query) => query !== null);
      if (queries.length === 0) return inSql;
      return orFallback(
        async () => {
          const found = await findForList(client, queries, options);
          if (!found) return inSql;
          const byWords = words && found[0];
          const byText = text && found.at(-1);
          return {
            ...inSql,
            tiers: [],
            ...(byWords && { words: isOneOf(byWords), score: scoreIn(byWords) }),
            ...(byText && { substring: isOneOf(byText), textScore: scoreIn(byText) }),
          };
        },
        () => inSql,
      );
    },
    findMatchedGroups: async (db, groups, facts) => {
      const known = groups.filter((group) => isMatchable(group, facts));
      if (known.length < 2) return known;
      return orFallback(
        async () => {
          const [[best] = []] = await search(client, [groupsQuery(known)], 1);
          return known.filter((_, index) => best?.matched_queries?.includes(String(index)));
        },
        () => postgresMatcher.findMatchedGroups(db, groups, facts),
      );
    },
  });

  return {
    index: async (tx, ids) => {
      await indexProducts(tx, ids);
      await noteChanges(tx, ids);
    },
    remove: noteChanges,
    query: (db, typed, options) => searchStages(db, typed, { matcher: matcherFor(options) }),
    suggest: (db, typed) =>
      suggestProducts(db, searchStages(db, typed, { isTyping: true, matcher: matcherFor(unfiltered) })),
    outside: {
      pushChanges: createPushChanges(client, { db, log }),
      rebuild: () => rebuildIndex(client, db),
      countFallbacks: () => fallbacks,
    },
  };
}

/** SQL: the product is one of the hits. With `= any` the planner would look up every hit for every row of a join. */
const isOneOf = (hits: Hit[]): SQL =>
  sql`${searchDocuments.productId} in (select unnest(${sql.param(hits.map(({ _id }) => _id))}::text[]))`;

/** SQL: the score of the hit; looked up in JSON, because a position in an array would take linear time. */
const scoreIn = (hits: Hit[]): SQL => {
  const scores = Object.fromEntries(hits.map(({ _id, _score }) => [_id, _score]));
  return sql`(${JSON.stringify(scores)}::jsonb ->> ${searchDocuments.productId})::float8`;
};
