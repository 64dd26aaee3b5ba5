import { createContext } from 'react';

/** What a list was searched for, for the cards to mark in their names; empty where nothing was. */
export const SearchTerms = createContext('');
