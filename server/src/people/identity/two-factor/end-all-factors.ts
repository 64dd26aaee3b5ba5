import { eq } from 'drizzle-orm';
import type { Tx } from '../../../platform/database/database.ts';
import { endApiTokens } from '../api-tokens/end-api-tokens.ts';
import { passkeyChallenges, passkeys } from '../identity.tables.ts';
import { forgetDevices } from '../sessions/known-devices.ts';
import { deleteSecondFactor } from './second-factor.ts';

/**
 * Removes a user's second factor, recovery codes, passkeys, API tokens and known devices, which may be an
 * attacker's. Returns true if there was a second factor or a passkey.
 */
export async function endAllFactors(tx: Tx, userId: string): Promise<boolean> {
  await forgetDevices(tx, userId);
  const hadFactor = await deleteSecondFactor(tx, userId);
  await endApiTokens(tx, userId);
  return (await endPasskeys(tx, userId)) || hadFactor;
}

/** Removes a user's passkeys and open challenges; returns true if there was a passkey. */
export async function endPasskeys(tx: Tx, userId: string): Promise<boolean> {
  await tx.delete(passkeyChallenges).where(eq(passkeyChallenges.userId, userId));
  const removed = await tx.delete(passkeys).where(eq(passkeys.userId, userId)).returning({ id: passkeys.id });
  return removed.length > 0;
}
