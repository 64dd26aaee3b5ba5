import underPressure from '@fastify/under-pressure';
import { Problem } from '@reprise/contract/problem';
import type { FastifyInstance } from 'fastify';

const lagging = { maxEventLoopDelay: 2000, sampleInterval: 1000 };

/** One long pause (a sleeping laptop, a noisy neighbour) is over before anybody could be spared it. */
const patienceMs = 3000;

/** Scripts and pictures cost nothing, and a page without them is dead; health must always be told. */
const alwaysServed = /^\/(assets|img|media|health)\//;

/** Answers 503 while the event loop keeps lagging, instead of letting everybody wait. */
export async function shedLoad(app: FastifyInstance): Promise<void> {
  let since = 0;
  let last = 0;
  await app.register(underPressure, {
    ...lagging,
    pressureHandler: (request) => {
      const now = performance.now();
      if (now - last > 2 * lagging.sampleInterval) since = now;
      last = now;
      if (now - since < patienceMs || alwaysServed.test(request.url)) return;
      // Called without a network (tests do), nobody stands in line.
      if (!app.server.listening) return;
      throw new Problem('OVERLOADED', 'The shop is very busy. Please try again in a moment.', {
        retryAfterSeconds: 10,
      });
    },
  });
}
