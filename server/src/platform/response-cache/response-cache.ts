import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { LRUCache } from 'lru-cache';
import { isDatabaseAway } from '../database/database-fault.ts';
import type { CacheDependencies } from './cache-dependencies.ts';

// Answers that are the same for everybody, kept in memory until something they show is changed. Knows neither
// HTTP nor the shop: keys and tags are strings.

export type Encoding = 'identity' | 'br' | 'gzip';

/** An answer as it was made. */
export type ComputedResponse = {
  status: number;
  headers: Record<string, string>;
  body: Buffer;
  shown: CacheDependencies;
  /** The one page for all unknown paths, which is cached although its status is 404. */
  isMissingPage?: true;
};

export type CachedResponse = ComputedResponse & {
  /** Names the content; each encoding of it adds its own name. */
  etag: string;
  bodies: Partial<Record<Encoding, Buffer>>;
};

type Kept = CachedResponse & { key: string; madeAt: number; goodUntil: number };

/** Knows whether all bumps of other processes are known, up to a second ago; can find out, or fail to. */
export type InvalidationSubscriber = {
  isInSync(): boolean;
  sync(): Promise<boolean>;
  /** Milliseconds since the last successful look. */
  outOfSyncForMs(): number;
};

/** Where nobody else writes, everything is known. */
const alone: InvalidationSubscriber = {
  isInSync: () => true,
  sync: async () => true,
  outOfSyncForMs: () => 0,
};

export type ResponseCacheOptions = {
  maxBytes: number;
  follower?: InvalidationSubscriber;
  /** Milliseconds that only run forward. */
  now?: () => number;
  onRefreshFailed?: (error: unknown) => void;
};

/** A count in a kept list may be this old once something was sold. */
const lagMs = 1000;

/** What nobody changed is made anew after a while all the same: it may show today's date. */
const freshMs = 60_000;

/** How long after that it is still handed out, while it is made anew. */
const staleMs = 10 * 60_000;

/** Cached responses are served without the database for this long at most. */
const maxOutageMs = 60 * 60_000;

/** A database fault is remembered for this long, so that a flood does not wait for one connect timeout per request. */
const faultMemoryMs = 1000;

/** A reason to distrust what is being made: the first bump of a tag since its making began. */
type FirstBump = { clock: number; at: number };

type Making = { bumps: Map<string, FirstBump>; forgotten?: FirstBump; done: Promise<Outcome> };

/** `overtakenAt`: the bump after which the answer no longer held, while it was being made. */
type Outcome = { answer: CachedResponse; overtakenAt: number };

export type ResponseCache = ReturnType<typeof createResponseCache>;

export function createResponseCache({
  maxBytes,
  follower = alone,
  now = () => performance.now(),
  onRefreshFailed = () => {},
}: ResponseCacheOptions) {
  const segment = (share: number) =>
    new LRUCache<string, Kept>({
      maxSize: Math.ceil(maxBytes * share),
      maxEntrySize: Math.ceil(maxBytes / 4),
      sizeCalculation: sizeOf,
      dispose: unindex,
    });
  // A segmented LRU: a flood of keys that are asked for once evicts only each other.
  const newcomers = segment(1 / 4);
  const requestedAgain = segment(3 / 4);
  const exactly = new Map<string, Set<Kept>>();
  const lagging = new Map<string, Set<Kept>>();
  const making = new Map<string, Making>();
  const counts = { hits: 0, misses: 0, stale: 0, bypassed: 0 };
  let clock = 0;
  let lastFaultAt = Number.NEGATIVE_INFINITY;
  let probe: Promise<unknown> | undefined;

  function index(answer: Kept): void {
    for (const tag of answer.shown.exact) addTo(exactly, tag, answer);
    for (const tag of answer.shown.lagging) addTo(lagging, tag, answer);
  }

  function unindex(answer: Kept): void {
    for (const tag of answer.shown.exact) takeFrom(exactly, tag, answer);
    for (const tag of answer.shown.lagging) takeFrom(lagging, tag, answer);
  }

  /** What is kept under the key and may be handed out without a further thought. */
  function find(key: string): CachedResponse | undefined {
    return follower.isInSync() ? findFresh(key) : undefined;
  }

  function findFresh(key: string): CachedResponse | undefined {
    const proven = requestedAgain.get(key);
    const answer = proven ?? newcomers.get(key);
    if (!answer) return undefined;
    const at = now();
    if (at >= answer.goodUntil || at >= answer.madeAt + freshMs) return undefined;
    counts.hits++;
    if (!proven) promote(answer);
    return answer;
  }

  function promote(answer: Kept): void {
    newcomers.delete(answer.key);
    requestedAgain.set(answer.key, answer);
    index(answer);
  }

  function remove(key: string): void {
    newcomers.delete(key);
    requestedAgain.delete(key);
  }

  /**
   * The answer under this key: kept, or made once for all who wait for it. Whoever asks after a bump never
   * gets what was begun before it. `admit` may refuse what is not in the cache, before anything is made.
   */
  async function answer(
    key: string,
    make: () => Promise<ComputedResponse>,
    admit: () => Promise<void> = async () => {},
  ): Promise<CachedResponse> {
    if (!follower.isInSync()) {
      const outdated = findDuringOutage(key);
      if (outdated) return outdated;
      if (!(await follower.sync())) return answerOutOfSync(key, make, admit);
    }
    const found = findFresh(key);
    if (found) return found;
    const asked = clock;
    const aged = findStale(key);
    if (aged) {
      counts.stale++;
      if (!making.has(key)) begin(key, make).done.catch(onRefreshFailed);
      return aged;
    }
    await admit();
    counts.misses++;
    for (;;) {
      const { done } = making.get(key) ?? begin(key, make);
      const { answer, overtakenAt } = await done;
      if (overtakenAt > asked) return answer;
    }
  }

  /**
   * Computes the response past the cache, because other processes may have changed what it shows. Only a database
   * fault makes the cached one acceptable: a database that nobody reaches takes no writes.
   */
  async function answerOutOfSync(
    key: string,
    make: () => Promise<ComputedResponse>,
    admit: () => Promise<void>,
  ): Promise<CachedResponse> {
    if (findOutdated(key)) {
      // One request at a time finds out that the database is away; the others do not queue for its connections.
      if (probe) await probe;
      const outdated = findDuringOutage(key);
      if (outdated) return outdated;
    }
    const computing = computePastCache(make, admit);
    probe ??= computing
      .catch(() => {})
      .finally(() => {
        probe = undefined;
      });
    try {
      const response = await computing;
      return (response.shown.isDatabaseAway && findDuringOutage(key)) || response;
    } catch (error) {
      const outdated = isDatabaseAway(error) && findDuringOutage(key);
      if (outdated) return outdated;
      throw error;
    }
  }

  async function computePastCache(make: () => Promise<ComputedResponse>, admit: () => Promise<void>) {
    try {
      await admit();
      counts.bypassed++;
      const response = complete(await make());
      if (response.shown.isDatabaseAway) lastFaultAt = now();
      return response;
    } catch (error) {
      if (isDatabaseAway(error)) lastFaultAt = now();
      throw error;
    }
  }

  /** The cached response, however old, right after a database fault. */
  function findDuringOutage(key: string): Kept | undefined {
    const outdated = now() - lastFaultAt < faultMemoryMs ? findOutdated(key) : undefined;
    if (outdated) counts.stale++;
    return outdated;
  }

  /** The cached response that was valid when the follower was last in sync. */
  function findOutdated(key: string): Kept | undefined {
    const outOfSyncForMs = follower.isInSync() ? 0 : follower.outOfSyncForMs();
    if (outOfSyncForMs > maxOutageMs) return undefined;
    const lastInSyncAt = now() - outOfSyncForMs;
    const response = requestedAgain.get(key) ?? newcomers.get(key);
    if (!response || lastInSyncAt >= response.goodUntil) return undefined;
    return lastInSyncAt < response.madeAt + freshMs + staleMs ? response : undefined;
  }

  /** Kept, unchanged, and only to be made anew because of its age. */
  function findStale(key: string): Kept | undefined {
    const answer = requestedAgain.get(key) ?? newcomers.get(key);
    const at = now();
    if (answer && at < answer.goodUntil && at < answer.madeAt + freshMs + staleMs) return answer;
    if (answer) remove(key);
    return undefined;
  }

  function begin(key: string, make: () => Promise<ComputedResponse>): Making {
    const started: Making = { bumps: new Map(), done: run() };
    making.set(key, started);
    return started;

    async function run(): Promise<Outcome> {
      const madeAt = now();
      try {
        // Not at once: by then the making is registered and learns of every bump.
        await null;
        const answer = complete(await make());
        const first = firstBump(started, answer.shown);
        if (first.overtakenAt === Number.POSITIVE_INFINITY && isStorable(answer)) {
          store({ ...answer, key, madeAt, goodUntil: first.lagsSince + lagMs });
        }
        return { answer, overtakenAt: first.overtakenAt };
      } finally {
        making.delete(key);
      }
    }
  }

  function store(answer: Kept): void {
    const target = requestedAgain.has(answer.key) ? requestedAgain : newcomers;
    target.set(answer.key, answer);
    if (target.has(answer.key)) index(answer);
  }

  /** Forgets what shows one of these exactly; what only counts it has a second left since it was written. */
  function bump(tags: Iterable<string>, writtenMsAgo = 0): void {
    clock++;
    const at = now() - writtenMsAgo;
    for (const tag of tags) {
      for (const each of making.values()) if (!each.bumps.has(tag)) each.bumps.set(tag, { clock, at });
      for (const answer of [...(exactly.get(tag) ?? [])]) remove(answer.key);
      for (const answer of lagging.get(tag) ?? []) {
        answer.goodUntil = Math.min(answer.goodUntil, at + lagMs);
      }
    }
  }

  function forgetAll(): void {
    clock++;
    for (const each of making.values()) each.forgotten ??= { clock, at: now() };
    newcomers.clear();
    requestedAgain.clear();
  }

  /** The body in an encoding; compressed once, off the main thread, and kept with the answer. */
  async function bodyOf(answer: CachedResponse, encoding: Encoding): Promise<Buffer> {
    const ready = answer.bodies[encoding];
    if (ready) return ready;
    answer.bodies[encoding] = await compress(answer.body, encoding);
    return answer.bodies[encoding];
  }

  return {
    find,
    answer,
    bump,
    forgetAll,
    bodyOf,
    figures: () => ({
      ...counts,
      bytes: newcomers.calculatedSize + requestedAgain.calculatedSize,
      answers: newcomers.size + requestedAgain.size,
    }),
  };
}

/** Answers that are worth keeping: whole, and known by all that they show. */
export function isStorable({ status, shown, isMissingPage }: ComputedResponse): boolean {
  return (status === 200 || isMissingPage === true) && shown.known;
}

function firstBump({ bumps, forgotten }: Making, shown: CacheDependencies) {
  const never = Number.POSITIVE_INFINITY;
  let overtakenAt = forgotten?.clock ?? never;
  // Of what is not known by tags, any bump may be one.
  const suspects = shown.known ? shown.exact : bumps.keys();
  for (const tag of suspects) overtakenAt = Math.min(overtakenAt, bumps.get(tag)?.clock ?? never);
  let lagsSince = never;
  for (const tag of shown.lagging) lagsSince = Math.min(lagsSince, bumps.get(tag)?.at ?? never);
  return { overtakenAt, lagsSince };
}

function complete(made: ComputedResponse): CachedResponse {
  const etag = createHash('sha256').update(made.body).digest('base64url').slice(0, 22);
  return { ...made, etag, bodies: { identity: made.body } };
}

/** With room for its compressed forms. */
function sizeOf({ key, body, shown }: Kept): number {
  return Math.ceil(1.5 * body.length) + 2 * key.length + 200 * (shown.exact.size + shown.lagging.size) + 2000;
}

function addTo(index: Map<string, Set<Kept>>, tag: string, answer: Kept): void {
  const those = index.get(tag);
  if (those) those.add(answer);
  else index.set(tag, new Set([answer]));
}

function takeFrom(index: Map<string, Set<Kept>>, tag: string, answer: Kept): void {
  const those = index.get(tag);
  those?.delete(answer);
  if (those?.size === 0) index.delete(tag);
}

/** Higher levels take several times as long for a few per cent. */
const brotliLevel = 5;

async function compress(body: Buffer, encoding: Encoding): Promise<Buffer> {
  if (encoding === 'gzip') return promisify(gzip)(body, { level: 6 });
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: brotliLevel,
    [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
  };
  return promisify(brotliCompress)(body, { params });
}
