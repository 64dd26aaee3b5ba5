import { type StepUpMethod, stepUpMethods } from '@reprise/contract/people/identity/step-up';
import { Problem } from '@reprise/contract/problem';
import { and, eq, isNotNull } from 'drizzle-orm';
import type { Deps } from '../../../deps.ts';
import type { Queryable, Tx } from '../../../platform/database/database.ts';
import type { Caller } from '../../../platform/http/endpoint.ts';
import { isRecentProof, stepUpRequired } from '../../../platform/recent-authentication.ts';
import { passkeys, sessions, twoFactors } from '../identity.tables.ts';

/**
 * Throws STEP_UP_REQUIRED unless this session proved a second factor of the account in the last ten minutes or, if the
 * account has none, its password after the sign-in, and UNAUTHENTICATED for one that has ended. A stolen password or
 * session alone would otherwise add a second factor that outlives both.
 */
export async function assertFactorProof(
  { db, now }: { db: Queryable } & Pick<Deps, 'now'>,
  caller: Pick<Caller, 'userId' | 'sessionId'> | null,
): Promise<void> {
  if (caller === null) throw stepUpRequired();
  const [session] = await db
    .select({ passwordProvedAt: sessions.passwordProvedAt, factorProvedAt: sessions.factorProvedAt })
    .from(sessions)
    .where(and(eq(sessions.id, caller.sessionId), eq(sessions.userId, caller.userId)));
  // The session ended while the body arrived. API tokens have none, and prove nothing.
  if (!session && caller.sessionId !== '') throw new Problem('UNAUTHENTICATED', 'Please sign in.');
  const factors = await listFactors(db, caller.userId);
  const provedAt = factors.length > 0 ? session?.factorProvedAt : session?.passwordProvedAt;
  if (isRecentProof(provedAt ?? null, now())) return;
  throw stepUpRequired(factors.length > 0 ? factors : ['password']);
}

/** Returns the step-up methods that prove a second factor of the user; empty without one. */
async function listFactors(db: Queryable, userId: string): Promise<StepUpMethod[]> {
  const isOn = and(eq(twoFactors.userId, userId), isNotNull(twoFactors.secret));
  const hasCode = (await db.$count(twoFactors, isOn)) > 0;
  const hasPasskey = (await db.$count(passkeys, eq(passkeys.userId, userId))) > 0;
  return stepUpMethods.filter((method) => (method === 'code' ? hasCode : method === 'passkey' && hasPasskey));
}

/** Records what this session proved: the password, a second factor or both. */
export async function recordProof(
  tx: Tx,
  { sessionId }: Pick<Caller, 'sessionId'>,
  proved: { password?: boolean; factor?: boolean },
  now: Date,
): Promise<boolean> {
  const updated = await tx
    .update(sessions)
    .set({
      provedAt: now,
      unprovedDeletions: 0,
      ...(proved.password && { passwordProvedAt: now }),
      ...(proved.factor && { factorProvedAt: now }),
    })
    .where(eq(sessions.id, sessionId))
    .returning({ id: sessions.id });
  return updated.length > 0;
}
