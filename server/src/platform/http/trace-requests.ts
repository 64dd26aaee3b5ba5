import type { FastifyInstance, FastifyRequest } from 'fastify';
import { activeTelemetry, type TracedResponse } from '../telemetry.ts';

/** Traces each request that Fastify handles, if traces are on. Responses from memory are sent before and have no span. */
export function traceRequests(app: FastifyInstance): void {
  const telemetry = activeTelemetry();
  if (!telemetry) return;
  const open = new WeakMap<FastifyRequest, (response: TracedResponse) => void>();
  app.addHook('onRequest', (request, _reply, done) => {
    const { method, url, headers } = request;
    const path = url.split('?', 1)[0] ?? '';
    const traceparent = typeof headers.traceparent === 'string' ? headers.traceparent : undefined;
    open.set(request, telemetry.startRequest({ method, path, traceparent }, done));
  });
  const end = (request: FastifyRequest, status: number) =>
    open.get(request)?.({ route: request.routeOptions.url ?? 'unknown', status });
  app.addHook('onResponse', async (request, reply) => end(request, reply.statusCode));
  // The client has gone: there is no response.
  app.addHook('onRequestAbort', async (request) => end(request, 499));
}
