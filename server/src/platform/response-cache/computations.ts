import type { CacheDependencies } from './cache-dependencies.ts';
import {
  type CachedResponse,
  type CacheEntry,
  type ComputedResponse,
  isCacheable,
  withEtag,
} from './cached-response.ts';

/** Maximum age of a response after one of its eventually consistent tags was invalidated. */
export const eventualMs = 1000;

/** First invalidation of a tag while the response was being computed. */
type FirstInvalidation = { sequence: number; at: number };

type InFlight = {
  invalidations: Map<string, FirstInvalidation>;
  cleared?: FirstInvalidation;
  done: Promise<Outcome>;
};

/** `supersededAt`: sequence number of the first invalidation that made the response outdated; Infinity if none. */
type Outcome = { response: CachedResponse; supersededAt: number };

/** Computes each response once at a time; stores it unless an invalidation superseded it in between. */
export function createComputations(now: () => number, store: (entry: CacheEntry) => void) {
  const inFlight = new Map<string, InFlight>();
  let sequence = 0;

  function start(key: string, compute: () => Promise<ComputedResponse>): InFlight {
    const computation: InFlight = { invalidations: new Map(), done: run() };
    inFlight.set(key, computation);
    return computation;

    async function run(): Promise<Outcome> {
      const computedAt = now();
      try {
        // Deferred until `inFlight` has the computation: an invalidation before that would be missed.
        await null;
        const response = withEtag(await compute());
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

  return {
    /** Sequence number of the last invalidation. */
    sequence: () => sequence,
    isRunning: (key: string) => inFlight.has(key),
    /** Returns the outcome of the running computation of this key, or of a new one. */
    join: (key: string, compute: () => Promise<ComputedResponse>): Promise<Outcome> =>
      (inFlight.get(key) ?? start(key, compute)).done,

    invalidate(tags: Iterable<string>, at: number): void {
      sequence++;
      for (const tag of tags) {
        for (const { invalidations } of inFlight.values()) {
          if (!invalidations.has(tag)) invalidations.set(tag, { sequence, at });
        }
      }
    },

    clear(at: number): void {
      sequence++;
      for (const computation of inFlight.values()) computation.cleared ??= { sequence, at };
    },
  };
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
