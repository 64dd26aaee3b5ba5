import { bodyOf, type CachedResponse, type CacheEntry, type ComputedResponse } from './cached-response.ts';
import { createComputations, eventualMs } from './computations.ts';
import { createEntryStore } from './entry-store.ts';
import {
  alwaysInSync,
  createOutageFallback,
  freshMs,
  type InvalidationSubscriber,
  staleMs,
} from './outage-fallback.ts';

// An in-memory cache of responses that are the same for every visitor, invalidated by tags. It knows neither HTTP nor
// the shop: keys and tags are strings.

export type ResponseCacheOptions = {
  maxBytes: number;
  subscriber?: InvalidationSubscriber;
  /** A monotonic clock in milliseconds. */
  now?: () => number;
  onRefreshFailed?: (error: unknown) => void;
};

/** Returns true for an entry that has not expired and is younger than `maxAgeMs`. */
const isYounger = ({ expiresAt, computedAt }: CacheEntry, maxAgeMs: number, time: number) =>
  time < expiresAt && time < computedAt + maxAgeMs;

export type ResponseCache = ReturnType<typeof createResponseCache>;

export function createResponseCache({
  maxBytes,
  subscriber = alwaysInSync,
  now = () => performance.now(),
  onRefreshFailed = () => {},
}: ResponseCacheOptions) {
  const entries = createEntryStore(maxBytes);
  const computations = createComputations(now, entries.store);
  const counts = { hits: 0, misses: 0, stale: 0, bypassed: 0 };
  const outage = createOutageFallback({ entries, subscriber, now, counts });

  function findFresh(key: string, isCounted = true): CachedResponse | undefined {
    const entry = entries.find(key);
    if (!entry || !isYounger(entry, freshMs, now())) return undefined;
    if (isCounted) counts.hits++;
    entries.promote(entry);
    return entry;
  }

  /** Returns the cached response if only its age calls for a refresh. */
  function findStale(key: string): CacheEntry | undefined {
    const entry = entries.find(key);
    if (entry && isYounger(entry, freshMs + staleMs, now())) return entry;
    if (entry) entries.remove(key);
    return undefined;
  }

  /**
   * Returns the cached response of this key, or computes it once for all concurrent requests. A request never gets a
   * response whose computation began before an invalidation that preceded the request; `admit` may reject a miss.
   */
  async function getOrCompute(
    key: string,
    compute: () => Promise<ComputedResponse>,
    admit: () => Promise<void> = async () => {},
  ): Promise<CachedResponse> {
    if (!subscriber.isInSync()) {
      const outdated = outage.findDuringOutage(key);
      if (outdated) return outdated;
      if (!(await subscriber.sync())) return outage.computeOutOfSync(key, compute, admit);
    }
    const fresh = findFresh(key);
    if (fresh) return fresh;
    const requestedAt = computations.sequence();
    const stale = findStale(key);
    if (stale) {
      counts.stale++;
      if (!computations.isRunning(key)) computations.join(key, compute).catch(onRefreshFailed);
      return stale;
    }
    await admit();
    counts.misses++;
    for (;;) {
      const { response, supersededAt } = await computations.join(key, compute);
      if (supersededAt > requestedAt) return response;
    }
  }

  return {
    /** Returns the fresh response of this key without waiting; undefined if there is none or the cache is out of sync. */
    find: (key: string, isCounted = true) => (subscriber.isInSync() ? findFresh(key, isCounted) : undefined),
    getOrCompute,
    bodyOf,

    /** Drops entries with a strict tag of these; entries with an eventual one expire a second after the write. */
    invalidate(tags: Iterable<string>, writtenMsAgo = 0): void {
      const at = now() - writtenMsAgo;
      const all = [...tags];
      computations.invalidate(all, at);
      for (const tag of all) entries.invalidate(tag, at + eventualMs);
    },

    clear(): void {
      computations.clear(now());
      entries.clear();
    },

    stats: () => ({ ...counts, ...entries.stats() }),
  };
}
