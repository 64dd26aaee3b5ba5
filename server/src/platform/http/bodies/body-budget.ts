import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { overloaded } from '../overloaded.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** True once the caller is known as staff or by a credential in the path, before the body is read. */
    isCredentialChecked: boolean;
  }
}

/** Bytes of all request bodies in flight in a process. */
const maxBytesInFlight = 64 * 1024 * 1024;

/** Share of larger bodies without a checked credential, so that strangers cannot hold back uploads and orders. */
const maxUncheckedBytes = 16 * 1024 * 1024;

/** Size up to which a body counts against the whole budget only; orders and sign-ins are smaller. */
const smallBodyBytes = 16 * 1024;

const retryAfterSeconds = 5;

/**
 * Counts each body from the moment it is read until its response has ended, by its declared length or, if it is chunked,
 * by the limit of its route. Answers 503 above the budget: bodies that never end would otherwise fill the memory.
 */
export function limitBodiesInFlight(app: FastifyInstance): void {
  const inFlight = { all: 0, unchecked: 0 };
  app.decorateRequest('isCredentialChecked', false);
  app.addHook('preParsing', (request, reply, _payload, done) => {
    const bytes = bodyBytesOf(request);
    // A response that has ended emits no further event that would release its bytes.
    if (bytes === 0 || reply.raw.destroyed) return done();
    const unchecked = request.isCredentialChecked || bytes <= smallBodyBytes ? 0 : bytes;
    if (inFlight.all + bytes > maxBytesInFlight || inFlight.unchecked + unchecked > maxUncheckedBytes) {
      return done(overloaded(retryAfterSeconds));
    }
    inFlight.all += bytes;
    inFlight.unchecked += unchecked;
    onceEnded(reply, () => {
      inFlight.all -= bytes;
      inFlight.unchecked -= unchecked;
    });
    done();
  });
}

function bodyBytesOf({ method, headers, routeOptions }: FastifyRequest): number {
  if (method === 'GET' || method === 'HEAD') return 0;
  if (headers['transfer-encoding'] !== undefined) return routeOptions.bodyLimit;
  return Math.min(Number(headers['content-length'] ?? 0), routeOptions.bodyLimit);
}

/** Calls back when the response is sent or its connection closed, whichever comes first. */
function onceEnded({ raw }: FastifyReply, callback: () => void): void {
  let isEnded = false;
  const end = () => {
    if (!isEnded) callback();
    isEnded = true;
  };
  raw.once('finish', end);
  raw.once('close', end);
}
