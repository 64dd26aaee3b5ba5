import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { CachedResponse, Encoding, ResponseCache } from './response-cache.ts';

/** Browsers ask each time and mostly learn that nothing has changed; a network in front may answer for a second. */
const sharedCacheControl = 'public, max-age=0, s-maxage=1, must-revalidate';

const minCompressedBytes = 1024;

/** Sends a kept answer: compressed as the caller likes it, or only the word that the caller has it already. */
export async function sendCachedResponse(
  kept: Pick<ResponseCache, 'bodyOf'>,
  answer: CachedResponse,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const encoding = encodingFor(answer, request.headers);
  const body = await kept.bodyOf(answer, encoding);
  reply.headers(headersOf(answer, encoding, isFromNetwork(request.headers)));
  if (answer.status === 200 && isKnown(answer, encoding, request.headers)) return reply.code(304).send();
  return reply.headers(bodyHeadersOf(answer, encoding)).code(answer.status).send(body);
}

/** A longer header is no browser's; such a caller gets the answer uncompressed. */
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

/** An encoding's own entry wins over `*`; a quality of 0 refuses it. */
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

/** Whether the caller has exactly this already. */
export function isKnown(
  answer: CachedResponse,
  encoding: Encoding,
  { 'if-none-match': known }: IncomingHttpHeaders,
): boolean {
  if (known === undefined) return false;
  return known.trim() === '*' || known.includes(etagOf(answer, encoding));
}

/** Networks that keep answers say so; they are told by which tags to forget them. */
export function isFromNetwork(headers: IncomingHttpHeaders): boolean {
  return headers['cdn-loop'] !== undefined;
}

/** What an answer says of itself, also where its body is not sent. */
export function headersOf(
  answer: CachedResponse,
  encoding: Encoding,
  tagged: boolean,
): Record<string, string> {
  const { 'content-type': _type, ...headers } = answer.headers;
  return {
    ...headers,
    'cache-control': sharedCacheControl,
    vary: 'accept-encoding',
    etag: etagOf(answer, encoding),
    ...(tagged && tagHeaders(answer)),
  };
}

export function bodyHeadersOf(answer: CachedResponse, encoding: Encoding): Record<string, string> {
  return {
    'content-type': answer.headers['content-type'] ?? 'application/octet-stream',
    ...(encoding !== 'identity' && { 'content-encoding': encoding }),
  };
}

/** The two spellings that are in use. */
function tagHeaders({ shown }: CachedResponse): Record<string, string> {
  const tags = [...new Set([...shown.exact, ...shown.lagging])].map((tag) =>
    encodeURIComponent(tag).replaceAll('%3A', ':'),
  );
  return { 'surrogate-key': tags.join(' '), 'cache-tag': tags.join(',') };
}
