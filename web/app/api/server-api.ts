import type { AllEndpoints } from '@reprise/contract/all-endpoints';
import type { Client } from '@reprise/contract/client/client';
import { createContext } from 'react-router';

/**
 * API client for pages rendered on the server: it calls the endpoints directly, always as an anonymous
 * visitor.
 */
export type ServerApi = Client<AllEndpoints>;

/** Context key of the API for loaders: `context.get(apiContext)`. */
export const apiContext = createContext<ServerApi>();

/** Returns the status of a page whose call the API refused; undefined for a failure of the shop. */
export function refusedStatusOf(error: unknown): number | undefined {
  return (error as { init?: { status?: number } }).init?.status;
}
