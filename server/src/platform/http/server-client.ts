import { type Client, encodeInput, type LooseInput } from '@reprise/contract/client/client';
import type { Endpoint, EndpointTable } from '@reprise/contract/endpoint';
import { Problem } from '@reprise/contract/problem';
import type { Log } from '../log.ts';
import {
  type CacheDependencies,
  type TagsByCall,
  trackDependencies,
} from '../response-cache/cache-dependencies.ts';
import { type AnyHandler, type CallContext, checkAccess, decodeInput, isSearch } from './endpoint.ts';
import { problemFromError } from './problem-from-error.ts';
import { responseFilter } from './response-filter.ts';

export type ServerCalls<T extends EndpointTable> = {
  table: T;
  handlers: Record<string, AnyHandler>;
  tags: TagsByCall;
  log: Log;
};

/** The context of a call without a signed-in user. */
export const anonymous: CallContext = {
  caller: null,
  requestId: 'page',
  ip: '127.0.0.1',
  network: null,
  userAgent: 'page',
  token: null,
  idempotencyKey: null,
  orderToken: null,
  files: [],
  countDeletions: async () => {},
};

/**
 * Creates the API client for server rendering. It calls handlers directly as an anonymous visitor, so that pages can be
 * cached, tracks the dependencies of the page, and counts a search before it runs. Access, validation and response
 * filter are those of HTTP; money stays in cents.
 */
export function createServerClient<T extends EndpointTable>(
  { table, handlers, tags, log }: ServerCalls<T>,
  dependencies: CacheDependencies,
  countSearch: () => Promise<void> = async () => {},
): Client<T> {
  const call = async (name: string, endpoint: Endpoint, given: LooseInput) => {
    const handler = handlers[name];
    if (!handler) throw new Error(`No handler for ${name}`);
    const wire = encodeInput(endpoint, given);
    try {
      checkAccess(endpoint, anonymous);
      const input = decodeInput(endpoint, wire);
      if (isSearch(endpoint, wire.query)) await countSearch();
      const result = await trackDependencies(handler, tags[name], dependencies)(input as never, anonymous);
      return responseFilter(endpoint.response)(result);
    } catch (error) {
      throw toPageError(error, log);
    }
  };
  return Object.fromEntries(
    Object.entries(table).map(([name, endpoint]) => [
      name,
      (input: LooseInput = {}) => call(name, endpoint, input),
    ]),
  ) as Client<T>;
}

/**
 * Logs the error and returns what a page may know of it, the same as a caller over HTTP. An unavailable shop becomes a
 * bare 503 Response, which the router passes on unchanged.
 */
function toPageError(error: unknown, log: Log): Problem | Response {
  const problem = problemFromError(error);
  if (problem.status >= 500) log.error({ err: error, code: problem.code }, 'call of a page failed');
  if (problem.status === 503) return new Response(null, { status: 503 });
  return new Problem(problem.code, problem.message, { errors: problem.errors, details: problem.details });
}
