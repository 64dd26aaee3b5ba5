import type { Database } from '../database/database.ts';
import type { Log } from '../log.ts';
import { onBump } from './invalidate-tags.ts';
import { createKeptAnswers, type KeptAnswers } from './response-cache.ts';
import { followBumps } from './subscribe-to-invalidations.ts';

const mostBytes = 96 * 1024 * 1024;

/** Keeps answers in step with the database: with the writes of this process at once, with those of others soon. */
export async function keepAnswers(
  database: Database,
  log: Log,
  now?: () => number,
): Promise<{ kept: KeptAnswers; stop: () => Promise<void> }> {
  const onRefreshFailed = (error: unknown) =>
    log.warn({ err: error }, 'a kept answer could not be made anew');
  const options = { maxBytes: mostBytes, onRefreshFailed, ...(now && { now }) };
  // The embedded database has one process.
  if (database.kind === 'embedded') {
    const kept = createKeptAnswers(options);
    onBump(database.db, ({ tags }) => kept.bump(tags));
    return { kept, stop: async () => {} };
  }
  const follower = await followBumps(database, log);
  const kept = createKeptAnswers({ ...options, follower });
  follower.follow(kept);
  onBump(database.db, ({ tags }) => kept.bump(tags));
  return { kept, stop: follower.stop };
}
