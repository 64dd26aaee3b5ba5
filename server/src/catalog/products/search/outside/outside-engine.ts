import { createCircuitBreaker } from '@reprise/extension/circuit-breaker';
import {
  type IndexHit,
  type IndexQuery,
  type SearchIndex,
  SearchIndexFailure,
  type WordsQuery,
} from '@reprise/extension/search-index';
import { type SQL, sql } from 'drizzle-orm';
import type { Deps } from '../../../../deps.ts';
import { loadSearchServer } from '../../../../platform/shipped-extensions.ts';
import { asksForAccessory } from '../analyze.ts';
import { indexProducts } from '../index-products.ts';
import { isMatchable, type ParsedQuery, weightOf } from '../parse-query.ts';
import { accessoryFactor, preferenceFactor, searchFor } from '../product-search.ts';
import { searchDocuments } from '../search.tables.ts';
import type { QueryOptions, SearchEngine } from '../search-engine.ts';
import { type Matcher, postgresMatcher, searchStages } from '../search-stages.ts';
import { suggestProducts } from '../suggestion.queries.ts';
import { createPushChanges, noteChanges } from './push-changes.ts';
import { rebuildIndex } from './rebuild-index.ts';

/** Best matches that a search returns; of more, the counts of a list are lower bounds. */
const maxMatches = 2000;
const isTruncated = (hits: IndexHit[]) => hits.length > maxMatches;
const unfiltered: QueryOptions = { byRelevance: true, filterTerms: [] };

type Found = { hits: IndexHit[][]; lowerBounds?: 'facets' | 'all' };

/**
 * Returns the hits of each query that a list needs, or null if PostgreSQL has to find them. If there are too many, the
 * best are searched again for each set that the list counts: with all its filters, and without each of them.
 */
async function findForList(
  index: SearchIndex,
  queries: IndexQuery[],
  { byRelevance, filterTerms }: QueryOptions,
): Promise<Found | null> {
  const unfilteredHits = await index.search(
    queries.map((query) => ({ query, filters: [] })),
    maxMatches + 1,
  );
  if (!unfilteredHits.some(isTruncated)) return { hits: unfilteredHits };
  if (!filterTerms || filterTerms.length === 0)
    return filterTerms && byRelevance ? { hits: unfilteredHits, lowerBounds: 'all' } : null;
  const sets = [filterTerms, ...filterTerms.map((_, omitted) => filterTerms.toSpliced(omitted, 1))].filter(
    (terms) => terms.length > 0,
  );
  const filtered = sets.flatMap((filters) => queries.map((query) => ({ query, filters })));
  const hits = await index.search(filtered, maxMatches + 1);
  const areMany = hits.slice(0, queries.length).some(isTruncated);
  if (!byRelevance && areMany) return null;
  const all = unfilteredHits.map((first, position) => {
    const some = [first, ...hits.filter((_, other) => other % queries.length === position)].flat();
    return [...new Map(some.map((hit) => [hit.id, hit])).values()];
  });
  return { hits: all, lowerBounds: areMany ? 'all' : 'facets' };
}

/** A query of words that scores as `product-search.ts` does in SQL. */
function wordsQuery({ groups, optional = [], preferred }: ParsedQuery): WordsQuery {
  const sum = groups.reduce((total, { rarity }) => total + rarity, 0);
  return {
    kind: 'words',
    groups,
    optional,
    preferred: preferred.map((term) => ({ term, score: sum * preferenceFactor })),
    accessoryFactor: asksForAccessory(groups.flatMap(({ words }) => words)) ? 1 : accessoryFactor,
  };
}

/** Returns the engine on the search server of SEARCH_URL. */
export async function openOutsideEngine(
  searchUrl: string,
  deps: Pick<Deps, 'db' | 'log'>,
): Promise<SearchEngine> {
  return createOutsideEngine((await loadSearchServer()).open(searchUrl), deps);
}

/**
 * The engine for shops that outgrow one PostgreSQL: an index outside of it matches and scores. PostgreSQL still reads what
 * a query may mean, writes the search documents, and answers whenever the index fails or its best matches do not suffice.
 */
function createOutsideEngine(index: SearchIndex, { db, log }: Pick<Deps, 'db' | 'log'>): SearchEngine {
  const breaker = createCircuitBreaker({ after: 3, cooldownMs: 10_000 });
  let fallbacks = 0;

  async function orFallback<Result>(work: () => Promise<Result>, fallback: () => Result | Promise<Result>) {
    if (breaker.remainingCooldown(performance.now()) === 0) {
      try {
        const result = await work();
        breaker.succeeded();
        return result;
      } catch (error) {
        if (!(error instanceof SearchIndexFailure)) throw error;
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
      // PostgreSQL searches the newest products for a text that is too short for its index.
      const text =
        inSql.substring && inSql.isSubstringIndexed
          ? { kind: 'text' as const, text: facts.typed, without: words || null }
          : null;
      const queries: IndexQuery[] = [words, text].filter((query) => query !== null);
      // The index knows steps of prices only.
      if (queries.length === 0 || query.isCheap) return inSql;
      return orFallback(
        async () => {
          const matches = await findForList(index, queries, options);
          if (!matches) return inSql;
          const byWords = words && matches.hits[0];
          const byText = text && matches.hits.at(-1);
          return {
            ...inSql,
            ...(matches.lowerBounds && { lowerBounds: matches.lowerBounds }),
            ...(byWords && { words: isOneOf(byWords), score: scoreIn(byWords) }),
            ...(byText && { substring: isOneOf(byText), textScore: scoreIn(byText) }),
          };
        },
        () => inSql,
      );
    },
    findMatchedGroups: async (db, groups, facts) => {
      const known = groups.filter((group) => isMatchable(group, facts));
      if (known.length === 0) return [];
      return orFallback(
        async () => {
          const groups = known.map((group) => ({ ...group, weight: weightOf(group, known) }));
          const [[best] = []] = await index.search([{ query: { kind: 'groups', groups }, filters: [] }], 1);
          return known.filter((_, position) => best?.groups.includes(position));
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
    suggest: (db, typed) => {
      const stages = searchStages(db, typed, { isTyping: true, matcher: matcherFor(unfiltered) });
      return suggestProducts(db, typed, stages);
    },
    outside: {
      pushChanges: createPushChanges(index, { db, log }),
      rebuild: () => rebuildIndex(index, db),
      countFallbacks: () => fallbacks,
    },
  };
}

/** SQL: the product is one of the hits. With `= any` the planner would look up every hit for every row of a join. */
const isOneOf = (hits: IndexHit[]): SQL =>
  sql`${searchDocuments.productId} in (select unnest(${sql.param(hits.map(({ id }) => id))}::text[]))`;

/** SQL: the score of the hit; looked up in JSON, because a position in an array would take linear time. */
const scoreIn = (hits: IndexHit[]): SQL => {
  const scores = Object.fromEntries(hits.map(({ id, score }) => [id, score]));
  return sql`(${JSON.stringify(scores)}::jsonb ->> ${searchDocuments.productId})::float8`;
};
