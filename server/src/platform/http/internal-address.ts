import { BlockList, isIPv6 } from 'node:net';

const internal = new BlockList();
for (const [network, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['224.0.0.0', 3],
] as const) {
  internal.addSubnet(network, prefix, 'ipv4');
}
// Only global unicast (2000::/3) is public; 6to4, Teredo and NAT64 addresses contain an IPv4 address.
const globalUnicast = new BlockList();
globalUnicast.addSubnet('2000::', 3, 'ipv6');
const embedded = new BlockList();
embedded.addSubnet('2001::', 32, 'ipv6');
embedded.addSubnet('2002::', 16, 'ipv6');

/** Returns true for an address of the server itself or of a network that is not the internet. */
export function isInternalAddress(address: string): boolean {
  if (!isIPv6(address)) return internal.check(address, 'ipv4');
  return !globalUnicast.check(address, 'ipv6') || embedded.check(address, 'ipv6');
}
