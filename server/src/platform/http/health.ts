import type { FastifyInstance } from 'fastify';

export type Readiness = {
  stopping: boolean;
  /** While a stopping shop lets in who has connected, their work waits: it would keep others waiting at the door. */
  held?: Promise<void>;
};

/** Live: the process answers. Ready: it may be sent visitors, because the database answers and it is not stopping. */
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
