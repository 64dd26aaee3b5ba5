import { lookup } from 'node:dns';
import http from 'node:http';
import https from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { isInternalAddress } from '../platform/http/internal-address.ts';
import { secondMs } from '../platform/time.ts';

/** The answer must be complete within this time. */
const timeoutMs = 15 * secondMs;

export class InternalAddress extends Error {
  override name = 'InternalAddress';
  constructor(host: string) {
    super(`${host} is inside the network of the shop. Its operator can allow it in WEBHOOK_INTERNAL_HOSTS.`);
  }
}

type Posted = { url: string; body: string; headers: Record<string, string> };

/**
 * Sends the body and returns the status of the answer, whatever it is. Redirects are answers, not followed. The address
 * is checked at the time of the connection, so that a second DNS answer cannot lead into the network. Throws if there is
 * no answer within 15 seconds, and InternalAddress.
 */
export async function postWebhook({ url, body, headers }: Posted, internalHosts: string[]): Promise<number> {
  const { protocol, hostname } = new URL(url);
  const host = hostname.replace(/^\[|\]$/g, '');
  const isAllowed = internalHosts.includes(host.toLowerCase());
  // A literal address is not looked up.
  if (isIP(host) && isInternalAddress(host) && !isAllowed) throw new InternalAddress(host);
  const { request } = protocol === 'https:' ? https : http;
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  const call = request(
    url,
    {
      method: 'POST',
      headers: { ...headers, 'content-length': Buffer.byteLength(body) },
      agent: false,
      lookup: isAllowed ? undefined : publicLookup,
      signal: AbortSignal.timeout(timeoutMs),
    },
    (answer) => {
      // Only the status counts; the rest is not read.
      answer.destroy();
      resolve(answer.statusCode ?? 0);
    },
  );
  call.on('error', reject);
  call.end(body);
  return promise;
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
