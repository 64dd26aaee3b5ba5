import type { Endpoint } from '@reprise/contract/endpoint';
import { problemCodeOf } from '@reprise/contract/problem';
import type { FastifyRequest } from 'fastify';
import { type CallContext, decodeParams } from './endpoint.ts';
import type { RateLimit } from './rate-limit/rate-limit.ts';

/** Throws unless the path names a valid credential, or something of the caller. */
type PathCredential = (params: never, context: CallContext) => Promise<unknown>;

/** Checks by the name of the call. */
export type PathCredentials = Record<string, PathCredential>;

type Checks = { pathCredentials: PathCredentials; rateLimit: Pick<RateLimit, 'countCall'> };

/**
 * Returns the check of an endpoint with a credential in its path, else undefined. It runs before the body is read;
 * guesses also count as look-ups.
 */
export function createPathCheck(
  name: string,
  { params, credentialInPath }: Endpoint,
  { pathCredentials, rateLimit }: Checks,
): ((request: FastifyRequest) => Promise<void>) | undefined {
  const check = pathCredentials[name];
  if (Boolean(check) !== Boolean(credentialInPath && params)) {
    throw new Error(`${name} needs both a credential in its path and a check of it.`);
  }
  if (!check || !params) return undefined;
  return async (request) => {
    try {
      await check(decodeParams(params, request.params) as never, request.callContext);
    } catch (error) {
      if (problemCodeOf(error) === 'NOT_FOUND') await rateLimit.countCall('lookup', request.ip);
      throw error;
    }
  };
}
