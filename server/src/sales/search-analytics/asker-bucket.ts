import { createHmac } from 'node:crypto';
import { deriveBytes, type Keyring } from '../../platform/crypto/keyring.ts';

const buckets = 64;

/**
 * Returns the bit of an asker in the bit set of a query. A network always has the same bit for the same query, so
 * repeated searches count once; it shares the bit with one in 64 networks and has others for other queries, so the
 * bit identifies nobody.
 */
export function askerBucket({ current }: Keyring, query: string, network: string): number {
  const key = deriveBytes(current.secret, 'search askers', 32);
  // Behind an untrusted proxy all visitors are one asker: too few rows are shown rather than too many.
  const digest = createHmac('sha256', key).update(`${query}\n${network}`).digest();
  return digest.readUInt32BE(0) % buckets;
}
