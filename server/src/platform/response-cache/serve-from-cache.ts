import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import type { Log } from '../log.ts';
import {
  type CachedResponse,
  type ComputedResponse,
  type Encoding,
  isStorable,
  type ResponseCache,
} from './response-cache.ts';
import {
  bodyHeadersOf,
  encodingFor,
  headersOf,
  isFromNetwork,
  isKnown,
  sendCachedResponse,
} from './send-cached-response.ts';

/** Notes that a request was answered, for the figures. */
type Observe = (request: { method: string; route: string; status: number; seconds: number }) => void;

/** Addresses that led to a kept answer are known by heart, up to this many bytes of them. */
const addressBytes = 4 * 1024 * 1024;
const maxUrlLength = 2048;

export type CacheResponder = ReturnType<typeof createCacheResponder>;

/**
 * Answers requests for what is the same for everybody. The first request for an address goes the whole way; once
 * its answer is kept, further ones are answered as soon as they come in, before routing, limits and hooks: that
 * costs less than counting them would. The answer and its headers are the same on both ways.
 */
export function createCacheResponder(kept: ResponseCache, log: Log) {
  const keys = new LRUCache<string, { key: string; route: string }>({
    maxSize: addressBytes,
    sizeCalculation: ({ key }, address) => 2 * (address.length + key.length) + 100,
  });
  const heads = new WeakMap<CachedResponse, Map<string, string[]>>();
  let common: string[] | undefined;
  let observe: Observe = () => {};

  /** The headers as Node sends them fastest: one list, the last place left for the request's id. */
  function headOf(
    answer: CachedResponse,
    encoding: Encoding,
    tagged: boolean,
    body: Buffer | null,
  ): string[] {
    const name = `${encoding} ${tagged} ${body === null}`;
    const ready = heads.get(answer)?.get(name);
    if (ready) return ready;
    const own = {
      ...headersOf(answer, encoding, tagged),
      ...(body && { ...bodyHeadersOf(answer, encoding), 'content-length': String(body.length) }),
    };
    const head = [...(common ?? []), ...Object.entries(own).flat(), 'x-request-id', ''];
    heads.set(answer, (heads.get(answer) ?? new Map()).set(name, head));
    return head;
  }

  /** Answers at once where it can; false leaves the request to the application. */
  function tryServeFromCache(request: IncomingMessage, response: ServerResponse): boolean {
    const { headers, method, url = '' } = request;
    if (common === undefined || (method !== 'GET' && method !== 'HEAD') || !isForEverybody(headers))
      return false;
    const known = keys.get(url);
    const answer = known && kept.find(known.key);
    if (!answer) return false;
    const startedAt = performance.now();
    const encoding = encodingFor(answer, headers);
    const body = answer.bodies[encoding];
    if (!body) return false;

    const status = isKnown(answer, encoding, headers) ? 304 : 200;
    const head = headOf(answer, encoding, isFromNetwork(headers), status === 200 ? body : null);
    const id = randomUUID();
    head[head.length - 1] = id;
    response.writeHead(status, head);
    response.end(status === 200 && method === 'GET' ? body : undefined);
    observe({ method, route: known.route, status, seconds: (performance.now() - startedAt) / 1000 });
    if (log.isLevelEnabled('debug'))
      log.debug({ reqId: id, method, route: known.route, status }, 'kept answer');
    return true;
  }

  return {
    tryServeFromCache,

    /** Whether a request may be given what everybody gets. */
    takes: (request: FastifyRequest) => isForEverybody(request.headers),

    /** Sends what is kept under the key, or has it made. */
    async send(
      request: FastifyRequest,
      reply: FastifyReply,
      key: string,
      make: () => Promise<ComputedResponse>,
      admit?: () => Promise<void>,
    ) {
      const answer = await kept.answer(key, make, admit);
      if (!isStorable(answer)) return sendOnce(answer, reply);
      const address = request.raw.url ?? '';
      // Unknown paths share one answer and are never the same twice: they would fill the list of addresses.
      const isWorthKnowing = answer.status === 200 && address.length <= maxUrlLength;
      if (isWorthKnowing) keys.set(address, { key, route: request.routeOptions.url ?? '' });
      return sendCachedResponse(kept, answer, request, reply);
    },

    figures: kept.figures,

    /** Begins to answer at once, with the headers that every answer of this application carries. */
    async open(app: FastifyInstance, observing: Observe): Promise<void> {
      const probe = await app.inject('/health/live');
      common = Object.entries(probe.headers)
        .filter(([name]) => !ownOfProbe.test(name))
        .flatMap(([name, value]) => [name, String(value)]);
      observe = observing;
    },

    close(): void {
      common = undefined;
    },
  };
}

const ownOfProbe = /^(x-request-id|cache-control|content-.*|date|connection|keep-alive|etag|vary)$/;

/** A bearer token is somebody's; a body belongs to no reading. Cookies mean nothing here. */
function isForEverybody(headers: IncomingMessage['headers']): boolean {
  return (
    headers.authorization === undefined &&
    headers['transfer-encoding'] === undefined &&
    (headers['content-length'] === undefined || headers['content-length'] === '0')
  );
}

/** A redirect, or a page that says why it is none: as it was made, kept by nobody. */
function sendOnce(answer: CachedResponse, reply: FastifyReply): FastifyReply {
  return reply.code(answer.status).headers(answer.headers).send(answer.body);
}

/** Node looks for slow requests each 30 s by itself: a header that drips in would keep its connection that long. */
const slowClients = { headersTimeout: 15_000, connectionsCheckingInterval: 5_000 };

/** Each open connection takes some 20 KB; more than these are closed at once instead of filling the memory. */
const maxConnections = 5000;

/** A server that asks for kept answers first. */
export function createCachingServer(shared: Pick<CacheResponder, 'tryServeFromCache'>) {
  return (
    handle: (request: IncomingMessage, response: ServerResponse) => void,
    options: { keepAliveTimeout?: number; requestTimeout?: number; connectionTimeout?: number },
  ): Server => {
    const server = createServer(slowClients, (request, response) => {
      if (exceedsPipelining(request, response)) return void request.socket.destroy();
      if (!shared.tryServeFromCache(request, response)) handle(request, response);
    });
    server.maxConnections = maxConnections;
    server.keepAliveTimeout = options.keepAliveTimeout ?? server.keepAliveTimeout;
    server.requestTimeout = options.requestTimeout ?? server.requestTimeout;
    server.setTimeout(options.connectionTimeout ?? 0);
    return server;
  };
}

/** Browsers and proxies send nothing ahead of an answer; somebody who sends hundreds has memory taken for each. */
const maxPipelinedRequests = 16;

const ahead = new WeakMap<Socket, number>();

/** Whether more than that wait on one connection behind an answer that is not read yet. */
function exceedsPipelining({ socket }: IncomingMessage, response: ServerResponse): boolean {
  // An answer gets the connection once those before it are out.
  if (response.socket !== null) return false;
  const waiting = (by: number) => {
    const count = (ahead.get(socket) ?? 0) + by;
    ahead.set(socket, count);
    return count;
  };
  response.once('close', () => waiting(-1));
  return waiting(1) > maxPipelinedRequests;
}
