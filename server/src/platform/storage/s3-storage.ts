import { Problem } from '@reprise/contract/problem';
import type { FileStorage } from '@reprise/extension/file-storage';
import { LRUCache } from 'lru-cache';
import { minuteMs } from '../time.ts';
import { type Bucket, createS3Client, type S3Client } from './s3-client.ts';

const maxCachedBytes = 64 * 1024 * 1024;
/** Bounds how long another process still sends a file that was deleted. */
const maxCachedMs = 5 * minuteMs;
const maxCallsAtOnce = 4;

/** Stores files in a bucket of S3 or a server that speaks its API. Images that are public are cached in memory. */
export function s3Storage(bucket: Bucket): FileStorage {
  const client = createS3Client(bucket);
  const cache = new LRUCache<string, Buffer>({
    maxSize: maxCachedBytes,
    sizeCalculation: (bytes) => Math.max(bytes.length, 1),
    ttl: maxCachedMs,
  });
  return {
    write: (files) => orUnavailable(inGroups(files, ({ name, bytes }) => client.put(name, bytes))),
    read: async (name) => {
      const cached = cache.get(name);
      if (cached) return cached;
      const bytes = await orUnavailable(client.get(name));
      if (bytes !== null && !name.endsWith('.private')) cache.set(name, bytes);
      return bytes;
    },
    has: (name) => orUnavailable(client.has(name)),
    deleteMatching: async (beginnings) => {
      for (const beginning of beginnings) {
        for (const key of cache.keys()) if (key.startsWith(beginning)) cache.delete(key);
        await orUnavailable(deleteFiles(client, beginning));
      }
    },
  };
}

async function deleteFiles(client: S3Client, beginning: string): Promise<void> {
  for (;;) {
    const names = await client.list(beginning);
    if (names.length === 0) return;
    await inGroups(names, client.delete);
  }
}

async function inGroups<Item>(items: Item[], work: (item: Item) => Promise<void>): Promise<void> {
  for (let index = 0; index < items.length; index += maxCallsAtOnce) {
    await Promise.all(items.slice(index, index + maxCallsAtOnce).map(work));
  }
}

/** Turns every failure into UNAVAILABLE, so that an outage never looks like a loss. */
async function orUnavailable<Result>(work: Promise<Result>): Promise<Result> {
  try {
    return await work;
  } catch (cause) {
    const message = 'The image storage is temporarily unavailable. Please try again in a moment.';
    throw new Problem('UNAVAILABLE', message, { retryAfterSeconds: 5, cause });
  }
}
