import { z } from 'zod';
import { type AdapterShape, makes, returns, value } from './adapter-shape.ts';

// An index of products outside the database. The shop reads what a customer may mean, and writes what it is searched by;
// an index stores, matches and scores it.

/** A product as an index stores it. */
export type IndexedProduct = {
  /** Terms that are matched whole. */
  terms: string[];
  /** Weight of terms from 1 to `maxTermWeight`; the others have none. */
  weights: Record<string, number>;
  isAccessory: boolean;
  /** Text and name in lower case, of which any part may be searched. */
  text: string;
  name: string;
};

/** Largest weight of a term. */
export const maxTermWeight = 255;

/** Puts a product into the index, or takes it out if `product` is null. A write never replaces one of a higher version. */
export type IndexWrite = { id: string; version: number; product: IndexedProduct | null };

/** One way to match: a product that has all of the terms. */
type TermAlternative = { terms: string[]; factor: number };

/** A product matches one of the alternatives; its best one scores. */
export type TermGroup = {
  alternatives: TermAlternative[];
  /** Factor of the score of all alternatives. */
  rarity: number;
};

/** A term of a facet has no weight: it scores as a whole. */
export const isFacetTerm = (term: string): boolean => term.includes(':');

/**
 * Products that match every group, by score: for each group and each optional one the best alternative's sum of weights
 * as shares of `maxTermWeight + 1`, times rarity and factor, divided by its number of terms.
 */
export type WordsQuery = {
  kind: 'words';
  groups: TermGroup[];
  optional: TermGroup[];
  /** Added to the score of products with the term. */
  preferred: { term: string; score: number }[];
  /** Factor for the score of accessories. */
  accessoryFactor: number;
};

export type IndexQuery =
  | WordsQuery
  /** Products whose text contains this one and that do not match the words; those with it in their name score 1. */
  | { kind: 'text'; text: string; without: WordsQuery | null }
  /** Products that match one group at least, by the sum of weights of their groups, which each hit names. */
  | { kind: 'groups'; groups: (TermGroup & { weight: number })[] };

/** `groups`: indexes of the groups that the product matches, for a query of that kind. */
export type IndexHit = { id: string; score: number; groups: number[] };

/** A build of the index, which is filled before it is searched. */
export type IndexBuild = { name: string; isSearched: boolean; startedAt: number };

/** Throws SearchIndexFailure if it does not answer, or only in part: the database answers then. */
export type SearchIndex = {
  /** Runs queries, each for products that also have a term of each filter; returns the best hits of each. */
  search(queries: { query: IndexQuery; filters: string[][] }[], maxHits: number): Promise<IndexHit[][]>;
  /** Returns the builds, those under way included. */
  listBuilds(): Promise<IndexBuild[]>;
  createBuild(): Promise<string>;
  /** Makes the build the one that is searched and deletes the others, in one step. */
  publishBuild(name: string): Promise<void>;
  deleteBuild(name: string): Promise<void>;
  /** Sends the writes to each build; returns errors by product id. With `isVisible` they can be searched afterwards. */
  write(
    builds: string[],
    writes: IndexWrite[],
    options: { isVisible: boolean },
  ): Promise<Map<string, string>>;
};

/** A search server that a URL of the environment names. */
export type SearchServer = { name: string; open(url: string): SearchIndex };

/** The index did not answer, or with an error. */
export class SearchIndexFailure extends Error {
  override name = 'SearchIndexFailure';
}

const hits = z.array(z.object({ id: z.string(), score: z.number(), groups: z.array(z.number()) }));

const searchIndexShape = {
  search: returns(z.array(hits)),
  listBuilds: returns(
    z.array(z.object({ name: z.string(), isSearched: z.boolean(), startedAt: z.number() })),
  ),
  createBuild: returns(z.string()),
  publishBuild: returns(),
  deleteBuild: returns(),
  write: returns(z.map(z.string(), z.string())),
} satisfies AdapterShape<SearchIndex>;

export const searchServerShape = {
  name: value(z.string().min(1)),
  open: makes<SearchIndex>(searchIndexShape),
} satisfies AdapterShape<SearchServer>;
