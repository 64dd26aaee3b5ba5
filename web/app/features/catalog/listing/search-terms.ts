import { createContext } from 'react';

/** Search terms that cards highlight in their names; empty without a search. */
export const SearchTerms = createContext('');
