import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { CachedResponse, Encoding } from './cached-response.ts';
import type { ResponseCache } from './response-cache.ts';

/** Browsers revalidate on every request and mostly get a 304; a CDN may serve the response for one second. */
const sharedCacheControl = 'public, max-age=0, s-maxage=1, must-revalidate';

const minCompressedBytes = 1024;

/** Sends a cached response in an encoding the caller accepts, or 304 if the caller has it. */
export async function sendCachedResponse(
  cache: Pick<ResponseCache, 'bodyOf'>,
  response: CachedResponse,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const encoding = encodingFor(response, request.headers);
  const body = await cache.bodyOf(response, encoding);
  reply.headers(headersOf(response, encoding, isFromCdn(request.headers)));
  if (response.status === 200 && isNotModified(response, encoding, request.headers))
    return reply.code(304).send();
  return reply.headers(bodyHeadersOf(response, encoding)).code(response.status).send(body);
}

/** No browser sends a longer header; the caller then gets the response uncompressed. */
const maxAcceptEncodingLength = 256;

export function encodingFor(
  { body }: CachedResponse,
  { 'accept-encoding': accepted }: IncomingHttpHeaders,
): Encoding {
  if (accepted === undefined || body.length < minCompressedBytes) return 'identity';
  const header = String(accepted);
  if (header.length > maxAcceptEncodingLength) return 'identity';
  return acceptsEncoding(header, 'br') ? 'br' : acceptsEncoding(header, 'gzip') ? 'gzip' : 'identity';
}

/** True if the header accepts the encoding. Its own entry takes precedence over `*`; a quality of 0 rejects it. */
function acceptsEncoding(header: string, encoding: 'br' | 'gzip'): boolean {
  let isAccepted = false;
  for (const item of header.toLowerCase().split(',')) {
    const [name = '', parameter = ''] = item.split(';', 2);
    const coding = name.trim();
    if (coding !== encoding && coding !== '*') continue;
    isAccepted = qualityOf(parameter.trim()) > 0;
    if (coding === encoding) return isAccepted;
  }
  return isAccepted;
}

function qualityOf(parameter: string): number {
  return parameter.startsWith('q=') ? Number(parameter.slice(2)) : 1;
}

function etagOf({ etag }: CachedResponse, encoding: Encoding): string {
  return encoding === 'identity' ? `"${etag}"` : `"${etag}-${encoding}"`;
}

/** True if the caller's copy is current. */
export function isNotModified(
  response: CachedResponse,
  encoding: Encoding,
  { 'if-none-match': etags }: IncomingHttpHeaders,
): boolean {
  if (etags === undefined) return false;
  return etags.trim() === '*' || etags.includes(etagOf(response, encoding));
}

/** True for a CDN, which identifies itself (`CDN-Loop`) and gets `Surrogate-Key` and `Cache-Tag` for purging. */
export function isFromCdn(headers: IncomingHttpHeaders): boolean {
  return headers['cdn-loop'] !== undefined;
}

/** Returns the headers of a response with or without its body (200 and 304). */
export function headersOf(
  response: CachedResponse,
  encoding: Encoding,
  isTagged: boolean,
): Record<string, string> {
  const { 'content-type': _type, vary, ...headers } = response.headers;
  return {
    ...headers,
    'cache-control': sharedCacheControl,
    vary: vary === undefined ? 'accept-encoding' : `accept-encoding, ${vary}`,
    etag: etagOf(response, encoding),
    ...(isTagged && tagHeaders(response)),
  };
}

export function bodyHeadersOf(response: CachedResponse, encoding: Encoding): Record<string, string> {
  return {
    'content-type': response.headers['content-type'] ?? 'application/octet-stream',
    ...(encoding !== 'identity' && { 'content-encoding': encoding }),
  };
}

/** Fastly reads `surrogate-key`, Cloudflare `cache-tag`. */
function tagHeaders({ dependencies }: CachedResponse): Record<string, string> {
  const tags = [...new Set([...dependencies.strict, ...dependencies.eventual])].map((tag) =>
    encodeURIComponent(tag).replaceAll('%3A', ':'),
  );
  return { 'surrogate-key': tags.join(' '), 'cache-tag': tags.join(',') };
}
