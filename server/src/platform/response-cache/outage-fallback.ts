import { isDatabaseAway } from '../database/database-fault.ts';
import { hourMs, minuteMs } from '../time.ts';
import { type CachedResponse, type CacheEntry, type ComputedResponse, withEtag } from './cached-response.ts';
import type { EntryStore } from './entry-store.ts';

/** Reports whether the invalidations of other processes are known up to one second ago. */
export type InvalidationSubscriber = {
  isInSync(): boolean;
  sync(): Promise<boolean>;
  /** Milliseconds since the last successful poll. */
  outOfSyncForMs(): number;
};

/** For a database with a single process: there are no other invalidations. */
export const alwaysInSync: InvalidationSubscriber = {
  isInSync: () => true,
  sync: async () => true,
  outOfSyncForMs: () => 0,
};

/** Age at which an unchanged response is refreshed nevertheless: it may contain the current date. */
export const freshMs = minuteMs;

/** Time after `freshMs` during which the stale response is served while it is refreshed. */
export const staleMs = 10 * minuteMs;

/** Cached responses are served without the database for this long at most. */
const maxOutageMs = hourMs;

/** A database fault is remembered for this long, so that a flood does not wait for one connect timeout per request. */
const faultMemoryMs = 1000;

type Options = {
  entries: EntryStore;
  subscriber: InvalidationSubscriber;
  now: () => number;
  counts: { stale: number; bypassed: number };
};

/** Serves responses while the invalidations of other processes are unknown or the database is unreachable. */
export function createOutageFallback({ entries, subscriber, now, counts }: Options) {
  let lastFaultAt = Number.NEGATIVE_INFINITY;
  let probe: Promise<unknown> | undefined;

  /**
   * Computes the response past the cache, because other processes may have changed its data. Only a database fault
   * makes the cached one acceptable: an unreachable database takes no writes.
   */
  async function computeOutOfSync(
    key: string,
    compute: () => Promise<ComputedResponse>,
    admit: () => Promise<void>,
  ): Promise<CachedResponse> {
    if (findOutdated(key)) {
      // One request at a time probes the database; the others do not queue for its connections.
      if (probe) await probe;
      const outdated = findDuringOutage(key);
      if (outdated) return outdated;
    }
    const computing = computePastCache(compute, admit);
    probe ??= computing
      .catch(() => {})
      .finally(() => {
        probe = undefined;
      });
    try {
      const response = await computing;
      return (response.dependencies.isDatabaseAway && findDuringOutage(key)) || response;
    } catch (error) {
      const outdated = isDatabaseAway(error) && findDuringOutage(key);
      if (outdated) return outdated;
      throw error;
    }
  }

  async function computePastCache(compute: () => Promise<ComputedResponse>, admit: () => Promise<void>) {
    try {
      await admit();
      counts.bypassed++;
      const response = withEtag(await compute());
      if (response.dependencies.isDatabaseAway) lastFaultAt = now();
      return response;
    } catch (error) {
      if (isDatabaseAway(error)) lastFaultAt = now();
      throw error;
    }
  }

  /** Returns the cached response, however old, right after a database fault. */
  function findDuringOutage(key: string): CacheEntry | undefined {
    const outdated = now() - lastFaultAt < faultMemoryMs ? findOutdated(key) : undefined;
    if (outdated) counts.stale++;
    return outdated;
  }

  /** Returns the cached response if it was valid when the subscriber was last in sync. */
  function findOutdated(key: string): CacheEntry | undefined {
    const outOfSyncForMs = subscriber.isInSync() ? 0 : subscriber.outOfSyncForMs();
    if (outOfSyncForMs > maxOutageMs) return undefined;
    const lastInSyncAt = now() - outOfSyncForMs;
    const entry = entries.find(key);
    if (!entry || lastInSyncAt >= entry.expiresAt) return undefined;
    return lastInSyncAt < entry.computedAt + freshMs + staleMs ? entry : undefined;
  }

  return { computeOutOfSync, findDuringOutage };
}
