import { BlockList, isIP, isIPv6 } from 'node:net';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { isUntrustedProxy, networkPrefix, untrustedProxy } from './network-prefix.ts';

/** Loopback, private, link-local and carrier-grade NAT ranges, used by reverse proxies and container gateways. */
const privateRanges = new BlockList();
privateRanges.addSubnet('10.0.0.0', 8, 'ipv4');
privateRanges.addSubnet('100.64.0.0', 10, 'ipv4');
privateRanges.addSubnet('127.0.0.0', 8, 'ipv4');
privateRanges.addSubnet('169.254.0.0', 16, 'ipv4');
privateRanges.addSubnet('172.16.0.0', 12, 'ipv4');
privateRanges.addSubnet('192.168.0.0', 16, 'ipv4');
privateRanges.addAddress('::1', 'ipv6');
privateRanges.addSubnet('fc00::', 7, 'ipv6');
privateRanges.addSubnet('fe80::', 10, 'ipv6');

declare module 'fastify' {
  interface FastifyRequest {
    /** Result of `callerNetworkOf`. */
    network: string;
  }
}

/** Sets `request.network`; returns a counter of requests through untrusted proxies. */
export function nameCallerNetworks(app: FastifyInstance): () => number {
  let untrustedCount = 0;
  app.decorateRequest('network', '');
  app.addHook('onRequest', async (request) => {
    request.network = callerNetworkOf(request);
    if (!isUntrustedProxy(request.network)) return;
    if (untrustedCount === 0) warnOfUntrustedProxy(request);
    untrustedCount += 1;
  });
  return () => untrustedCount;
}

function warnOfUntrustedProxy({ log, ip }: FastifyRequest): void {
  log.warn(
    { address: ip },
    'X-Forwarded-For comes from a private address that is not in TRUSTED_PROXIES: all visitors share one rate limit',
  );
}

type Forwarded = Pick<FastifyRequest, 'ip' | 'ips' | 'headers'>;

/**
 * Returns the network of a request. An untrusted private address that sends X-Forwarded-For is most likely a proxy, and
 * gets wider bounds: those of one visitor would let anyone lock out all others.
 */
export function callerNetworkOf(request: Forwarded): string {
  return isForwardedByUntrusted(request) ? untrustedProxy(request.ip) : networkPrefix(request.ip);
}

/** True if the header has an entry beyond the trusted hops, which `ip`, the nearest untrusted address, added. */
function isForwardedByUntrusted({ ip, ips, headers }: Forwarded): boolean {
  const forwarded = headers['x-forwarded-for'];
  if (forwarded === undefined || !isPrivateAddress(ip)) return false;
  const entries = String(forwarded).split(',').length;
  const trustedHops = (ips?.length ?? 1) - 1;
  return entries > trustedHops;
}

function isPrivateAddress(ip: string): boolean {
  const [address = ''] = ip.split('%', 1);
  return isIP(address) !== 0 && privateRanges.check(address, isIPv6(address) ? 'ipv6' : 'ipv4');
}
