import type { TwoFactorSetup } from '@reprise/contract/people/identity/sign-in';
import type { Deps } from '../../../deps.ts';
import { recordAudit } from '../../../foundations/audit/record-audit.ts';
import { queueSecurityNotice } from '../../../foundations/notifications/security-notices.ts';
import { inTransaction } from '../../../platform/database/database.ts';
import type { Caller } from '../../../platform/http/endpoint.ts';
import { type FactorCredentials, reauthenticateWithFactor } from '../passwords/reauthenticate.ts';
import { endOtherSessions } from '../sessions/end-session.ts';
import { assertFactorProof, recordProof } from '../sessions/factor-proof.ts';
import { assertCodeAccepted, confirmSecret, offerSecret } from './second-factor.ts';

/** Returns a new secret for the caller's app. An account with a second factor needs a proof by it. */
export async function beginTwoFactor(
  deps: Pick<Deps, 'db' | 'now' | 'secret'>,
  caller: Caller,
  credentials: FactorCredentials,
): Promise<TwoFactorSetup> {
  return reauthenticateWithFactor(deps, caller, credentials, (tx, user) => offerSecret(tx, deps, user));
}

/**
 * Turns the new secret on with its first code; ends the caller's other sessions, opened without it. The proof is checked
 * again: the secret may have been offered before the account got a passkey.
 */
export async function confirmTwoFactor(
  deps: Pick<Deps, 'db' | 'now' | 'jobs' | 'secret'>,
  caller: Caller,
  code: string,
): Promise<string[]> {
  const { verdict, recoveryCodes } = await inTransaction(deps.db, async (tx) => {
    const now = deps.now();
    await assertFactorProof({ db: tx, now: deps.now }, caller);
    const confirmed = await confirmSecret(tx, deps, caller.userId, code, now);
    if (confirmed.verdict !== 'code') return confirmed;
    await recordProof(tx, caller, { factor: true }, now);
    await endOtherSessions(tx, caller);
    const subject = `user ${caller.userId}`;
    await recordAudit(tx, { actorId: caller.userId, action: 'set up two-factor', subject });
    await queueSecurityNotice(
      tx,
      deps,
      caller.userId,
      { notice: 'two-factor-on', subject: caller.userId },
      now,
    );
    return confirmed;
  });
  assertCodeAccepted(verdict, 'VALIDATION_ERROR');
  return recoveryCodes;
}
