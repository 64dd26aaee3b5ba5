import { eq, sql } from 'drizzle-orm';
import type { Tx } from '../../platform/database/database.ts';
import { users } from './identity.tables.ts';
import { revokeTokens } from './one-time-token.ts';

type NewEmail = { email: string; isConfirmed: boolean };

/**
 * Changes a user's email and revokes links mailed to the old address; the only function that does. Throws a unique
 * violation for a taken address (see `emailIsTaken`); the caller has locked the user's row.
 */
export async function changeEmail(
  tx: Tx,
  userId: string,
  { email, isConfirmed }: NewEmail,
  now: Date,
): Promise<void> {
  await tx
    .update(users)
    .set({
      email,
      emailVerified: isConfirmed,
      ...(isConfirmed && {
        confirmedAt: sql`coalesce(${users.confirmedAt}, ${now.toISOString()}::timestamptz)`,
      }),
      pendingEmail: null,
      updatedAt: now,
    })
    .where(eq(users.id, userId));
  await revokeTokens(tx, userId);
}
