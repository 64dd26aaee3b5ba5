import type { Database } from '../database/database.ts';
import type { Log } from '../log.ts';
import { onInvalidation } from './invalidate-tags.ts';
import { createResponseCache, type ResponseCache } from './response-cache.ts';
import { subscribeToInvalidations } from './subscribe-to-invalidations.ts';

const maxBytes = 96 * 1024 * 1024;

/** Keeps answers in step with the database: with the writes of this process at once, with those of others soon. */
export async function openResponseCache(
  database: Database,
  log: Log,
  now?: () => number,
): Promise<{ kept: ResponseCache; stop: () => Promise<void> }> {
  const onRefreshFailed = (error: unknown) =>
    log.warn({ err: error }, 'a kept answer could not be made anew');
  const options = { maxBytes: maxBytes, onRefreshFailed, ...(now && { now }) };
  // The embedded database has one process.
  if (database.kind === 'embedded') {
    const kept = createResponseCache(options);
    onInvalidation(database.db, ({ tags }) => kept.bump(tags));
    return { kept, stop: async () => {} };
  }
  const follower = await subscribeToInvalidations(database, log);
  const kept = createResponseCache({ ...options, follower });
  follower.follow(kept);
  onInvalidation(database.db, ({ tags }) => kept.bump(tags));
  return { kept, stop: follower.stop };
}
