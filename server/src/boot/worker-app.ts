import Fastify, { type FastifyInstance, LogController } from 'fastify';
import type { Deps } from '../deps.ts';
import { createShopMetrics } from '../operations/metrics/shop-metrics.ts';
import { type Readiness, serveHealth } from '../platform/http/health.ts';
import { serveMetrics } from '../platform/http/metrics.ts';

/** Builds the HTTP side of a worker: health and metrics for its supervisor, and no pages or calls. */
export function buildWorkerApp(deps: Deps, ping: () => Promise<void>, readiness: Readiness): FastifyInstance {
  const app = Fastify({
    loggerInstance: deps.log,
    logController: new LogController({ disableRequestLogging: true }),
    pluginTimeout: 0,
    return503OnClosing: true,
  }) as unknown as FastifyInstance;
  serveHealth(app, readiness, ping);
  serveMetrics(app, {
    environment: deps.environment,
    cache: undefined,
    countUntrustedForwards: () => 0,
    cspReports: new Map(),
    readShopMetrics: createShopMetrics(deps),
    countSearchFallbacks: deps.search.outside?.countFallbacks,
  });
  return app;
}
