import { lookup } from 'node:dns/promises';
import type { Deps } from '../../../deps.ts';
import { isLoopback } from '../../../platform/environment.ts';
import { isInternalAddress } from '../../../platform/http/internal-address.ts';

export class InternalMailHost extends Error {
  override name = 'InternalMailHost';
}

/**
 * Returns the address to connect to. Rejects addresses inside the network: a stolen owner session could otherwise
 * probe it. The caller connects to the returned address, so that a second DNS answer cannot replace it.
 */
export async function resolveMailHost(
  { environment }: Pick<Deps, 'environment'>,
  host: string,
): Promise<{ address: string; isLocal: boolean }> {
  const addresses = (await lookup(host, { all: true })).map(({ address }) => address);
  const [address] = addresses;
  if (address === undefined) throw new Error(`getaddrinfo ENOTFOUND ${host}`);
  // A shop that is only tried on this machine may use a mail server on this machine.
  const isLocal =
    addresses.every((entry) => isLoopback(entry)) && isLoopback(new URL(environment.publicUrl).hostname);
  if (!isLocal && addresses.some(isInternalAddress)) throw new InternalMailHost();
  return { address, isLocal };
}
