import type { AllEndpoints } from '@reprise/contract/all-endpoints';
import type { Client } from '@reprise/contract/client';
import { createContext } from 'react-router';

/** The API as a page rendered on the server calls it: directly, and always as an anonymous visitor. */
export type ServerApi = Client<AllEndpoints>;

/** Loaders read the API from their context by this key: `context.get(apiContext)`. */
export const apiContext = createContext<ServerApi>();
