import { type Client, createClient } from '@reprise/contract/client';
import type { EndpointTable } from '@reprise/contract/endpoint';
import { Problem } from '@reprise/contract/problem';
import type { Log } from '../log.ts';
import {
  type CacheDependencies,
  type TagsByCall,
  trackDependencies,
} from '../response-cache/cache-dependencies.ts';
import { type AnyHandler, type CallContext, callEndpoint, isSearch } from './endpoint.ts';
import { problemFromError } from './problem-from-error.ts';

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
 * cached, tracks the dependencies of the page, and counts a search before it runs.
 */
export function createServerClient<T extends EndpointTable>(
  { table, handlers, tags, log }: ServerCalls<T>,
  dependencies: CacheDependencies,
  countSearch: () => Promise<void> = async () => {},
): Client<T> {
  return createClient(table, async (name, endpoint, call) => {
    const handler = handlers[name];
    if (!handler) throw new Error(`No handler for ${name}`);
    const wire = { params: paramsOf(endpoint.path, call.path), query: call.query, body: call.body };
    try {
      if (isSearch(endpoint, call.query)) await countSearch();
      return await callEndpoint(
        endpoint,
        trackDependencies(handler, tags[name], dependencies),
        wire,
        anonymous,
      );
    } catch (error) {
      throw toPageError(error, log);
    }
  });
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

/** Returns the parameters of a path. */
function paramsOf(pattern: string, path: string): Record<string, string> {
  const params: Record<string, string> = {};
  const segments = path.split('/');
  pattern.split('/').forEach((part, index) => {
    if (part.startsWith(':')) params[part.slice(1)] = decodeURIComponent(segments[index] ?? '');
  });
  return params;
}
