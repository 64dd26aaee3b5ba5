import type { TwoFactorSetup } from '@reprise/contract/identity/identity';
import { recordAudit } from '../../audit/record-audit.ts';
import type { Deps } from '../../deps.ts';
import { queueSecurityNotice } from '../../notifications/security-notices.ts';
import { inTransaction } from '../../platform/database/database.ts';
import type { Caller } from '../../platform/http/endpoint.ts';
import { type FactorProof, lockWithFactor } from '../passwords/reauthenticate.ts';
import { endOtherSessions } from '../sessions/end-session.ts';
import { confirmSecret, offerSecret, refuseCode } from './second-factor.ts';

/** Shows a new secret for the caller's app. A factor that is on must agree to being replaced. */
export async function beginTwoFactor(
  deps: Pick<Deps, 'db' | 'now' | 'secret'>,
  { userId }: Caller,
  proof: FactorProof,
): Promise<TwoFactorSetup> {
  return lockWithFactor(deps, userId, proof, (tx, user) => offerSecret(tx, deps, user));
}

/** The first code of it turns the new secret on and ends the sessions that were opened without. */
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
  refuseCode(verdict, 'VALIDATION_ERROR');
  return recoveryCodes;
}
