import { type Client, encodeInput, type LooseInput } from '@reprise/contract/client/client';
import type { Endpoint, EndpointTable } from '@reprise/contract/endpoint';
import { Problem } from '@reprise/contract/problem';
import { data } from 'react-router';
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
  network: '127.0.0.1',
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
    try {
      const wire = encodeInput(endpoint, given);
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
 * bare 503 Response, which the router passes on unchanged. A refusal becomes an error of the router, so that a page
 * that does not catch it is missing instead of failed.
 */
function toPageError(error: unknown, log: Log): unknown {
  const problem = problemFromError(error);
  const { code, message, status } = problem;
  if (status >= 500) log.error({ err: error, code }, 'call of a page failed');
  if (status === 503) return new Response(null, { status: 503 });
  if (status < 500) return data({ code, message }, { status: missing.has(status) ? 404 : status });
  return new Problem(code, message, { errors: problem.errors, details: problem.details });
}

/** Everything that an anonymous page sends is in its URL: what is invalid or not for it names no page. */
const missing = new Set([400, 401, 403, 404]);
