import { Problem } from '@reprise/contract/problem';
import { eq } from 'drizzle-orm';
import type { Deps } from '../../../deps.ts';
import { recordAudit } from '../../../foundations/audit/record-audit.ts';
import { inTransaction, type Tx } from '../../../platform/database/database.ts';
import type { Caller } from '../../../platform/http/endpoint.ts';
import { users } from '../identity.tables.ts';
import { assertFactorProof, recordProof } from '../sessions/factor-proof.ts';
import {
  assertCodeAccepted,
  type CodeVerdict,
  consumeCode,
  hasSecondFactor,
} from '../two-factor/second-factor.ts';
import { type UserRow, userNotFound } from '../user.queries.ts';
import { assertCurrentPassword, wrongCurrentPassword } from './current-password.ts';
import { findById } from './password-account.ts';

/** Checks the current password, then runs the work with the user's row locked. */
async function reauthenticate<T>(
  { db }: Pick<Deps, 'db'>,
  userId: string,
  password: string,
  work: (tx: Tx, user: UserRow) => Promise<T>,
): Promise<T> {
  const checked = await findById(db, userId);
  if (!checked) throw userNotFound();
  await assertCurrentPassword({ db }, checked, password, 'currentPassword');
  return inTransaction(db, async (tx) => {
    const [user] = await tx.select().from(users).where(eq(users.id, userId)).for('no key update');
    if (!user) throw userNotFound();
    // Check again under the lock: the password may have changed in between, perhaps by the account's owner.
    if ((await findById(tx, userId))?.passwordHash !== checked.passwordHash) {
      throw wrongCurrentPassword('currentPassword', 'This is not your password');
    }
    return work(tx, user);
  });
}

export type FactorCredentials = { currentPassword: string; code?: string | undefined };

/**
 * Checks the current password and the second factor, then runs the work with the user's row locked: a code if the account
 * has an app, else a step-up by a passkey if it has one. The transaction also commits after a wrong code, because it
 * counts it.
 */
export async function reauthenticateWithFactor<T>(
  deps: Pick<Deps, 'db' | 'now' | 'secret'>,
  caller: Pick<Caller, 'userId' | 'sessionId'>,
  { currentPassword, code }: FactorCredentials,
  work: (tx: Tx, user: UserRow) => Promise<T>,
): Promise<T> {
  const outcome = await reauthenticate(deps, caller.userId, currentPassword, async (tx, user) => {
    const hasApp = await hasSecondFactor(tx, caller.userId);
    const verdict = hasApp ? await verifyFactorCode(tx, deps, caller.userId, code) : 'code';
    if (!isAccepted(verdict)) return { verdict };
    await recordProof(tx, caller, { password: true, factor: hasApp }, deps.now());
    if (!hasApp) await assertFactorProof({ db: tx, now: deps.now }, caller);
    return { verdict, result: await work(tx, user) };
  });
  assertCodeAccepted(outcome.verdict, 'VALIDATION_ERROR');
  return outcome.result as T;
}

const isAccepted = (verdict: CodeVerdict) => verdict === 'code' || verdict === 'recovery code';

async function verifyFactorCode(
  tx: Tx,
  deps: Pick<Deps, 'now' | 'secret'>,
  userId: string,
  code: string | undefined,
): Promise<CodeVerdict> {
  if (code === undefined) {
    const message = 'Enter a code from your authenticator app, or a recovery code';
    throw new Problem('VALIDATION_ERROR', message, { errors: [{ field: 'code', message }] });
  }
  const verdict = await consumeCode(tx, deps, userId, code, deps.now());
  if (verdict === 'recovery code') {
    await recordAudit(tx, { actorId: userId, action: 'use recovery code', subject: `user ${userId}` });
  }
  return verdict;
}
