import type { FastifyInstance } from 'fastify';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { isLoopback } from './environment.ts';
import type { SharedAnswers } from './serve-kept-answers.ts';

const proxyHeaders = ['x-forwarded-for', 'x-forwarded-proto', 'x-real-ip', 'forwarded', 'via'];

type Answered = { method: string; route: string; status: number; seconds: number };

/**
 * Prometheus figures of this process at /metrics, for callers on this machine only. Gives the function that counts
 * a request which was answered before it came to the application.
 */
export function serveMetrics(
  app: FastifyInstance,
  shared: SharedAnswers | undefined,
  countUntrustedForwards: () => number,
): (answered: Answered) => void {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const duration = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from the first byte of a request to the end of its answer',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers: [registry],
  });
  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'unknown';
    duration.observe({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1000);
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
  app.get('/metrics', async (request, reply) => {
    // Behind a proxy on this machine every caller looks local: the proxy's own headers give it away.
    const forwarded = proxyHeaders.some((name) => request.headers[name] !== undefined);
    if (forwarded || !isLoopback(request.ip)) return reply.callNotFound();
    return reply.type(registry.contentType).send(await registry.metrics());
  });
  // Found by name: putting labels together costs more than counting.
  const series = new Map<string, ReturnType<typeof duration.labels>>();
  return ({ method, route, status, seconds }) => {
    const name = `${status} ${method} ${route}`;
    const known = series.get(name) ?? duration.labels({ method, route, status });
    series.set(name, known);
    known.observe(seconds);
  };
}

const keptFigures = {
  hits: 'Requests answered from what is kept',
  misses: 'Requests for which an answer was made',
  stale: 'Requests given an old answer while it was made anew',
  bypassed: 'Requests answered past the cache because the writes of others could not be learned',
  answers: 'Answers kept',
  bytes: 'Bytes they take',
};

function countKept(registry: Registry, shared: SharedAnswers): void {
  for (const [name, help] of Object.entries(keptFigures)) {
    new Gauge({
      name: `kept_answers_${name}`,
      help,
      registers: [registry],
      collect() {
        this.set(shared.figures()[name as keyof typeof keptFigures]);
      },
    });
  }
}
