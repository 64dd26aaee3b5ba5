import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { LRUCache } from 'lru-cache';
import { isDatabaseAway } from '../database/database-fault.ts';
import { hourMs, minuteMs } from '../time.ts';
import type { CacheDependencies } from './cache-dependencies.ts';

// An in-memory cache of responses that are the same for every visitor, invalidated by tags. It knows neither HTTP nor
// the shop: keys and tags are strings.

export type Encoding = 'identity' | 'br' | 'gzip';

export type ComputedResponse = {
  status: number;
  headers: Record<string, string>;
  body: Buffer;
  dependencies: CacheDependencies;
  /** The one page for all unknown paths, which is cached although its status is 404. */
  isMissingPage?: true;
};

export type CachedResponse = ComputedResponse & {
  /** Hash of the uncompressed body; compressed bodies append the name of their encoding. */
  etag: string;
  bodies: Partial<Record<Encoding, Buffer>>;
};

type CacheEntry = CachedResponse & { key: string; computedAt: number; expiresAt: number };

/** Reports whether the invalidations of other processes are known up to one second ago. */
export type InvalidationSubscriber = {
  isInSync(): boolean;
  sync(): Promise<boolean>;
  /** Milliseconds since the last successful poll. */
  outOfSyncForMs(): number;
};

/** For a database with a single process: there are no other invalidations. */
const alwaysInSync: InvalidationSubscriber = {
  isInSync: () => true,
  sync: async () => true,
  outOfSyncForMs: () => 0,
};

export type ResponseCacheOptions = {
  maxBytes: number;
  subscriber?: InvalidationSubscriber;
  /** A monotonic clock in milliseconds. */
  now?: () => number;
  onRefreshFailed?: (error: unknown) => void;
};

/** Maximum age of a response after one of its eventually consistent tags was invalidated. */
const eventualMs = 1000;

/** Age at which an unchanged response is refreshed nevertheless: it may contain the current date. */
const freshMs = minuteMs;

/** Time after `freshMs` during which the stale response is served while it is refreshed. */
const staleMs = 10 * minuteMs;

/** Cached responses are served without the database for this long at most. */
const maxOutageMs = hourMs;

/** A database fault is remembered for this long, so that a flood does not wait for one connect timeout per request. */
const faultMemoryMs = 1000;

/** First invalidation of a tag while the response was being computed. */
type FirstInvalidation = { sequence: number; at: number };

type InFlight = {
  invalidations: Map<string, FirstInvalidation>;
  cleared?: FirstInvalidation;
  done: Promise<Outcome>;
};

/** `supersededAt`: sequence number of the first invalidation that made the response outdated; Infinity if none. */
type Outcome = { response: CachedResponse; supersededAt: number };

export type ResponseCache = ReturnType<typeof createResponseCache>;

export function createResponseCache({
  maxBytes,
  subscriber = alwaysInSync,
  now = () => performance.now(),
  onRefreshFailed = () => {},
}: ResponseCacheOptions) {
  const segment = (share: number) =>
    new LRUCache<string, CacheEntry>({
      maxSize: Math.ceil(maxBytes * share),
      maxEntrySize: Math.ceil(maxBytes / 4),
      sizeCalculation: sizeOf,
      dispose: removeFromIndex,
    });
  // A segmented LRU: a flood of keys that are requested once evicts only entries of the probationary segment.
  const probationary = segment(1 / 4);
  const protectedEntries = segment(3 / 4);
  const strictIndex = new Map<string, Set<CacheEntry>>();
  const eventualIndex = new Map<string, Set<CacheEntry>>();
  const inFlight = new Map<string, InFlight>();
  const counts = { hits: 0, misses: 0, stale: 0, bypassed: 0 };
  let sequence = 0;
  let lastFaultAt = Number.NEGATIVE_INFINITY;
  let probe: Promise<unknown> | undefined;

  function addToIndex(entry: CacheEntry): void {
    for (const tag of entry.dependencies.strict) addEntry(strictIndex, tag, entry);
    for (const tag of entry.dependencies.eventual) addEntry(eventualIndex, tag, entry);
  }

  function removeFromIndex(entry: CacheEntry): void {
    for (const tag of entry.dependencies.strict) removeEntry(strictIndex, tag, entry);
    for (const tag of entry.dependencies.eventual) removeEntry(eventualIndex, tag, entry);
  }

  /** Returns the fresh response of this key without waiting; undefined if there is none or the cache is out of sync. */
  function find(key: string): CachedResponse | undefined {
    return subscriber.isInSync() ? findFresh(key) : undefined;
  }

  function findFresh(key: string): CachedResponse | undefined {
    const protectedEntry = protectedEntries.get(key);
    const entry = protectedEntry ?? probationary.get(key);
    if (!entry) return undefined;
    const time = now();
    if (time >= entry.expiresAt || time >= entry.computedAt + freshMs) return undefined;
    counts.hits++;
    if (!protectedEntry) promote(entry);
    return entry;
  }

  function promote(entry: CacheEntry): void {
    probationary.delete(entry.key);
    protectedEntries.set(entry.key, entry);
    addToIndex(entry);
  }

  function remove(key: string): void {
    probationary.delete(key);
    protectedEntries.delete(key);
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
      const outdated = findDuringOutage(key);
      if (outdated) return outdated;
      if (!(await subscriber.sync())) return computeOutOfSync(key, compute, admit);
    }
    const fresh = findFresh(key);
    if (fresh) return fresh;
    const requestedAt = sequence;
    const stale = findStale(key);
    if (stale) {
      counts.stale++;
      if (!inFlight.has(key)) startComputation(key, compute).done.catch(onRefreshFailed);
      return stale;
    }
    await admit();
    counts.misses++;
    for (;;) {
      const { done } = inFlight.get(key) ?? startComputation(key, compute);
      const { response, supersededAt } = await done;
      if (supersededAt > requestedAt) return response;
    }
  }

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
      const response = complete(await compute());
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
    const entry = protectedEntries.get(key) ?? probationary.get(key);
    if (!entry || lastInSyncAt >= entry.expiresAt) return undefined;
    return lastInSyncAt < entry.computedAt + freshMs + staleMs ? entry : undefined;
  }

  /** Returns the cached response if only its age calls for a refresh. */
  function findStale(key: string): CacheEntry | undefined {
    const entry = protectedEntries.get(key) ?? probationary.get(key);
    const time = now();
    if (entry && time < entry.expiresAt && time < entry.computedAt + freshMs + staleMs) return entry;
    if (entry) remove(key);
    return undefined;
  }

  function startComputation(key: string, compute: () => Promise<ComputedResponse>): InFlight {
    const computation: InFlight = { invalidations: new Map(), done: run() };
    inFlight.set(key, computation);
    return computation;

    async function run(): Promise<Outcome> {
      const computedAt = now();
      try {
        // Deferred until `inFlight` has the computation: an invalidation before that would be missed.
        await null;
        const response = complete(await compute());
        const { supersededAt, outdatedSince } = firstInvalidation(computation, response.dependencies);
        if (supersededAt === Number.POSITIVE_INFINITY && isCacheable(response)) {
          store({ ...response, key, computedAt, expiresAt: outdatedSince + eventualMs });
        }
        return { response, supersededAt };
      } finally {
        inFlight.delete(key);
      }
    }
  }

  function store(entry: CacheEntry): void {
    const target = protectedEntries.has(entry.key) ? protectedEntries : probationary;
    target.set(entry.key, entry);
    if (target.has(entry.key)) addToIndex(entry);
  }

  /** Drops entries with a strict tag of these; entries with an eventual one expire a second after the write. */
  function invalidate(tags: Iterable<string>, writtenMsAgo = 0): void {
    sequence++;
    const at = now() - writtenMsAgo;
    for (const tag of tags) {
      for (const { invalidations } of inFlight.values()) {
        if (!invalidations.has(tag)) invalidations.set(tag, { sequence, at });
      }
      for (const entry of [...(strictIndex.get(tag) ?? [])]) remove(entry.key);
      for (const entry of eventualIndex.get(tag) ?? []) {
        entry.expiresAt = Math.min(entry.expiresAt, at + eventualMs);
      }
    }
  }

  function clear(): void {
    sequence++;
    for (const computation of inFlight.values()) computation.cleared ??= { sequence, at: now() };
    probationary.clear();
    protectedEntries.clear();
  }

  /** Returns the body in an encoding. Compresses it once, off the main thread, and stores it with the response. */
  async function bodyOf(response: CachedResponse, encoding: Encoding): Promise<Buffer> {
    const compressed = response.bodies[encoding];
    if (compressed) return compressed;
    response.bodies[encoding] = await compress(response.body, encoding);
    return response.bodies[encoding];
  }

  return {
    find,
    getOrCompute,
    invalidate,
    clear,
    bodyOf,
    stats: () => ({
      ...counts,
      bytes: probationary.calculatedSize + protectedEntries.calculatedSize,
      entries: probationary.size + protectedEntries.size,
    }),
  };
}

/** True if the response succeeded and all of its data has tags. */
export function isCacheable({ status, dependencies, isMissingPage }: ComputedResponse): boolean {
  return (status === 200 || isMissingPage === true) && dependencies.isComplete;
}

function firstInvalidation({ invalidations, cleared }: InFlight, dependencies: CacheDependencies) {
  const never = Number.POSITIVE_INFINITY;
  let supersededAt = cleared?.sequence ?? never;
  // Data without tags may depend on any of the invalidated ones.
  const tags = dependencies.isComplete ? dependencies.strict : invalidations.keys();
  for (const tag of tags) supersededAt = Math.min(supersededAt, invalidations.get(tag)?.sequence ?? never);
  let outdatedSince = never;
  for (const tag of dependencies.eventual) {
    outdatedSince = Math.min(outdatedSince, invalidations.get(tag)?.at ?? never);
  }
  return { supersededAt, outdatedSince };
}

function complete(response: ComputedResponse): CachedResponse {
  const etag = createHash('sha256').update(response.body).digest('base64url').slice(0, 22);
  return { ...response, etag, bodies: { identity: response.body } };
}

/** Estimates the bytes of an entry, including its compressed bodies. */
function sizeOf({ key, body, dependencies: { strict, eventual } }: CacheEntry): number {
  return Math.ceil(1.5 * body.length) + 2 * key.length + 200 * (strict.size + eventual.size) + 2000;
}

function addEntry(index: Map<string, Set<CacheEntry>>, tag: string, entry: CacheEntry): void {
  const entries = index.get(tag);
  if (entries) entries.add(entry);
  else index.set(tag, new Set([entry]));
}

function removeEntry(index: Map<string, Set<CacheEntry>>, tag: string, entry: CacheEntry): void {
  const entries = index.get(tag);
  entries?.delete(entry);
  if (entries?.size === 0) index.delete(tag);
}

/** Higher levels take several times as long for a few percent. */
const brotliLevel = 5;

async function compress(body: Buffer, encoding: Encoding): Promise<Buffer> {
  if (encoding === 'gzip') return promisify(gzip)(body, { level: 6 });
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: brotliLevel,
    [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
  };
  return promisify(brotliCompress)(body, { params });
}
