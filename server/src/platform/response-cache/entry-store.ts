import { LRUCache } from 'lru-cache';
import type { CacheEntry } from './cached-response.ts';

export type EntryStore = ReturnType<typeof createEntryStore>;

/** Stores entries up to a size and finds them by key and tag. */
export function createEntryStore(maxBytes: number) {
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

  function addToIndex(entry: CacheEntry): void {
    for (const tag of entry.dependencies.strict) addEntry(strictIndex, tag, entry);
    for (const tag of entry.dependencies.eventual) addEntry(eventualIndex, tag, entry);
  }

  function removeFromIndex(entry: CacheEntry): void {
    for (const tag of entry.dependencies.strict) removeEntry(strictIndex, tag, entry);
    for (const tag of entry.dependencies.eventual) removeEntry(eventualIndex, tag, entry);
  }

  function remove(key: string): void {
    probationary.delete(key);
    protectedEntries.delete(key);
  }

  return {
    find: (key: string) => protectedEntries.get(key) ?? probationary.get(key),

    /** Moves an entry that was requested again to the protected segment. */
    promote(entry: CacheEntry): void {
      if (protectedEntries.has(entry.key)) return;
      probationary.delete(entry.key);
      protectedEntries.set(entry.key, entry);
      addToIndex(entry);
    },

    store(entry: CacheEntry): void {
      const target = protectedEntries.has(entry.key) ? protectedEntries : probationary;
      target.set(entry.key, entry);
      if (target.has(entry.key)) addToIndex(entry);
    },

    remove,

    /** Removes entries with this strict tag; entries with this eventual tag expire at `expiresAt` at the latest. */
    invalidate(tag: string, expiresAt: number): void {
      for (const entry of [...(strictIndex.get(tag) ?? [])]) remove(entry.key);
      for (const entry of eventualIndex.get(tag) ?? []) {
        entry.expiresAt = Math.min(entry.expiresAt, expiresAt);
      }
    },

    clear(): void {
      probationary.clear();
      protectedEntries.clear();
    },

    stats: () => ({
      bytes: probationary.calculatedSize + protectedEntries.calculatedSize,
      entries: probationary.size + protectedEntries.size,
    }),
  };
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
