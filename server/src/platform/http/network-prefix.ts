import { isIPv6 } from 'node:net';

/**
 * What a limit counts as one caller: an IPv4 address, or the first half of an IPv6 address, because every
 * connection is given all addresses below it and could take a new one for each call.
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
