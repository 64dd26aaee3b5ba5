import { eq } from 'drizzle-orm';
import type { Tx } from '../../platform/database/database.ts';
import { sessions, users } from './identity.tables.ts';
import { revokeTokens } from './one-time-token.ts';
import { deletePassword } from './passwords/password-account.ts';
import { endAllFactors } from './two-factor/end-all-factors.ts';

/**
 * Ends every way into an account: password, second factor, passkeys, API tokens, known devices, mailed links and
 * sessions. Its mailbox can choose a new password.
 */
export async function endAllAccess(tx: Tx, userId: string): Promise<void> {
  await endAllFactors(tx, userId);
  await deletePassword(tx, userId);
  await tx.update(users).set({ pendingEmail: null }).where(eq(users.id, userId));
  await revokeTokens(tx, userId);
  await tx.delete(sessions).where(eq(sessions.userId, userId));
}
