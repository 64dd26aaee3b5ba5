import { createHash, timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from '@prometheus-io/client';
import type { FastifyInstance } from 'fastify';
import { type Environment, isLoopback } from '../environment.ts';
import { openPort } from '../open-port.ts';
import type { CacheResponder } from '../response-cache/serve-from-cache.ts';
import { createCollector } from './cluster-metrics.ts';
import type { CspReportCounts } from './csp-reports.ts';

type ServedRequest = { method: string; route: string; status: number; seconds: number };

export type MetricsOptions = {
  environment: Pick<Environment, 'host' | 'metricsPort' | 'metricsToken'>;
  cache: CacheResponder | undefined;
  countUntrustedForwards: () => number;
  cspReports: CspReportCounts;
  /** Returns business metrics as Prometheus text; every process reports the same values. */
  readShopMetrics: () => Promise<string>;
  /** Undefined without a search engine outside the database. */
  countSearchFallbacks: (() => number) | undefined;
};

/**
 * Serves Prometheus metrics of all processes at /metrics for callers with METRICS_TOKEN, and on METRICS_PORT. Returns
 * the function that records a request served before Fastify.
 */
export function serveMetrics(
  app: FastifyInstance,
  options: MetricsOptions,
): (request: ServedRequest) => void {
  const { environment, cache, countUntrustedForwards, cspReports, readShopMetrics, countSearchFallbacks } =
    options;
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const duration = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from the first byte of a request to the end of its response',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers: [registry],
  });
  const limited = new Counter({
    name: 'rate_limited_requests_total',
    help: 'Requests rejected by a rate limit',
    labelNames: ['route'],
    registers: [registry],
  });
  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'unknown';
    duration.observe({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1000);
    if (reply.statusCode === 429) limited.inc({ route });
  });
  if (cache) registerCacheMetrics(registry, cache);
  new Counter({
    name: 'untrusted_forwarded_requests_total',
    help: 'Requests with X-Forwarded-For from a private address that is not in TRUSTED_PROXIES',
    registers: [registry],
    collect() {
      this.reset();
      this.inc(countUntrustedForwards());
    },
  });
  new Counter({
    name: 'csp_reports_total',
    help: 'Content-Security-Policy violations reported by browsers',
    labelNames: ['directive'],
    registers: [registry],
    collect() {
      this.reset();
      for (const [directive, count] of cspReports) this.inc({ directive }, count);
    },
  });
  if (countSearchFallbacks) {
    new Counter({
      name: 'search_fallbacks_total',
      help: 'Searches that PostgreSQL answered because the search engine failed',
      registers: [registry],
      collect() {
        this.reset();
        this.inc(countSearchFallbacks());
      },
    });
  }
  const collect = createCollector(registry);
  const read = async () => `${(await collect()).trimEnd()}\n${await readShopMetrics()}`;
  if (environment.metricsToken !== undefined) serveWithToken(app, environment.metricsToken, read);
  if (environment.metricsPort !== undefined) servePort(app, environment, environment.metricsPort, read);
  // Cached by name: looking up labels costs more than counting.
  const series = new Map<string, ReturnType<typeof duration.labels>>();
  return ({ method, route, status, seconds }) => {
    const name = `${status} ${method} ${route}`;
    const observer = series.get(name) ?? duration.labels({ method, route, status });
    series.set(name, observer);
    observer.observe(seconds);
  };
}

const contentType = Registry.PROMETHEUS_CONTENT_TYPE;

function serveWithToken(app: FastifyInstance, token: string, read: () => Promise<string>): void {
  app.get('/metrics', async (request, reply) => {
    // Same response as for an unknown path: a wrong token must not reveal that there is one to guess.
    if (!isBearer(request.headers.authorization, token)) return reply.callNotFound();
    return reply
      .type(contentType)
      .header('cache-control', 'no-store')
      .send(await read());
  });
}

/** Listens on the metrics port, shared by all workers; on loopback only if there is no token. */
function servePort(
  app: FastifyInstance,
  { host, metricsToken }: MetricsOptions['environment'],
  port: number,
  read: () => Promise<string>,
): void {
  const isAllowed = ({ headers }: IncomingMessage) =>
    metricsToken === undefined
      ? // DNS rebinding: a web page on this machine could reach the port under its own host name.
        isLoopback((headers.host ?? '').replace(/:\d+$/, ''))
      : isBearer(headers.authorization, metricsToken);
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const isMetrics = request.method === 'GET' && request.url?.split('?', 1)[0] === '/metrics';
    if (!isMetrics || !isAllowed(request)) return response.writeHead(404).end();
    try {
      const text = await read();
      response.writeHead(200, { 'content-type': contentType, 'cache-control': 'no-store' }).end(text);
    } catch (error) {
      app.log.warn({ err: error }, 'could not collect metrics');
      response.writeHead(503).end();
    }
  };
  const server = createServer({ requestTimeout: 10_000, maxHeaderSize: 8192 }, (request, response) => {
    void answer(request, response);
  });
  server.maxConnections = 50;
  const address = metricsToken === undefined ? '127.0.0.1' : host;
  const listen = async () => {
    server.listen(port, address);
    await once(server, 'listening');
  };
  app.addHook('onReady', () => openPort({ setting: 'METRICS_PORT', port, host: address }, listen, app.log));
  app.addHook('onClose', async () => {
    server.close();
    server.closeAllConnections();
  });
}

/** Compares hashes in constant time, so that timing reveals nothing about the token. */
function isBearer(header: string | undefined, token: string): boolean {
  const hash = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(hash(header ?? ''), hash(`Bearer ${token}`));
}

const cacheMetrics = {
  hits: 'Requests served from the response cache',
  misses: 'Requests whose response was computed',
  stale: 'Requests served a stale response during its refresh or a database outage',
  bypassed: 'Requests computed past the cache while invalidations of other processes were unknown',
  entries: 'Responses in the cache',
  bytes: 'Estimated size of the responses in bytes',
};

function registerCacheMetrics(registry: Registry, cache: CacheResponder): void {
  for (const [name, help] of Object.entries(cacheMetrics)) {
    new Gauge({
      name: `response_cache_${name}`,
      help,
      registers: [registry],
      collect() {
        this.set(cache.stats()[name as keyof typeof cacheMetrics]);
      },
    });
  }
}
