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
