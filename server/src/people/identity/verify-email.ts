import { Problem } from '@reprise/contract/problem';
import { eq } from 'drizzle-orm';
import type { Deps } from '../../deps.ts';
import { recordAudit } from '../../foundations/audit/record-audit.ts';
import { inTransaction, type Tx } from '../../platform/database/database.ts';
import { claimOrders } from '../../sales/orders/claim-orders.ts';
import { changeEmail } from './change-email.ts';
import { mapTakenEmail } from './create-user.ts';
import { mailEmailUndo } from './email-changes.ts';
import { users } from './identity.tables.ts';
import { expiredLink, findTokenOwner, revokeTokens } from './one-time-token.ts';
import type { UserRow } from './user.queries.ts';

/**
 * Verifies the caller's address, or their pending one, with a mailed single-use token. The caller must be signed in: the
 * click of an address's owner would otherwise verify an account that a stranger registered with it.
 */
export async function verifyEmail(
  deps: Pick<Deps, 'db' | 'now' | 'jobs'>,
  callerId: string,
  token: string,
): Promise<void> {
  const confirm = inTransaction(deps.db, async (tx) => {
    const now = deps.now();
    const [user] = await tx.select().from(users).where(eq(users.id, callerId)).for('no key update');
    // Read under the lock: the second of two concurrent calls finds the token used.
    const issued = await findEmailToken(tx, token, now);
    if (!issued || user?.status !== 'active') throw expiredLink();
    if (issued.userId !== callerId) throw wrongAccount();
    if (issued.purpose === 'email-change') await confirmPending(tx, deps, user, now);
    else await markEmailVerified(tx, user, now);
    await revokeTokens(tx, callerId, [issued.purpose]);
    const subject = `user ${callerId}`;
    await recordAudit(tx, { actorId: callerId, action: 'verify email', subject });
  });
  await mapTakenEmail(confirm);
}

type EmailPurpose = 'verify-email' | 'email-change';

async function findEmailToken(
  tx: Tx,
  token: string,
  now: Date,
): Promise<{ userId: string; purpose: EmailPurpose } | null> {
  for (const purpose of ['verify-email', 'email-change'] as const) {
    const userId = await findTokenOwner(tx, purpose, token, now);
    if (userId !== null) return { userId, purpose };
  }
  return null;
}

async function confirmPending(tx: Tx, deps: Pick<Deps, 'jobs'>, user: UserRow, now: Date): Promise<void> {
  const email = user.pendingEmail;
  if (email === null) throw expiredLink();
  await changeEmail(tx, user.id, { email, isConfirmed: true }, now);
  await mailEmailUndo(tx, deps, user, email, now);
  await claimOrders(tx, user.id, email);
}

function wrongAccount(): Problem {
  const message = 'This link belongs to another account. Sign in with the account that requested it.';
  return new Problem('WRONG_ACCOUNT', message);
}

/** Marks the address as verified. The caller has locked the user's row, so that the address cannot change in between. */
export async function markEmailVerified(
  tx: Tx,
  { id, email, confirmedAt }: UserRow,
  now: Date,
): Promise<void> {
  await tx
    .update(users)
    .set({ emailVerified: true, confirmedAt: confirmedAt ?? now, updatedAt: now })
    .where(eq(users.id, id));
  await claimOrders(tx, id, email);
}
