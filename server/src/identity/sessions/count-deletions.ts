import { maxUnprovedDeletions } from '@reprise/contract/identity/step-up';
import { eq, sql } from 'drizzle-orm';
import type { Deps } from '../../deps.ts';
import type { Caller } from '../../platform/http/endpoint.ts';
import { hasRecentProof, stepUpRequired } from '../../platform/recent-proof.ts';
import { sessions } from '../identity.tables.ts';

/**
 * Counts things that the caller is about to delete. Past ten since the last proof it throws STEP_UP_REQUIRED, so that
 * many single deletions are bounded like one of many.
 */
export async function countDeletions(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  caller: Caller,
  count: number,
): Promise<void> {
  if (hasRecentProof(caller, now())) return;
  const [session] = await db
    .update(sessions)
    // The bound keeps refused calls from overflowing the column.
    .set({
      unprovedDeletions: sql`least(${sessions.unprovedDeletions} + ${count}, ${maxUnprovedDeletions + 1})`,
    })
    .where(eq(sessions.id, caller.sessionId))
    .returning({ deletions: sessions.unprovedDeletions });
  if (!session || session.deletions > maxUnprovedDeletions) throw stepUpRequired();
}
