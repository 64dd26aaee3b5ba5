import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ComputedResponse } from './cached-response.ts';
import type { CacheResponder } from './serve-from-cache.ts';

/** Sends the cached response of the key, or computes it, which counts against the page limit. */
export type SendCached = (
  request: FastifyRequest,
  reply: FastifyReply,
  key: string,
  compute: () => Promise<ComputedResponse>,
) => Promise<FastifyReply>;

/** Creates the sender; without a cache it computes and counts every response. */
export function createSendCached(
  cache: CacheResponder | undefined,
  countPage: (ip: string) => Promise<void>,
): SendCached {
  return async (request, reply, key, compute) => {
    const admit = () => countPage(request.ip);
    if (cache?.isCacheableRequest(request)) return cache.send(request, reply, key, compute, admit);
    await admit();
    const { status, headers, body } = await compute();
    return reply.code(status).headers(headers).send(body);
  };
}
