import { boundFor } from '../../platform/http/network-prefix.ts';
import { dayMs } from '../../platform/time.ts';

/** Maximum numbers of recorded searches per day and process; bound the tables against floods from many networks. */
const searchLimits = { total: 50_000, perNetwork: 2000 };

/**
 * Returns a function that counts a search and is true within the limits of the day. One network cannot use up the
 * searches of all.
 */
export function createDailyBudget(now: () => Date, limits = searchLimits): (network: string) => boolean {
  let day = -1;
  let count = 0;
  const counts = new Map<string, number>();
  return (network) => {
    const today = Math.floor(now().getTime() / dayMs);
    if (today !== day) {
      [day, count] = [today, 0];
      counts.clear();
    }
    const ofNetwork = counts.get(network) ?? 0;
    if (count >= limits.total || ofNetwork >= boundFor(network, limits.perNetwork)) return false;
    count += 1;
    counts.set(network, ofNetwork + 1);
    return true;
  };
}
