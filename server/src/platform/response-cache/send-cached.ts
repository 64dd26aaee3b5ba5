import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ComputedResponse } from './response-cache.ts';
import type { CacheResponder } from './serve-from-cache.ts';

/** Sends the cached response under the key, or computes it, which counts as a page. */
export type SendCached = (
  request: FastifyRequest,
  reply: FastifyReply,
  key: string,
  compute: () => Promise<ComputedResponse>,
) => Promise<FastifyReply>;

/** Without a cache every response is computed and counted. */
export function createSendCached(
  cache: CacheResponder | undefined,
  countPage: (ip: string) => Promise<void>,
): SendCached {
  return async (request, reply, key, compute) => {
    const admit = () => countPage(request.ip);
    if (cache?.takes(request)) return cache.send(request, reply, key, compute, admit);
    await admit();
    const { status, headers, body } = await compute();
    return reply.code(status).headers(headers).send(body);
  };
}
