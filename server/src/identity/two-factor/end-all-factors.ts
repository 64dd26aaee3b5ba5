import { eq } from 'drizzle-orm';
import type { Tx } from '../../platform/database/database.ts';
import { passkeyChallenges, passkeys } from '../identity.tables.ts';
import { forgetDevices } from '../sessions/known-devices.ts';
import { dropSecondFactor } from './second-factor.ts';

/**
 * Removes the second factor, its recovery codes, all passkeys and known devices of a user: they may be somebody
 * else's. Returns whether there were factors or passkeys.
 */
export async function endAllFactors(tx: Tx, userId: string): Promise<boolean> {
  await forgetDevices(tx, userId);
  const hadSecondFactor = await dropSecondFactor(tx, userId);
  await tx.delete(passkeyChallenges).where(eq(passkeyChallenges.userId, userId));
  const removed = await tx.delete(passkeys).where(eq(passkeys.userId, userId)).returning({ id: passkeys.id });
  return hadSecondFactor || removed.length > 0;
}
