import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import type { Log } from '../log.ts';
import { type CachedResponse, type ComputedResponse, type Encoding, isCacheable } from './cached-response.ts';
import type { ResponseCache } from './response-cache.ts';
import {
  bodyHeadersOf,
  encodingFor,
  headersOf,
  isFromCdn,
  isNotModified,
  sendCachedResponse,
} from './send-cached-response.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** True for the page of a shop that visitors do not see yet. */
    isPreview?: boolean;
  }
}

/** Records a response in the metrics. */
type Observe = (request: { method: string; route: string; status: number; seconds: number }) => void;

/** Memory for the map from URLs to cache keys. */
const maxUrlMapBytes = 4 * 1024 * 1024;
const maxUrlLength = 2048;

export type CacheResponder = ReturnType<typeof createCacheResponder>;

const isRead = (method: string | undefined): method is 'GET' | 'HEAD' =>
  method === 'GET' || method === 'HEAD';

/**
 * Serves responses that are the same for every visitor. The first request for a URL passes through Fastify; once its
 * response is cached, later ones skip routing, limits and hooks, which would cost more than the response itself.
 */
export function createCacheResponder(cache: ResponseCache, log: Log, isOpen: () => boolean = () => true) {
  const keys = new LRUCache<string, { key: string; route: string }>({
    maxSize: maxUrlMapBytes,
    sizeCalculation: ({ key }, url) => 2 * (url.length + key.length) + 100,
  });
  const heads = createHeads();
  let baseHeaders: string[] | undefined;
  let observe: Observe = () => {};

  /** Sends the cached response if there is one; returns false to leave the request to Fastify. */
  function tryServeFromCache(request: IncomingMessage, reply: ServerResponse): boolean {
    const { headers, method, url = '' } = request;
    if (!isOpen() || baseHeaders === undefined || !isRead(method) || !isAnonymous(headers)) return false;
    const entry = keys.get(url);
    const response = entry && cache.find(entry.key);
    if (!response || isCrossOrigin(response, headers)) return false;
    const startedAt = performance.now();
    const encoding = encodingFor(response, headers);
    const body = response.bodies[encoding];
    if (!body) return false;

    const status = isNotModified(response, encoding, headers) ? 304 : 200;
    const head = heads(baseHeaders, response, {
      encoding,
      isTagged: isFromCdn(headers),
      body: status === 200 ? body : null,
    });
    const id = randomUUID();
    head[head.length - 1] = id;
    reply.writeHead(status, head);
    reply.end(status === 200 && method === 'GET' ? body : undefined);
    observe({ method, route: entry.route, status, seconds: (performance.now() - startedAt) / 1000 });
    if (log.isLevelEnabled('debug'))
      log.debug({ reqId: id, method, route: entry.route, status }, 'served from cache');
    return true;
  }

  return {
    tryServeFromCache,

    /** True if the request carries nothing that could change the response, and visitors may get it. */
    isCacheableRequest: (request: FastifyRequest) => isAnonymous(request.headers) && !request.isPreview,

    /** Sends the cached response of the key, or computes it. */
    async send(
      request: FastifyRequest,
      reply: FastifyReply,
      key: string,
      compute: () => Promise<ComputedResponse>,
      admit?: () => Promise<void>,
    ) {
      const response = await cache.getOrCompute(key, compute, admit);
      if (!isCacheable(response)) return sendUncached(response, reply);
      const url = request.raw.url ?? '';
      // Unknown paths share one response and rarely repeat: they would evict useful URLs.
      const isRememberedUrl = response.status === 200 && url.length <= maxUrlLength;
      if (isRememberedUrl) keys.set(url, { key, route: request.routeOptions.url ?? '' });
      return sendCachedResponse(cache, response, request, reply);
    },

    stats: cache.stats,

    /** Reads the headers of every response from a probe, then begins to serve requests before Fastify. */
    async captureBaseHeaders(app: FastifyInstance, observer: Observe): Promise<void> {
      const probe = await app.inject('/health/live');
      baseHeaders = Object.entries(probe.headers)
        .filter(([name]) => !probeOnlyHeaders.test(name))
        .flatMap(([name, value]) => [name, String(value)]);
      observe = observer;
    },

    close(): void {
      baseHeaders = undefined;
    },
  };
}

const probeOnlyHeaders = /^(x-request-id|cache-control|content-.*|date|connection|keep-alive|etag|vary)$/;

/** True without a bearer token and without a body. Cookies do not matter: no response depends on them. */
function isAnonymous(headers: IncomingMessage['headers']): boolean {
  return (
    headers.authorization === undefined &&
    headers['transfer-encoding'] === undefined &&
    (headers['content-length'] === undefined || headers['content-length'] === '0')
  );
}

/** True if a page of another website may ask, whose response needs headers of its own. */
function isCrossOrigin({ headers }: CachedResponse, { origin }: IncomingMessage['headers']): boolean {
  return origin !== undefined && headers.vary !== undefined;
}

/** Sends a redirect or an error page, which browsers and CDNs must not cache. */
function sendUncached(response: CachedResponse, reply: FastifyReply): FastifyReply {
  return reply.code(response.status).headers(response.headers).send(response.body);
}

/** Node checks for slow requests every 30 s by default: slowly sent headers would occupy a connection that long. */
const slowClients = { headersTimeout: 15_000, connectionsCheckingInterval: 5_000 };

/** An open connection takes about 20 KB; connections above this limit are closed at once to bound memory. */
const maxConnections = 5000;

/** Creates an HTTP server that tries the cache before Fastify. */
export function createCachingServer(responder: Pick<CacheResponder, 'tryServeFromCache'>) {
  return (
    handle: (request: IncomingMessage, response: ServerResponse) => void,
    options: { keepAliveTimeout?: number; requestTimeout?: number; connectionTimeout?: number },
  ): Server => {
    const server = createServer(slowClients, (request, response) => {
      if (exceedsPipelining(request, response)) return void request.socket.destroy();
      if (!responder.tryServeFromCache(request, response)) handle(request, response);
    });
    server.maxConnections = maxConnections;
    server.keepAliveTimeout = options.keepAliveTimeout ?? server.keepAliveTimeout;
    server.requestTimeout = options.requestTimeout ?? server.requestTimeout;
    server.setTimeout(options.connectionTimeout ?? 0);
    return server;
  };
}

/** Browsers and proxies do not pipeline; a client that sends hundreds of requests ahead fills memory with each. */
const maxPipelinedRequests = 16;

const pipelinedCounts = new WeakMap<Socket, number>();

/** True if more than `maxPipelinedRequests` wait on one connection behind an unread response. */
function exceedsPipelining({ socket }: IncomingMessage, response: ServerResponse): boolean {
  // A response gets the socket once the responses before it are sent.
  if (response.socket !== null) return false;
  const addToCount = (change: number) => {
    const count = (pipelinedCounts.get(socket) ?? 0) + change;
    pipelinedCounts.set(socket, count);
    return count;
  };
  response.once('close', () => addToCount(-1));
  return addToCount(1) > maxPipelinedRequests;
}

type Variant = { encoding: Encoding; isTagged: boolean; body: Buffer | null };

/**
 * Returns a function that builds and stores the headers of a response in the form Node writes fastest: one flat list,
 * its last slot free for the request id.
 */
function createHeads() {
  const stored = new WeakMap<CachedResponse, Map<string, string[]>>();
  return (
    baseHeaders: string[],
    response: CachedResponse,
    { encoding, isTagged, body }: Variant,
  ): string[] => {
    const variant = `${encoding} ${isTagged} ${body === null}`;
    const storedHead = stored.get(response)?.get(variant);
    if (storedHead) return storedHead;
    const own = {
      ...headersOf(response, encoding, isTagged),
      ...(body && { ...bodyHeadersOf(response, encoding), 'content-length': String(body.length) }),
    };
    const head = [...baseHeaders, ...Object.entries(own).flat(), 'x-request-id', ''];
    stored.set(response, (stored.get(response) ?? new Map()).set(variant, head));
    return head;
  };
}
