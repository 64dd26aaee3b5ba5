import { postgresSearch, type SearchEngine } from '../server/src/catalog/products/search/search-engine.ts';

// Corrects spellings before the built-in search. SEARCH_ADAPTER=./extensions/spelling-search.ts

/** Words of customers, and those of product names. */
const spellings: [written: RegExp, meant: string][] = [
  [/\bi ?fone\b/gi, 'iphone'],
  [/\bmac ?book\b/gi, 'macbook'],
  // A number that is written together with its word: galaxy24 is galaxy 24.
  [/\b([a-z]{4,})(\d{1,3})\b/gi, '$1 $2'],
];

const correct = (typed: string) =>
  spellings.reduce((text, [written, meant]) => text.replace(written, meant), typed);

const search: SearchEngine = {
  ...postgresSearch,
  query: (db, typed, options) => postgresSearch.query(db, correct(typed), options),
  suggest: (db, typed) => postgresSearch.suggest(db, correct(typed)),
};

export default search;
