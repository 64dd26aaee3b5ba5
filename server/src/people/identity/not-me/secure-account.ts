import { eq } from 'drizzle-orm';
import type { Deps } from '../../../deps.ts';
import type { Tx } from '../../../platform/database/database.ts';
import { passkeyChallenges, sessions, users } from '../identity.tables.ts';
import { revokeTokens } from '../one-time-token.ts';
import { deletePassword } from '../passwords/password-account.ts';
import { mailResetLink } from '../passwords/request-password-reset.ts';
import { forgetDevices } from '../sessions/known-devices.ts';
import type { UserRow } from '../user.queries.ts';

/**
 * Ends sessions, password, known devices and mailed links of an account that a stranger uses, and mails a link to
 * choose a new password. That page removes what else opens the account. The caller has locked the user's row.
 */
export async function secureAccount(
  tx: Tx,
  deps: Pick<Deps, 'jobs' | 'secret'>,
  { id, status }: Pick<UserRow, 'id' | 'status'>,
  now: Date,
  { isMailed }: { isMailed: boolean },
): Promise<void> {
  await deletePassword(tx, id);
  await forgetDevices(tx, id);
  await revokeTokens(tx, id);
  await tx.update(users).set({ pendingEmail: null }).where(eq(users.id, id));
  await tx.delete(passkeyChallenges).where(eq(passkeyChallenges.userId, id));
  await tx.delete(sessions).where(eq(sessions.userId, id));
  if (isMailed && status === 'active') await mailResetLink(tx, deps, { id }, now);
}
