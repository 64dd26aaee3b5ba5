import { Problem } from '@reprise/contract/problem';
import { eq } from 'drizzle-orm';
import { recordAudit } from '../audit/record-audit.ts';
import type { Deps } from '../deps.ts';
import { inTransaction, type Tx } from '../platform/database/database.ts';
import { changeEmail } from './change-email.ts';
import { refuseTakenEmail } from './create-user.ts';
import { mailEmailUndo } from './email-changes.ts';
import { users } from './identity.tables.ts';
import { deadLink, findTokenOwner, revokeTokens } from './one-time-token.ts';
import type { UserRow } from './user.queries.ts';

/** Gives a user the orders that guests placed with an address; handed in, because orders know users. */
export type ClaimOrders = (tx: Tx, userId: string, email: string) => Promise<void>;

/**
 * Confirms the caller's address, or their pending one, with a mailed token that works once. The token alone is not
 * enough: whoever opens an account with somebody else's address would have it confirmed by its owner's click.
 */
export async function verifyEmail(
  deps: Pick<Deps, 'db' | 'now' | 'jobs'>,
  claimOrders: ClaimOrders,
  callerId: string,
  token: string,
): Promise<void> {
  const confirm = inTransaction(deps.db, async (tx) => {
    const now = deps.now();
    const [user] = await tx.select().from(users).where(eq(users.id, callerId)).for('no key update');
    // Read under the lock: of two at once the second finds the proof used.
    const proof = await findEmailProof(tx, token, now);
    if (!proof || user?.status !== 'active') throw deadLink();
    if (proof.userId !== callerId) throw wrongAccount();
    if (proof.purpose === 'email-change') await confirmPending(tx, deps, claimOrders, user, now);
    else await markEmailVerified(tx, claimOrders, user, now);
    await revokeTokens(tx, callerId, [proof.purpose]);
    const subject = `user ${callerId}`;
    await recordAudit(tx, { actorId: callerId, action: 'verify email', subject });
  });
  await refuseTakenEmail(confirm);
}

type EmailPurpose = 'verify-email' | 'email-change';

async function findEmailProof(
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

async function confirmPending(
  tx: Tx,
  deps: Pick<Deps, 'jobs'>,
  claimOrders: ClaimOrders,
  user: UserRow,
  now: Date,
): Promise<void> {
  const email = user.pendingEmail;
  if (email === null) throw deadLink();
  await changeEmail(tx, user.id, { email, isConfirmed: true }, now);
  await mailEmailUndo(tx, deps, user, email, now);
  await claimOrders(tx, user.id, email);
}

function wrongAccount(): Problem {
  const message = 'This link belongs to another account. Sign in with the account that asked for it.';
  return new Problem('WRONG_ACCOUNT', message);
}

/** The user's row is locked by the caller, so that the address stays the one that was proved. */
export async function markEmailVerified(
  tx: Tx,
  claimOrders: ClaimOrders,
  { id, email }: UserRow,
  now: Date,
): Promise<void> {
  await tx.update(users).set({ emailVerified: true, updatedAt: now }).where(eq(users.id, id));
  await claimOrders(tx, id, email);
}
