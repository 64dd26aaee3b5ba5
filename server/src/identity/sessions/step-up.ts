import type { PasskeyResponse } from '@reprise/contract/identity/passkeys';
import { type ProofMethod, proofMethods, proofMinutes } from '@reprise/contract/identity/step-up';
import { Problem } from '@reprise/contract/problem';
import { and, eq, isNull, lt, or } from 'drizzle-orm';
import { recordAudit } from '../../audit/record-audit.ts';
import type { Deps } from '../../deps.ts';
import { inTransaction, type Queryable, type Tx } from '../../platform/database/database.ts';
import type { Caller } from '../../platform/http/endpoint.ts';
import { sessions, users } from '../identity.tables.ts';
import { countPasskeys, markPasskeyUsed, verifyPasskey } from '../passkeys/verify-passkey.ts';
import { checkCurrentPassword, wrongCurrentPassword } from '../passwords/current-password.ts';
import { findById, type UserWithPassword } from '../passwords/password-account.ts';
import { noticeRecoveryCode } from '../two-factor/recovery-codes.ts';
import { type CodeVerdict, hasSecondFactor, refuseCode, takeCode } from '../two-factor/second-factor.ts';
import { userNotFound } from '../user.queries.ts';

type StepUpDeps = Pick<Deps, 'db' | 'now' | 'jobs' | 'secret' | 'environment'>;
type Proof = {
  password?: string | undefined;
  code?: string | undefined;
  passkey?: PasskeyResponse | undefined;
};

/** The ways in which a user can prove their identity while signed in. */
export async function listProofMethods(db: Queryable, userId: string): Promise<ProofMethod[]> {
  const hasPassword = (await findById(db, userId))?.passwordHash != null;
  const hasCode = await hasSecondFactor(db, userId);
  const hasPasskey = (await countPasskeys(db, userId)) > 0;
  return proofMethods.filter(
    (method) => ({ passkey: hasPasskey, password: hasPassword, code: hasCode })[method],
  );
}

/**
 * Proves the caller's identity for ten minutes, in this session only. Throws VALIDATION_ERROR for a wrong password or
 * code, which is audited and counted; never a 401, which would end the session in the browser.
 */
export async function stepUp(
  deps: StepUpDeps,
  caller: Caller,
  proof: Proof,
): Promise<{ provedUntil: string }> {
  const given = proofMethods.filter((method) => proof[method] !== undefined);
  if (given.length === 1) {
    const { password, code, passkey } = proof;
    if (password !== undefined) return proveByPassword(deps, caller, password);
    if (code !== undefined) return proveByCode(deps, caller, code);
    if (passkey !== undefined) return proveByPasskey(deps, caller, passkey);
  }
  const message = 'Enter your password or a code, or use a passkey.';
  throw new Problem('VALIDATION_ERROR', message, { errors: [{ field: 'password', message }] });
}

async function proveByPassword(deps: StepUpDeps, caller: Caller, password: string) {
  const checked = await findById(deps.db, caller.userId);
  if (!checked) throw userNotFound();
  try {
    await checkCurrentPassword(deps, checked, password, 'password');
  } catch (error) {
    await recordRefusedStepUp(deps, caller, 'wrong password');
    throw error;
  }
  return inTransaction(deps.db, async (tx) => {
    await assertSamePassword(tx, checked);
    return markProved(tx, caller, 'password', deps.now());
  });
}

/** The password may have been changed while it was being checked, perhaps by its owner. */
async function assertSamePassword(tx: Tx, { user, passwordHash }: UserWithPassword): Promise<void> {
  await tx.select({ id: users.id }).from(users).where(eq(users.id, user.id)).for('no key update');
  if ((await findById(tx, user.id))?.passwordHash !== passwordHash) {
    throw wrongCurrentPassword('password', 'This is not your password');
  }
}

async function proveByCode(deps: StepUpDeps, caller: Caller, code: string) {
  const { userId } = caller;
  // Commits also when the code is refused, because wrong codes are counted.
  const outcome = await inTransaction(deps.db, async (tx) => {
    const verdict = await takeCode(tx, deps, userId, code, deps.now());
    if (verdict === 'wrong' || verdict === 'too many') return { verdict, proved: null };
    if (verdict === 'recovery code') {
      await recordAudit(tx, { actorId: userId, action: 'use recovery code', subject: `user ${userId}` });
      await noticeRecoveryCode(tx, deps, userId, deps.now());
    }
    return { verdict, proved: await markProved(tx, caller, verdict, deps.now()) };
  });
  if (outcome.proved) return outcome.proved;
  await recordRefusedStepUp(deps, caller, 'wrong code');
  refuseCode(outcome.verdict, 'VALIDATION_ERROR');
  throw new Error('A refused code was not refused.');
}

async function proveByPasskey(deps: StepUpDeps, caller: Caller, response: PasskeyResponse) {
  const verdict = await verifyPasskey(deps, 'step-up', caller.userId, response);
  const proved =
    verdict.reason === null &&
    (await inTransaction(deps.db, async (tx) => {
      if (!(await markPasskeyUsed(tx, verdict, deps.now()))) return null;
      return markProved(tx, caller, 'passkey', deps.now());
    }));
  if (proved) return proved;
  await recordRefusedStepUp(deps, caller, verdict.reason ?? 'passkey removed');
  const message = 'This passkey could not be used. Use another way.';
  throw new Problem('VALIDATION_ERROR', message, { errors: [{ field: 'passkey', message }] });
}

async function markProved(
  tx: Tx,
  { userId, sessionId }: Caller,
  by: 'password' | 'passkey' | CodeVerdict,
  now: Date,
): Promise<{ provedUntil: string }> {
  const proved = await tx
    .update(sessions)
    .set({ provedAt: now, unprovedDeletions: 0 })
    .where(eq(sessions.id, sessionId))
    .returning({ id: sessions.id });
  if (proved.length === 0) throw new Problem('UNAUTHENTICATED', 'Please sign in.');
  await recordAudit(tx, { actorId: userId, action: 'step up', subject: `user ${userId}`, after: { by } });
  return { provedUntil: new Date(now.getTime() + proofMinutes * 60_000).toISOString() };
}

/** Audits a call that was refused for want of a recent proof, at most once a minute and session. */
export async function recordRequiredStepUp(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  { userId, sessionId }: Caller,
  call: string,
): Promise<void> {
  await inTransaction(db, async (tx) => {
    const at = now();
    const minuteAgo = new Date(at.getTime() - 60_000);
    const isDue = or(isNull(sessions.stepUpRefusedAt), lt(sessions.stepUpRefusedAt, minuteAgo));
    const due = await tx
      .update(sessions)
      .set({ stepUpRefusedAt: at })
      .where(and(eq(sessions.id, sessionId), isDue))
      .returning({ id: sessions.id });
    if (due.length === 0) return;
    const after = { why: 'no recent proof', call };
    await recordAudit(tx, { actorId: userId, action: 'refuse step-up', subject: `user ${userId}`, after });
  });
}

async function recordRefusedStepUp({ db }: Pick<Deps, 'db'>, { userId }: Caller, why: string): Promise<void> {
  const entry = { actorId: userId, action: 'refuse step-up', subject: `user ${userId}`, after: { why } };
  await inTransaction(db, (tx) => recordAudit(tx, entry));
}
