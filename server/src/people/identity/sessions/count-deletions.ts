import { maxDeletionsWithoutStepUp } from '@reprise/contract/people/identity/step-up';
import { eq, sql } from 'drizzle-orm';
import type { Deps } from '../../../deps.ts';
import type { Caller } from '../../../platform/http/endpoint.ts';
import { hasRecentAuthentication, stepUpRequired } from '../../../platform/recent-authentication.ts';
import { countTokenDeletions } from '../api-tokens/resolve-api-token.ts';
import { sessions } from '../identity.tables.ts';

/**
 * Counts rows that the caller is about to delete; throws STEP_UP_REQUIRED past ten since the last reauthentication. Many
 * single deletions are limited like one bulk deletion.
 */
export async function countDeletions(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  caller: Caller,
  count: number,
): Promise<void> {
  if (caller.token) return countTokenDeletions({ db, now }, caller.token.id, count);
  if (hasRecentAuthentication(caller, now())) return;
  const [session] = await db
    .update(sessions)
    // `least` keeps rejected calls from overflowing the column.
    .set({
      unprovedDeletions: sql`least(${sessions.unprovedDeletions} + ${count}, ${maxDeletionsWithoutStepUp + 1})`,
    })
    .where(eq(sessions.id, caller.sessionId))
    .returning({ deletions: sessions.unprovedDeletions });
  if (!session || session.deletions > maxDeletionsWithoutStepUp) throw stepUpRequired();
}
