import underPressure from '@fastify/under-pressure';
import type { FastifyInstance } from 'fastify';
import { overloaded } from './overloaded.ts';

const pressureOptions = { maxEventLoopDelay: 2000, sampleInterval: 1000 };

/** Duration of lag before requests are rejected: a single pause (a sleeping laptop, a noisy neighbor) ends sooner. */
const minLagMs = 3000;

/** Static files are cheap and pages break without them; health checks must always get a response. */
const alwaysServed = /^\/(assets|img|media|health)\//;

/** Responds with 503 while the event loop lags, so that requests fail fast instead of queueing. */
export async function shedLoad(app: FastifyInstance): Promise<void> {
  let since = 0;
  let last = 0;
  await app.register(underPressure, {
    ...pressureOptions,
    pressureHandler: (request) => {
      const now = performance.now();
      if (now - last > 2 * pressureOptions.sampleInterval) since = now;
      last = now;
      if (now - since < minLagMs || alwaysServed.test(request.url)) return;
      // Tests call the app without a network, where no requests queue.
      if (!app.server.listening) return;
      throw overloaded(10);
    },
  });
}
