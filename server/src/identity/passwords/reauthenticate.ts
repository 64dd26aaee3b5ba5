import { Problem } from '@reprise/contract/problem';
import { eq } from 'drizzle-orm';
import { recordAudit } from '../../audit/record-audit.ts';
import type { Deps } from '../../deps.ts';
import { inTransaction, type Tx } from '../../platform/database/database.ts';
import { users } from '../identity.tables.ts';
import { type CodeVerdict, hasSecondFactor, refuseCode, takeCode } from '../two-factor/second-factor.ts';
import { type UserRow, userNotFound } from '../user.queries.ts';
import { checkCurrentPassword, wrongCurrentPassword } from './current-password.ts';
import { findById } from './password-account.ts';

/** Runs the work with the user's row locked, for somebody who knows the password of this very moment. */
async function reauthenticate<T>(
  { db }: Pick<Deps, 'db'>,
  userId: string,
  password: string,
  work: (tx: Tx, user: UserRow) => Promise<T>,
): Promise<T> {
  const checked = await findById(db, userId);
  if (!checked) throw userNotFound();
  await checkCurrentPassword({ db }, checked, password, 'currentPassword');
  return inTransaction(db, async (tx) => {
    const [user] = await tx.select().from(users).where(eq(users.id, userId)).for('no key update');
    if (!user) throw userNotFound();
    // The password may have been changed while it was being checked, perhaps by its owner.
    if ((await findById(tx, userId))?.passwordHash !== checked.passwordHash) {
      throw wrongCurrentPassword('currentPassword', 'This is not your password');
    }
    return work(tx, user);
  });
}

export type FactorProof = { currentPassword: string; code?: string | undefined };

/**
 * Runs the work with the user's row locked, for a caller who knows the password and, where a second factor is on, has
 * a code of it. The transaction commits a wrong code as well, because it is counted.
 */
export async function lockWithFactor<T>(
  deps: Pick<Deps, 'db' | 'now' | 'secret'>,
  userId: string,
  { currentPassword, code }: FactorProof,
  work: (tx: Tx, user: UserRow) => Promise<T>,
): Promise<T> {
  const outcome = await reauthenticate(deps, userId, currentPassword, async (tx, user) => {
    const verdict = await judgeCode(tx, deps, userId, code);
    return isRight(verdict) ? { verdict, result: await work(tx, user) } : { verdict };
  });
  refuseCode(outcome.verdict, 'VALIDATION_ERROR');
  return outcome.result as T;
}

const isRight = (verdict: CodeVerdict) => verdict === 'code' || verdict === 'recovery code';

/** `code` also for an account without a second factor, which has no code to give. */
async function judgeCode(
  tx: Tx,
  deps: Pick<Deps, 'now' | 'secret'>,
  userId: string,
  typed: string | undefined,
): Promise<CodeVerdict> {
  if (!(await hasSecondFactor(tx, userId))) return 'code';
  if (typed === undefined) {
    const message = 'Enter a code of your authenticator app, or a recovery code';
    throw new Problem('VALIDATION_ERROR', message, { errors: [{ field: 'code', message }] });
  }
  const verdict = await takeCode(tx, deps, userId, typed, deps.now());
  if (verdict === 'recovery code') {
    await recordAudit(tx, { actorId: userId, action: 'use recovery code', subject: `user ${userId}` });
  }
  return verdict;
}
