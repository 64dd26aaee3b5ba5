import { sql } from 'drizzle-orm';
import { expireRows, type RetentionSteps } from '../../database/retention-step.ts';
import { rateLimits } from './rate-limits.tables.ts';

/** Deletes expired limits, whose keys contain networks; the limiters do so only in a process older than an hour. */
export function expireRateLimits(before: string): RetentionSteps {
  return {
    'expired rate limits': expireRows(
      (limit) => sql`delete from ${rateLimits} where key in
        (select key from ${rateLimits} where expire < ${before} limit ${limit})`,
    ),
  };
}
