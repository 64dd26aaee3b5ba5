import type { Database } from '../database/database.ts';
import type { Log } from '../log.ts';
import { onInvalidation } from './invalidate-tags.ts';
import { createResponseCache, type ResponseCache } from './response-cache.ts';
import { subscribeToInvalidations } from './subscribe-to-invalidations.ts';

const maxBytes = 96 * 1024 * 1024;

/**
 * Opens a cache that follows writes of this process at once, and writes of other processes within a second. Those tags are
 * passed to `onForeign`, or null when any may have changed.
 */
export async function openResponseCache(
  database: Database,
  log: Log,
  now?: () => number,
  onForeign: (tags: Iterable<string> | null) => void = () => {},
): Promise<{ responseCache: ResponseCache; stop: () => Promise<void> }> {
  const onRefreshFailed = (error: unknown) => log.warn({ err: error }, 'could not refresh a cached response');
  const options = { maxBytes, onRefreshFailed, ...(now && { now }) };
  // Only one process can open the embedded database, so there is nothing to subscribe to.
  if (database.kind === 'embedded') {
    const responseCache = createResponseCache(options);
    onInvalidation(database.db, ({ tags }) => responseCache.invalidate(tags));
    return { responseCache, stop: async () => {} };
  }
  const subscriber = await subscribeToInvalidations(database, log);
  const responseCache = createResponseCache({ ...options, subscriber });
  subscriber.attach({
    invalidate: (tags, writtenMsAgo) => {
      responseCache.invalidate(tags, writtenMsAgo);
      onForeign(tags);
    },
    clear: () => {
      responseCache.clear();
      onForeign(null);
    },
  });
  onInvalidation(database.db, ({ tags }) => responseCache.invalidate(tags));
  return { responseCache, stop: subscriber.stop };
}
