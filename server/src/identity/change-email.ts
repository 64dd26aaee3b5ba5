import { eq } from 'drizzle-orm';
import type { Tx } from '../platform/database/database.ts';
import { users } from './identity.tables.ts';
import { revokeTokens } from './one-time-token.ts';

type NewEmail = { email: string; isConfirmed: boolean };

/**
 * The one place where a user's e-mail changes. Links that were mailed to the old address stop working. An address of
 * another user breaks a unique constraint, see `emailIsTaken`; the caller has locked the user's row.
 */
export async function changeEmail(
  tx: Tx,
  userId: string,
  { email, isConfirmed }: NewEmail,
  now: Date,
): Promise<void> {
  await tx
    .update(users)
    .set({ email, emailVerified: isConfirmed, pendingEmail: null, updatedAt: now })
    .where(eq(users.id, userId));
  await revokeTokens(tx, userId);
}
