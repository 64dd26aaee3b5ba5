import type { PasskeyResponse } from '@reprise/contract/people/identity/passkeys';
import { type StepUpMethod, stepUpMethods, stepUpMinutes } from '@reprise/contract/people/identity/step-up';
import { Problem } from '@reprise/contract/problem';
import { and, eq, isNull, lt, or } from 'drizzle-orm';
import type { Deps } from '../../../deps.ts';
import { recordAudit, recordAuditOnce } from '../../../foundations/audit/record-audit.ts';
import { inTransaction, type Queryable, type Tx } from '../../../platform/database/database.ts';
import type { Caller } from '../../../platform/http/endpoint.ts';
import { minuteMs } from '../../../platform/time.ts';
import { sessions, users } from '../identity.tables.ts';
import { countPasskeys, markPasskeyUsed, verifyPasskey } from '../passkeys/verify-passkey.ts';
import { assertCurrentPassword, wrongCurrentPassword } from '../passwords/current-password.ts';
import { findById, type UserWithPassword } from '../passwords/password-account.ts';
import { notifyRecoveryCodeUse } from '../two-factor/recovery-codes.ts';
import {
  assertCodeAccepted,
  type CodeVerdict,
  consumeCode,
  hasSecondFactor,
} from '../two-factor/second-factor.ts';
import { userNotFound } from '../user.queries.ts';
import { recordProof } from './factor-proof.ts';

type StepUpDeps = Pick<Deps, 'db' | 'now' | 'jobs' | 'secret' | 'environment'>;
type StepUpInput = {
  password?: string | undefined;
  code?: string | undefined;
  passkey?: PasskeyResponse | undefined;
};

/** Returns the methods by which a user can step up. */
export async function listStepUpMethods(db: Queryable, userId: string): Promise<StepUpMethod[]> {
  const hasPassword = (await findById(db, userId))?.passwordHash != null;
  const hasCode = await hasSecondFactor(db, userId);
  const hasPasskey = (await countPasskeys(db, userId)) > 0;
  return stepUpMethods.filter(
    (method) => ({ passkey: hasPasskey, password: hasPassword, code: hasCode })[method],
  );
}

/**
 * Reauthenticates the caller for ten minutes, in this session only. Throws VALIDATION_ERROR for a wrong password or code,
 * which is audited and counted; a 401 would end the session in the browser.
 */
export async function stepUp(
  deps: StepUpDeps,
  caller: Caller,
  input: StepUpInput,
): Promise<{ provedUntil: string }> {
  const methods = stepUpMethods.filter((method) => input[method] !== undefined);
  if (methods.length === 1) {
    const { password, code, passkey } = input;
    if (password !== undefined) return stepUpByPassword(deps, caller, password);
    if (code !== undefined) return stepUpByCode(deps, caller, code);
    if (passkey !== undefined) return stepUpByPasskey(deps, caller, passkey);
  }
  const message = 'Enter your password or a code, or use a passkey.';
  throw new Problem('VALIDATION_ERROR', message, { errors: [{ field: 'password', message }] });
}

async function stepUpByPassword(deps: StepUpDeps, caller: Caller, password: string) {
  const checked = await findById(deps.db, caller.userId);
  if (!checked) throw userNotFound();
  try {
    await assertCurrentPassword(deps, checked, password, 'password');
  } catch (error) {
    await recordFailedStepUp(deps, caller, 'wrong password');
    throw error;
  }
  return inTransaction(deps.db, async (tx) => {
    await assertPasswordUnchanged(tx, checked);
    return recordStepUp(tx, caller, 'password', deps.now());
  });
}

/** Throws if the password was changed while it was being checked, perhaps by the account's owner. */
async function assertPasswordUnchanged(tx: Tx, { user, passwordHash }: UserWithPassword): Promise<void> {
  await tx.select({ id: users.id }).from(users).where(eq(users.id, user.id)).for('no key update');
  if ((await findById(tx, user.id))?.passwordHash !== passwordHash) {
    throw wrongCurrentPassword('password', 'This is not your password');
  }
}

async function stepUpByCode(deps: StepUpDeps, caller: Caller, code: string) {
  const { userId } = caller;
  // The transaction also commits after a wrong code, because it counts it.
  const outcome = await inTransaction(deps.db, async (tx) => {
    const verdict = await consumeCode(tx, deps, userId, code, deps.now());
    if (verdict === 'wrong' || verdict === 'too many') return { verdict, result: null };
    if (verdict === 'recovery code') {
      await recordAudit(tx, { actorId: userId, action: 'use recovery code', subject: `user ${userId}` });
      await notifyRecoveryCodeUse(tx, deps, userId, deps.now());
    }
    return { verdict, result: await recordStepUp(tx, caller, verdict, deps.now()) };
  });
  if (outcome.result) return outcome.result;
  await recordFailedStepUp(deps, caller, 'wrong code');
  assertCodeAccepted(outcome.verdict, 'VALIDATION_ERROR');
  throw new Error('A wrong code raised no problem.');
}

async function stepUpByPasskey(deps: StepUpDeps, caller: Caller, response: PasskeyResponse) {
  const verdict = await verifyPasskey(deps, 'step-up', caller.userId, response);
  const result =
    verdict.reason === null &&
    (await inTransaction(deps.db, async (tx) => {
      if (!(await markPasskeyUsed(tx, verdict, deps.now()))) return null;
      return recordStepUp(tx, caller, 'passkey', deps.now());
    }));
  if (result) return result;
  await recordFailedStepUp(deps, caller, verdict.reason ?? 'passkey removed');
  const message = 'This passkey could not be used. Use another method.';
  throw new Problem('VALIDATION_ERROR', message, { errors: [{ field: 'passkey', message }] });
}

async function recordStepUp(
  tx: Tx,
  caller: Caller,
  by: 'password' | 'passkey' | CodeVerdict,
  now: Date,
): Promise<{ provedUntil: string }> {
  const isByPassword = by === 'password';
  const isOpen = await recordProof(tx, caller, { password: isByPassword, factor: !isByPassword }, now);
  if (!isOpen) throw new Problem('UNAUTHENTICATED', 'Please sign in.');
  const { userId } = caller;
  await recordAudit(tx, { actorId: userId, action: 'step up', subject: `user ${userId}`, after: { by } });
  return { provedUntil: new Date(now.getTime() + stepUpMinutes * minuteMs).toISOString() };
}

/** Audits a call rejected with STEP_UP_REQUIRED, at most once per minute and session or API token. */
export async function recordRequiredStepUp(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  { userId, sessionId, token }: Caller,
  call: string,
): Promise<void> {
  const after = { why: 'no recent proof', call };
  const entry = { actorId: userId, action: 'refuse step-up', subject: `user ${userId}`, after };
  if (token) return recordAuditOnce(db, String(Math.floor(now().getTime() / minuteMs)), entry);
  await inTransaction(db, async (tx) => {
    const time = now();
    const minuteAgo = new Date(time.getTime() - minuteMs);
    const isDue = or(isNull(sessions.stepUpRefusedAt), lt(sessions.stepUpRefusedAt, minuteAgo));
    const updated = await tx
      .update(sessions)
      .set({ stepUpRefusedAt: time })
      .where(and(eq(sessions.id, sessionId), isDue))
      .returning({ id: sessions.id });
    if (updated.length === 0) return;
    await recordAudit(tx, entry);
  });
}

async function recordFailedStepUp(
  { db }: Pick<Deps, 'db'>,
  { userId }: Caller,
  reason: string,
): Promise<void> {
  const entry = {
    actorId: userId,
    action: 'refuse step-up',
    subject: `user ${userId}`,
    after: { why: reason },
  };
  await inTransaction(db, (tx) => recordAudit(tx, entry));
}
