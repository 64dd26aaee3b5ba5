import type { FastifyInstance } from 'fastify';
import type { RateLimit } from '../rate-limit/rate-limit.ts';
import { isApiToken } from './api-token.ts';
import { bearerToken } from './bearer-token.ts';

type CrossOrigin = {
  /** Origins of other sites whose pages may call the API with a token. */
  readAllowedOrigins: () => Promise<readonly string[]>;
  rateLimit: Pick<RateLimit, 'countCall'>;
};

const preflightHeaders = {
  'access-control-allow-methods': 'GET, POST, PUT, DELETE',
  'access-control-allow-headers': 'authorization, content-type, idempotency-key',
  'access-control-max-age': '600',
};

/** Lets pages of allowed origins read answers to calls with an API token; never with cookies or sessions. */
export function allowOrigins(app: FastifyInstance, { readAllowedOrigins, rateLimit }: CrossOrigin): void {
  app.addHook('onRequest', async (request, reply) => {
    const { origin, authorization } = request.headers;
    if (origin === undefined) return;
    const isPreflight =
      request.method === 'OPTIONS' && request.headers['access-control-request-method'] !== undefined;
    if (!isPreflight && !isApiToken(bearerToken(authorization))) return;
    if (isPreflight) await rateLimit.countCall('read', request.ip);
    if (!(await readAllowedOrigins()).includes(origin)) return;
    reply.headers({
      'access-control-allow-origin': origin,
      'access-control-expose-headers': 'retry-after, x-request-id',
      vary: 'origin',
    });
    if (isPreflight) return reply.code(204).headers(preflightHeaders).send();
  });
}
