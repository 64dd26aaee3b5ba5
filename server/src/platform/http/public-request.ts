import { lookup } from 'node:dns';
import { lookup as lookUp } from 'node:dns/promises';
import http, { type IncomingMessage } from 'node:http';
import https from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { setTimeout as after } from 'node:timers/promises';
import { secondMs } from '../time.ts';
import { isInternalAddress } from './internal-address.ts';

export class InternalAddress extends Error {
  override name = 'InternalAddress';
  constructor(host: string) {
    super(`${host} is inside the network of the shop. Its operator can allow it in WEBHOOK_INTERNAL_HOSTS.`);
  }
}

/** A person waits for it who has entered an address. */
const maxLookupMs = 3 * secondMs;

/**
 * Throws InternalAddress for a URL that leads into the network at present, so that the person who enters it learns of it.
 * A name that is not found passes. Requests check the address again at each connection.
 */
export async function assertPublicUrl(url: string, internalHosts: string[]): Promise<void> {
  const host = hostOf(url);
  if (internalHosts.includes(host.toLowerCase())) return;
  const lookup = lookUp(host, { all: true }).catch(() => []);
  const addresses = await Promise.race([lookup, after(maxLookupMs, [], { ref: false })]);
  if (addresses.some(({ address }) => isInternalAddress(address))) throw new InternalAddress(host);
}

const hostOf = (url: string): string => new URL(url).hostname.replace(/^\[|\]$/g, '');

type PublicRequest = {
  url: string;
  method: 'GET' | 'POST';
  headers?: Record<string, string>;
  body?: string;
  /** Time in ms within which the answer and its body must be complete. */
  timeoutMs: number;
};

/**
 * Sends a request to an address that a person entered and returns the answer, whatever its status is. Redirects are
 * answers, not followed. The address is checked at the time of the connection, so that a second DNS answer cannot lead
 * into the network; `internalHosts` are allowed. Throws if there is no answer in time, and InternalAddress.
 */
export async function requestPublic(
  { url, method, headers, body, timeoutMs }: PublicRequest,
  internalHosts: string[],
): Promise<IncomingMessage> {
  const { protocol } = new URL(url);
  const host = hostOf(url);
  const isAllowed = internalHosts.includes(host.toLowerCase());
  // A literal address is not looked up.
  if (isIP(host) && isInternalAddress(host) && !isAllowed) throw new InternalAddress(host);
  const { request } = protocol === 'https:' ? https : http;
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  const call = request(
    url,
    {
      method,
      headers: { ...headers, ...(body !== undefined && { 'content-length': Buffer.byteLength(body) }) },
      agent: false,
      lookup: isAllowed ? undefined : publicLookup,
      signal: AbortSignal.timeout(timeoutMs),
    },
    resolve,
  );
  call.on('error', reject);
  call.end(body);
  return promise;
}

/** Returns the body of an answer; null if it is larger, which ends the request. */
export async function readAtMost(answer: IncomingMessage, maxBytes: number): Promise<Buffer | null> {
  const pieces: Buffer[] = [];
  let bytes = 0;
  for await (const piece of answer as AsyncIterable<Buffer>) {
    bytes += piece.length;
    // Leaving the loop destroys the answer.
    if (bytes > maxBytes) return null;
    pieces.push(piece);
  }
  return Buffer.concat(pieces);
}

/** Resolves a name like Node, but rejects one with an address inside the network. */
const publicLookup: LookupFunction = (host, options, callback) => {
  lookup(host, { ...options, all: true }, (error, addresses) => {
    const internal = addresses?.some(({ address }) => isInternalAddress(address));
    const failure = error ?? (internal ? new InternalAddress(host) : null);
    const [first] = addresses ?? [];
    if (failure || !first) return callback(failure ?? new Error(`getaddrinfo ENOTFOUND ${host}`), '', 4);
    if (options.all) return callback(null, addresses, 0);
    callback(null, first.address, first.family);
  });
};
