import { createHash, timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from '@prometheus-io/client';
import type { FastifyInstance } from 'fastify';
import { type Environment, isLoopback } from '../environment.ts';
import type { CacheResponder } from '../response-cache/serve-from-cache.ts';
import { createCollector } from './cluster-metrics.ts';
import type { CspReportCounts } from './csp-reports.ts';

type Answered = { method: string; route: string; status: number; seconds: number };

export type MetricsOptions = {
  environment: Pick<Environment, 'host' | 'metricsPort' | 'metricsToken'>;
  shared: CacheResponder | undefined;
  countUntrustedForwards: () => number;
  cspReports: CspReportCounts;
  /** The figures of the shop as Prometheus text: they are the same from every process. */
  readShopFigures: () => Promise<string>;
};

/**
 * Prometheus metrics of all processes: at /metrics for callers with METRICS_TOKEN, and on METRICS_PORT. Returns the
 * function that counts a request which was answered before it came to the application.
 */
export function serveMetrics(app: FastifyInstance, options: MetricsOptions): (answered: Answered) => void {
  const { environment, shared, countUntrustedForwards, cspReports, readShopFigures } = options;
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const duration = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from the first byte of a request to the end of its answer',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers: [registry],
  });
  const limited = new Counter({
    name: 'rate_limited_requests_total',
    help: 'Requests refused because a limit was reached',
    labelNames: ['route'],
    registers: [registry],
  });
  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'unknown';
    duration.observe({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1000);
    if (reply.statusCode === 429) limited.inc({ route });
  });
  if (shared) countKept(registry, shared);
  new Counter({
    name: 'untrusted_forwarded_requests_total',
    help: 'Requests with X-Forwarded-For from a private address that TRUSTED_PROXIES does not name',
    registers: [registry],
    collect() {
      this.reset();
      this.inc(countUntrustedForwards());
    },
  });
  new Counter({
    name: 'csp_reports_total',
    help: 'Reports of browsers that a Content-Security-Policy refused something',
    labelNames: ['directive'],
    registers: [registry],
    collect() {
      this.reset();
      for (const [directive, count] of cspReports) this.inc({ directive }, count);
    },
  });
  const collect = createCollector(registry);
  const read = async () => `${(await collect()).trimEnd()}\n${await readShopFigures()}`;
  if (environment.metricsToken !== undefined) serveWithToken(app, environment.metricsToken, read);
  if (environment.metricsPort !== undefined) servePort(app, environment, environment.metricsPort, read);
  // Found by name: putting labels together costs more than counting.
  const series = new Map<string, ReturnType<typeof duration.labels>>();
  return ({ method, route, status, seconds }) => {
    const name = `${status} ${method} ${route}`;
    const known = series.get(name) ?? duration.labels({ method, route, status });
    series.set(name, known);
    known.observe(seconds);
  };
}

const contentType = Registry.PROMETHEUS_CONTENT_TYPE;

function serveWithToken(app: FastifyInstance, token: string, read: () => Promise<string>): void {
  app.get('/metrics', async (request, reply) => {
    // Like a path that is not there: the wrong token must not show that there is something to guess.
    if (!isBearer(request.headers.authorization, token)) return reply.callNotFound();
    return reply
      .type(contentType)
      .header('cache-control', 'no-store')
      .send(await read());
  });
}

/** Without a token only this machine reaches the port. Workers share it. */
function servePort(
  app: FastifyInstance,
  { host, metricsToken }: MetricsOptions['environment'],
  port: number,
  read: () => Promise<string>,
): void {
  const isAllowed = ({ headers }: IncomingMessage) =>
    metricsToken === undefined
      ? // A page in a browser on this machine could reach the port under a name of its own (DNS rebinding).
        isLoopback((headers.host ?? '').replace(/:\d+$/, ''))
      : isBearer(headers.authorization, metricsToken);
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const isMetrics = request.method === 'GET' && request.url?.split('?', 1)[0] === '/metrics';
    if (!isMetrics || !isAllowed(request)) return response.writeHead(404).end();
    try {
      const text = await read();
      response.writeHead(200, { 'content-type': contentType, 'cache-control': 'no-store' }).end(text);
    } catch (error) {
      app.log.warn({ err: error }, 'metrics not collected');
      response.writeHead(503).end();
    }
  };
  const server = createServer({ requestTimeout: 10_000, maxHeaderSize: 8192 }, (request, response) => {
    void answer(request, response);
  });
  server.maxConnections = 50;
  app.addHook('onReady', async () => {
    server.listen(port, metricsToken === undefined ? '127.0.0.1' : host);
    await once(server, 'listening');
  });
  app.addHook('onClose', async () => {
    server.close();
    server.closeAllConnections();
  });
}

/** Compares hashes: the time it takes tells nothing about the token. */
function isBearer(header: string | undefined, token: string): boolean {
  const hash = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(hash(header ?? ''), hash(`Bearer ${token}`));
}

const cachedStats = {
  hits: 'Requests answered from what is kept',
  misses: 'Requests for which an answer was made',
  stale: 'Requests given an old answer while it was made anew, or while the database was away',
  bypassed: 'Requests answered past the cache because the writes of others could not be learned',
  answers: 'Answers kept',
  bytes: 'Bytes they take',
};

function countKept(registry: Registry, shared: CacheResponder): void {
  for (const [name, help] of Object.entries(cachedStats)) {
    new Gauge({
      name: `kept_answers_${name}`,
      help,
      registers: [registry],
      collect() {
        this.set(shared.figures()[name as keyof typeof cachedStats]);
      },
    });
  }
}
