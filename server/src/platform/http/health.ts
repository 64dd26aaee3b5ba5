import type { FastifyInstance } from 'fastify';

export type Readiness = {
  stopping: boolean;
  /** Delays requests while a stopping shop accepts its last connections, so that their work does not slow accepting. */
  requestsResume?: Promise<void>;
};

/** Serves liveness (the process responds) and readiness (the database responds and the shop is not stopping). */
export function serveHealth(app: FastifyInstance, readiness: Readiness, ping: () => Promise<void>): void {
  app.get('/health/live', async (_request, reply) =>
    reply.header('cache-control', 'no-store').send({ status: 'live' }),
  );
  app.get('/health/ready', async (request, reply) => {
    reply.header('cache-control', 'no-store');
    if (readiness.stopping) return reply.code(503).send({ status: 'stopping' });
    try {
      await ping();
      return { status: 'ready' };
    } catch (error) {
      request.log.warn({ err: error }, 'database does not answer');
      return reply.code(503).send({ status: 'database does not answer' });
    }
  });
}
