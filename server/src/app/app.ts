import { randomUUID } from 'node:crypto';
import { constants } from 'node:zlib';
import compress from '@fastify/compress';
import { allEndpoints } from '@reprise/contract/all-endpoints';
import { Problem } from '@reprise/contract/problem';
import Fastify, { type FastifyInstance, LogController } from 'fastify';
import { serveFeeds } from '../catalog/feeds/serve-feeds.ts';
import { serveFormerPaths } from '../catalog/products/former-addresses/serve-former-paths.ts';
import { serveSitemap } from '../catalog/products/sitemap/serve-sitemap.ts';
import type { Deps } from '../deps.ts';
import { serveMedia } from '../foundations/media/serve-media.ts';
import { createAllowedOrigins } from '../foundations/settings/allowed-origins.ts';
import { serveWellKnown } from '../foundations/settings/serve-well-known.ts';
import { closePages, createClosedCheck } from '../operations/maintenance/close-shop.ts';
import {
  createMaintenanceState,
  type MaintenanceState,
} from '../operations/maintenance/maintenance-state.ts';
import { createShopMetrics } from '../operations/metrics/shop-metrics.ts';
import { hideUnopenedPages } from '../operations/opening/hide-unopened-pages.ts';
import { createOpeningState, type OpeningState } from '../operations/opening/opening-state.ts';
import { countDeletions } from '../people/identity/sessions/count-deletions.ts';
import { assertFactorProof } from '../people/identity/sessions/factor-proof.ts';
import { resolveCaller } from '../people/identity/sessions/resolve-caller.ts';
import { recordRequiredStepUp } from '../people/identity/sessions/step-up.ts';
import { mountApi, sendProblem } from '../platform/http/api.ts';
import { limitBodiesInFlight } from '../platform/http/bodies/body-budget.ts';
import { nameCallerNetworks } from '../platform/http/caller-network.ts';
import { serveCspReports } from '../platform/http/csp-reports.ts';
import { type Readiness, serveHealth } from '../platform/http/health.ts';
import { serveMetrics } from '../platform/http/metrics.ts';
import { serveApiReference } from '../platform/http/openapi/api-reference.ts';
import { type Pages, servePages } from '../platform/http/pages.ts';
import { addPlainPages } from '../platform/http/plain-page.ts';
import { createRateLimit, noRateLimit, type RateLimit } from '../platform/http/rate-limit/rate-limit.ts';
import { addSecurityHeaders, closedPolicy } from '../platform/http/security-headers.ts';
import { createServerClient } from '../platform/http/server-client.ts';
import { shedLoad } from '../platform/http/shed-load.ts';
import { serveStaticFiles } from '../platform/http/static-files.ts';
import { allowOrigins } from '../platform/http/tokens/cross-origin.ts';
import { traceRequests } from '../platform/http/trace-requests.ts';
import { answerUnreadable } from '../platform/http/unreadable-request.ts';
import type { CacheDependencies } from '../platform/response-cache/cache-dependencies.ts';
import type { ResponseCache } from '../platform/response-cache/response-cache.ts';
import { createSendCached } from '../platform/response-cache/send-cached.ts';
import {
  type CacheResponder,
  createCacheResponder,
  createCachingServer,
} from '../platform/response-cache/serve-from-cache.ts';
import { minuteMs, secondMs } from '../platform/time.ts';
import { allHandlers, allTags } from './all-handlers.ts';
import { pathCredentials } from './path-credentials.ts';

export type WebOptions = Omit<Pages, 'api' | 'publicUrl' | 'cache' | 'countPage'> & {
  /** The folder of the built app's static files. */
  clientFiles?: string;
  /** In development: registers Vite's middleware before all routes. */
  prepare?: (app: FastifyInstance) => Promise<void>;
};

export type AppOptions = {
  deps: Deps;
  ping: () => Promise<void>;
  readiness?: Readiness;
  /** Without it every response is computed. */
  responseCache?: ResponseCache;
  /** Without it only the API is served. */
  web?: WebOptions;
};

/** Builds the HTTP application without listening. */
export async function buildApp({
  deps,
  ping,
  readiness = { stopping: false },
  responseCache,
  web,
}: AppOptions): Promise<FastifyInstance> {
  const { environment } = deps;
  const handlers = allHandlers(deps);
  const maintenance = createMaintenanceState(deps.db, responseCache);
  const opening = createOpeningState(deps, responseCache);
  const cache = createResponder(deps, responseCache, { maintenance, opening });
  const app = createServer(deps, cache);
  const countUntrustedForwards = nameCallerNetworks(app);
  await addSecurityHeaders(app, environment.publicUrl);
  const rateLimit = environment.rateLimit === 'off' ? noRateLimit : createRateLimit(deps.db);
  openToListedWebsites(app, deps, rateLimit, responseCache);
  await guardPages(app, deps, { maintenance, opening });
  answerWithProblems(app);
  serveHealth(app, readiness, ping);
  followReadiness(app, readiness);
  const observe = serveMetrics(app, {
    environment,
    cache,
    countUntrustedForwards,
    cspReports: serveCspReports(app, (ip) => rateLimit.countCall('report', ip)),
    readShopMetrics: createShopMetrics(deps),
    countSearchFallbacks: deps.search.outside?.countFallbacks,
  });
  if (cache) {
    app.addHook('onListen', () => cache.captureBaseHeaders(app, observe));
    app.addHook('preClose', async () => cache.close());
  }
  const sendCached = createSendCached(cache, (ip) => rateLimit.countCall('page', ip));
  serveSitemap(app, deps, sendCached);
  serveWellKnown(app, deps, sendCached);
  serveFeeds(app, deps, (ip) => rateLimit.countCall('page', ip));
  await app.register(async (scope) => serveMedia(scope, deps.storage));
  await app.register(
    async (scope) => {
      await scope.register(async (reference) => serveApiReference(reference, allEndpoints, sendCached));
      await mountApi(scope, {
        table: allEndpoints,
        handlers,
        resolveCaller: (token, call) => resolveCaller(deps, token, call),
        rateLimit,
        assertOpen: closedCheck(deps, maintenance),
        pathCredentials: pathCredentials(deps),
        stepUp: {
          now: () => deps.now(),
          countDeletions: (caller, count) => countDeletions(deps, caller, count),
          assertFactorProof: (caller) => assertFactorProof(deps, caller),
          recordRequiredStepUp: (caller, endpoint) => recordRequiredStepUp(deps, caller, endpoint),
        },
        cache: cache && { responder: cache, tags: allTags },
      });
    },
    { prefix: '/api' },
  );
  if (web) {
    await web.prepare?.(app);
    serveFormerPaths(app);
    if (web.clientFiles) await serveStaticFiles(app, web.clientFiles);
    const calls = { table: allEndpoints, handlers, tags: allTags, log: deps.log };
    const api = (dependencies: CacheDependencies, countSearch?: () => Promise<void>) =>
      createServerClient(calls, dependencies, countSearch);
    await app.register(async (scope) =>
      servePages(scope, {
        ...web,
        api,
        publicUrl: environment.publicUrl,
        // In development every page is rendered, so the page limit would be hit quickly.
        countPage: web.mode === 'production' ? rateLimit.countCall : noRateLimit.countCall,
        // In development pages change with their sources and must not be cached.
        cache: web.mode === 'production' ? cache : undefined,
      }),
    );
  }
  return app;
}

type States = { maintenance: MaintenanceState; opening: OpeningState };

/** Creates the responder, which sends cached pages only while the shop is known to be open. */
function createResponder({ log }: Deps, cache: ResponseCache | undefined, { maintenance, opening }: States) {
  const isOpen = () => opening.isKnownOpen() && maintenance.isKnownOpen();
  return cache && createCacheResponder(cache, log, isOpen);
}

function openToListedWebsites(
  app: FastifyInstance,
  { db, environment }: Deps,
  rateLimit: RateLimit,
  responseCache: ResponseCache | undefined,
): void {
  allowOrigins(app, {
    table: allEndpoints,
    ownOrigin: new URL(environment.publicUrl).origin,
    readAllowedOrigins: createAllowedOrigins(db, responseCache),
    rateLimit,
  });
}

/** Refuses pages while the shop is closed, unopened or overloaded, and compresses the others. */
async function guardPages(app: FastifyInstance, deps: Deps, { maintenance, opening }: States): Promise<void> {
  addPlainPages(app);
  closePages(app, maintenance, deps.now);
  hideUnopenedPages(app, opening, deps);
  await shedLoad(app);
  await compressResponses(app);
}

function answerWithProblems(app: FastifyInstance): void {
  app.setErrorHandler(sendProblem);
  app.setNotFoundHandler(async () => {
    throw new Problem('NOT_FOUND', 'Not found.');
  });
}

/** Refuses calls of customers while the shop is closed. */
function closedCheck(deps: Deps, state: MaintenanceState) {
  return createClosedCheck(state, deps.now, (token) => resolveCaller(deps, token, { isBackground: true }));
}

/** Delays requests while the process drains its connections, and closes them while it stops. */
function followReadiness(app: FastifyInstance, readiness: Readiness): void {
  app.addHook('onRequest', (request, _reply, done) => {
    if (!readiness.requestsResume || request.url.startsWith('/health/')) done();
    else readiness.requestsResume.then(() => done());
  });
  // During shutdown, close keep-alive connections so that clients reconnect to another process.
  app.addHook('onSend', async (_request, reply) => {
    if (readiness.stopping) reply.header('connection', 'close');
  });
}

const maxBodyBytes = 1024 * 1024;

/** Above Node's own limit, so that only the contract bounds the length of parameters. */
const maxUrlLength = 16 * 1024;

function createServer({ environment, log }: Deps, cache: CacheResponder | undefined): FastifyInstance {
  const app = Fastify({
    ...(cache && { serverFactory: createCachingServer(cache) }),
    // No timeout: on a slow machine a start must not fail.
    pluginTimeout: 0,
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    bodyLimit: maxBodyBytes,
    requestTimeout: 30 * secondMs,
    connectionTimeout: minuteMs,
    keepAliveTimeout: 10 * secondMs,
    trustProxy: environment.trustedProxies.length > 0 ? environment.trustedProxies : false,
    routerOptions: { maxParamLength: maxUrlLength, ignoreTrailingSlash: true },
    // A request on an open connection is still answered, which then closes: a proxy would pass the 503 on to the visitor.
    return503OnClosing: false,
    clientErrorHandler: answerUnreadable,
    // Malformed URL: Fastify skips hooks for `frameworkErrors`, so the headers are set here.
    frameworkErrors: (_error, request, reply) => {
      reply.headers({ 'x-content-type-options': 'nosniff', 'content-security-policy': closedPolicy });
      const path = escapedPath(request);
      if (path !== null) return reply.redirect(path, 302);
      sendProblem(new Problem('NOT_FOUND', 'Not found.'), request, reply);
    },
  });
  traceRequests(app as unknown as FastifyInstance);
  limitBodiesInFlight(app as unknown as FastifyInstance);
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id);
  });
  // Logs the route's pattern instead of the URL, which may contain emails and secrets.
  app.addHook('onResponse', async (request, reply) => {
    request.log.info(
      {
        method: request.method,
        route: request.routeOptions.url ?? 'unknown',
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
      },
      'request',
    );
  });
  return app as unknown as FastifyInstance;
}

/**
 * Returns the path of a page with each % escaped, so that the shop can render its own not-found page for a URL with an
 * invalid escape. Returns null for API calls.
 */
function escapedPath({ method, url }: { method: string; url: string }): string | null {
  // Two leading slashes would redirect to another host.
  const path = (url.split('?')[0] ?? '').replace(/^[/\\]+/, '/');
  if (method !== 'GET' || !path.includes('%') || path.startsWith('/api/')) return null;
  return path.replaceAll('%', '%25');
}

async function compressResponses(app: FastifyInstance): Promise<void> {
  await app.register(compress, {
    encodings: ['br', 'gzip'],
    threshold: 1024,
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } },
  });
}
