import { createContext } from 'react';

/** Query as typed and the words that it matched, which cards highlight in their names. */
export const SearchTerms = createContext<{ query: string; words: string[] }>({ query: '', words: [] });
