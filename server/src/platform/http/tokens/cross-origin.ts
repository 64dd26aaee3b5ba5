import type { EndpointTable } from '@reprise/contract/endpoint';
import { Problem } from '@reprise/contract/problem';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { RateLimit } from '../rate-limit/rate-limit.ts';
import { isApiToken } from './api-token.ts';
import { bearerToken } from './bearer-token.ts';

export type CrossOrigin = {
  table: EndpointTable;
  /** Origin of the shop itself, whose pages need no permission. */
  ownOrigin: string;
  /** Returns the origins of other websites whose pages may call the API. */
  readAllowedOrigins: () => Promise<readonly string[]>;
  rateLimit: Pick<RateLimit, 'countCall'>;
};

const preflightHeaders = {
  'access-control-allow-methods': 'GET, POST, PUT, DELETE',
  'access-control-allow-headers': 'authorization, content-type, idempotency-key, x-order-token',
  'access-control-max-age': '600',
};

const exposedHeaders = 'content-disposition, retry-after, x-request-id';

/**
 * Lets pages of allowed origins call the API; never with credentials, so a page acts only with the tokens that it was
 * given. Registered before the hooks that refuse requests, so that those pages can read refusals too.
 */
export function allowOrigins(app: FastifyInstance, options: CrossOrigin): void {
  const { table, ownOrigin, readAllowedOrigins, rateLimit } = options;
  app.addHook('onRequest', async (request, reply) => {
    const { origin } = request.headers;
    if (origin === undefined || origin === ownOrigin || !request.url.startsWith('/api/')) return;
    const isPreflight =
      request.method === 'OPTIONS' && request.headers['access-control-request-method'] !== undefined;
    if (isPreflight) await rateLimit.countCall('read', request.ip);
    if (!(await readAllowedOrigins()).includes(origin)) return;
    reply.headers({
      'access-control-allow-origin': origin,
      'access-control-expose-headers': exposedHeaders,
      vary: 'origin',
    });
    if (isPreflight) return reply.code(204).headers(preflightHeaders).send();
    assertOpenToOrigins(table, request);
  });
}

/** Throws for a staff session on another website: that website could use it for everything its owner may do. */
function assertOpenToOrigins(table: EndpointTable, request: FastifyRequest): void {
  const endpoint = table[request.routeOptions.config.endpoint ?? ''];
  if (endpoint?.access !== 'admin' || isApiToken(bearerToken(request.headers.authorization))) return;
  throw new Problem(
    'FORBIDDEN',
    'A website other than the shop can make this call with an API token only. Staff sign in at the shop.',
  );
}
