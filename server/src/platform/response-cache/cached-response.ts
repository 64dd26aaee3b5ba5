import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { CacheDependencies } from './cache-dependencies.ts';

export type Encoding = 'identity' | 'br' | 'gzip';

export type ComputedResponse = {
  status: number;
  headers: Record<string, string>;
  body: Buffer;
  dependencies: CacheDependencies;
  /** The one page for all unknown paths, which is cached although its status is 404. */
  isMissingPage?: true;
};

export type CachedResponse = ComputedResponse & {
  /** Hash of the uncompressed body; compressed bodies append the name of their encoding. */
  etag: string;
  bodies: Partial<Record<Encoding, Buffer>>;
};

export type CacheEntry = CachedResponse & { key: string; computedAt: number; expiresAt: number };

/** True if the response succeeded and all of its data has tags. */
export function isCacheable({ status, dependencies, isMissingPage }: ComputedResponse): boolean {
  return (status === 200 || isMissingPage === true) && dependencies.isComplete;
}

/** Adds the hash of the body. */
export function withEtag(response: ComputedResponse): CachedResponse {
  const etag = createHash('sha256').update(response.body).digest('base64url').slice(0, 22);
  return { ...response, etag, bodies: { identity: response.body } };
}

/** Returns the body in an encoding. Compresses it once, off the main thread, and stores it with the response. */
export async function bodyOf(response: CachedResponse, encoding: Encoding): Promise<Buffer> {
  const compressed = response.bodies[encoding];
  if (compressed) return compressed;
  response.bodies[encoding] = await compress(response.body, encoding);
  return response.bodies[encoding];
}

/** Higher levels take several times as long for a few percent. */
const brotliLevel = 5;

async function compress(body: Buffer, encoding: Encoding): Promise<Buffer> {
  if (encoding === 'gzip') return promisify(gzip)(body, { level: 6 });
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: brotliLevel,
    [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
  };
  return promisify(brotliCompress)(body, { params });
}
