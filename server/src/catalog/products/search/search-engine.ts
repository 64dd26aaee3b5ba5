import { part, returns, stream, wholeCents } from '@reprise/extension/adapter-shape';
import { z } from 'zod';
import { adapterLoader } from '../../../platform/adapters.ts';
import type { Queryable, Tx } from '../../../platform/database/database.ts';
import { indexProducts } from './index-products.ts';
import { type Stage, searchStages } from './search-stages.ts';
import { type SuggestedProduct, suggestProducts } from './suggestion.queries.ts';

/**
 * Finds products by words. Lists, counts, facets and pages are SQL over the matches that an engine names, so a product
 * that was sold out, archived or deleted a moment ago is shown as it is now whatever the engine knows of it.
 */
export type SearchEngine = {
  /** Indexes the current text, price and category of products; part of the transaction that changes them. */
  index(tx: Tx, ids: string[]): Promise<void>;
  /** Removes products; part of the transaction that deletes them. */
  remove(tx: Tx, ids: string[]): Promise<void>;
  /**
   * Yields searches in order until one has matches. `exact` matches all words or, after those, products whose name,
   * description or brand contains the text as typed; `fuzzy` also similar words; `partial` as many words as some
   * product has. Equal scores are sorted by stock, units sold and date in the SQL of the list.
   */
  query(db: Queryable, typed: string, options: QueryOptions): AsyncIterable<Stage>;
  /** Returns the best products for an unfinished text, one per model. */
  suggest(db: Queryable, typed: string): Promise<SuggestedProduct[]>;
  /** Upkeep of an engine outside the database; the built-in one needs none. */
  outside?: OutsideEngine;
};

export type OutsideEngine = {
  /** Sends due changes to the engine, and all products if it has no index. */
  pushChanges(now: Date): Promise<void>;
  /** Builds a new index and replaces the current one with it; returns the number of products. */
  rebuild(): Promise<number>;
  /** Returns the number of times that PostgreSQL answered because the engine failed. */
  countFallbacks(): number;
};

/** The list that a search is for; an engine that returns only its best matches needs to know it. */
export type QueryOptions = {
  /** True if the list is sorted by relevance. */
  byRelevance: boolean;
  /** Index terms of each filter of the list; null if it has others, which only SQL can apply. */
  filterTerms: string[][] | null;
};

/** The built-in engine: the search documents in PostgreSQL, which the database deletes with their products. */
export const postgresSearch: SearchEngine = {
  index: indexProducts,
  remove: async () => {},
  query: (db, typed) => searchStages(db, typed),
  suggest: (db, typed) => suggestProducts(db, typed, searchStages(db, typed, { isTyping: true })),
};

const suggestedProduct = z.object({
  slug: z.string(),
  name: z.string(),
  images: z.array(z.string()),
  price: wholeCents,
  from: z.boolean().optional(),
} satisfies Record<keyof SuggestedProduct, z.ZodType>);

export const loadSearchAdapter = adapterLoader<SearchEngine>('SEARCH_ADAPTER', {
  index: returns(),
  remove: returns(),
  query: returns(stream),
  suggest: returns(z.array(suggestedProduct)),
  outside: part(
    { pushChanges: returns(), rebuild: returns(z.number()), countFallbacks: returns(z.number()) },
    undefined,
  ),
});
