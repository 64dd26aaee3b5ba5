import { eq } from 'drizzle-orm';
import type { Tx } from '../platform/database.ts';
import { passkeyChallenges, passkeys } from './identity.tables.ts';
import { dropSecondFactor } from './second-factor.ts';

/**
 * Takes the second factor, its recovery codes and all passkeys of a user away: they may be somebody else's. Returns
 * whether there were any.
 */
export async function endAllFactors(tx: Tx, userId: string): Promise<boolean> {
  const hadSecondFactor = await dropSecondFactor(tx, userId);
  await tx.delete(passkeyChallenges).where(eq(passkeyChallenges.userId, userId));
  const removed = await tx.delete(passkeys).where(eq(passkeys.userId, userId)).returning({ id: passkeys.id });
  return hadSecondFactor || removed.length > 0;
}
