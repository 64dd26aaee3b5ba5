import { type Client, createClient } from '@reprise/contract/client';
import type { EndpointTable } from '@reprise/contract/endpoint';
import { Problem } from '@reprise/contract/problem';
import type { Log } from '../log.ts';
import {
  type CacheDependencies,
  type TagsOfCalls,
  trackDependencies,
} from '../response-cache/cache-dependencies.ts';
import { type AnyHandler, type CallContext, callEndpoint, isSearch } from './endpoint.ts';
import { problemFromError } from './problem-from-error.ts';

export type ServerCalls<T extends EndpointTable> = {
  table: T;
  handlers: Record<string, AnyHandler>;
  tags: TagsOfCalls;
  log: Log;
};

/** Nobody in particular. */
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
 * The client for pages rendered on the server: calls the functions that HTTP wraps, as an anonymous visitor,
 * so that what it reads may be kept and shared. What the page shows is noted; a search is counted before it runs.
 */
export function createServerClient<T extends EndpointTable>(
  { table, handlers, tags, log }: ServerCalls<T>,
  shown: CacheDependencies,
  countSearch: () => Promise<void> = async () => {},
): Client<T> {
  return createClient(table, async (name, endpoint, call) => {
    const handler = handlers[name];
    if (!handler) throw new Error(`No handler for ${name}`);
    const wire = { params: paramsOf(endpoint.path, call.path), query: call.query, body: call.body };
    try {
      if (isSearch(endpoint, call.query)) await countSearch();
      return await callEndpoint(endpoint, trackDependencies(handler, tags[name], shown), wire, anonymous);
    } catch (error) {
      throw refusalForPages(error, log);
    }
  });
}

/**
 * What went wrong is told to the log here; a page learns no more than a caller over HTTP would. Where the shop cannot
 * answer for the moment, the page is answered with that status: a bare answer is what the router passes on whole.
 */
function refusalForPages(error: unknown, log: Log): Problem | Response {
  const problem = problemFromError(error);
  if (problem.status >= 500) log.error({ err: error, code: problem.code }, 'page could not be read');
  if (problem.status === 503) return new Response(null, { status: 503 });
  return new Problem(problem.code, problem.message, { errors: problem.errors, details: problem.details });
}

/** The parameters that were filled into a path. */
function paramsOf(pattern: string, path: string): Record<string, string> {
  const params: Record<string, string> = {};
  const filled = path.split('/');
  pattern.split('/').forEach((part, at) => {
    if (part.startsWith(':')) params[part.slice(1)] = decodeURIComponent(filled[at] ?? '');
  });
  return params;
}
