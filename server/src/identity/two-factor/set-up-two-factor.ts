import type { TwoFactorSetup } from '@reprise/contract/identity/sign-in';
import { recordAudit } from '../../audit/record-audit.ts';
import type { Deps } from '../../deps.ts';
import { queueSecurityNotice } from '../../notifications/security-notices.ts';
import { inTransaction } from '../../platform/database/database.ts';
import type { Caller } from '../../platform/http/endpoint.ts';
import { type FactorCredentials, reauthenticateWithFactor } from '../passwords/reauthenticate.ts';
import { endOtherSessions } from '../sessions/end-session.ts';
import { assertCodeAccepted, confirmSecret, offerSecret } from './second-factor.ts';

/** Returns a new secret for the caller's app. Replacing a second factor requires a code of the old one. */
export async function beginTwoFactor(
  deps: Pick<Deps, 'db' | 'now' | 'secret'>,
  { userId }: Caller,
  credentials: FactorCredentials,
): Promise<TwoFactorSetup> {
  return reauthenticateWithFactor(deps, userId, credentials, (tx, user) => offerSecret(tx, deps, user));
}

/** Turns the new secret on with its first code; ends the caller's other sessions, opened without it. */
export async function confirmTwoFactor(
  deps: Pick<Deps, 'db' | 'now' | 'jobs' | 'secret'>,
  caller: Caller,
  code: string,
): Promise<string[]> {
  const { verdict, recoveryCodes } = await inTransaction(deps.db, async (tx) => {
    const confirmed = await confirmSecret(tx, deps, caller.userId, code, deps.now());
    if (confirmed.verdict !== 'code') return confirmed;
    await endOtherSessions(tx, caller);
    const subject = `user ${caller.userId}`;
    await recordAudit(tx, { actorId: caller.userId, action: 'set up two-factor', subject });
    await queueSecurityNotice(tx, deps, caller.userId, { notice: 'two-factor-on' }, deps.now());
    return confirmed;
  });
  assertCodeAccepted(verdict, 'VALIDATION_ERROR');
  return recoveryCodes;
}
