import { isIPv6 } from 'node:net';

/**
 * Returns the key that limits count: an IPv4 address, or the /64 prefix of an IPv6 address. A connection owns all
 * addresses of its /64 and could use a new one for each call.
 */
export function networkPrefix(ip: string): string {
  if (!isIPv6(ip)) return ip;
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)?.[1];
  if (mapped) return mapped;
  const [address = ''] = ip.split('%', 1);
  const [before = '', after] = address.split('::', 2);
  const start = before.split(':').filter(Boolean);
  const end = after?.split(':').filter(Boolean) ?? [];
  const gap = Array<string>(Math.max(0, 8 - start.length - end.length)).fill('0');
  const groups = [...start, ...(after === undefined ? [] : gap), ...end];
  return groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':');
}

const proxyPrefix = 'proxy:';

/** Bounds of the address of an untrusted proxy are this many times as wide: it may be that of all visitors. */
const proxyWidth = 10;

/** Returns the key that limits count for the address of an untrusted proxy. */
export function untrustedProxy(ip: string): string {
  return proxyPrefix + networkPrefix(ip);
}

export function isUntrustedProxy(network: string): boolean {
  return network.startsWith(proxyPrefix);
}

/** Returns a bound for a network, wider for an untrusted proxy. */
export function boundFor(network: string, bound: number): number {
  return isUntrustedProxy(network) ? bound * proxyWidth : bound;
}

/** Returns the network without the mark of an untrusted proxy, for limits that no header may widen. */
export function plainNetwork(network: string): string {
  return isUntrustedProxy(network) ? network.slice(proxyPrefix.length) : network;
}
