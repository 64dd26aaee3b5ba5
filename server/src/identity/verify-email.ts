import { eq } from 'drizzle-orm';
import { recordAudit } from '../platform/audit.ts';
import { inTransaction, type Tx } from '../platform/database.ts';
import type { Deps } from '../platform/deps.ts';
import { users } from './identity.tables.ts';
import { deadLink, findProofOwner, withdrawProofs } from './mailed-proof.ts';
import type { UserRow } from './user.queries.ts';

/** Gives a user the orders that guests placed with an address; handed in, because orders know users. */
export type ClaimOrders = (tx: Tx, userId: string, email: string) => Promise<void>;

/** Whoever holds a mailed proof has read the mail, so the address is theirs. The proof works once. */
export async function verifyEmail(
  deps: Pick<Deps, 'db' | 'now'>,
  claimOrders: ClaimOrders,
  token: string,
): Promise<void> {
  await inTransaction(deps.db, async (tx) => {
    const now = deps.now();
    const owner = await findProofOwner(tx, 'verify-email', token, now);
    if (!owner) throw deadLink();
    const [user] = await tx.select().from(users).where(eq(users.id, owner)).for('no key update');
    // Of two at once the second waited for the lock; a new address since then has withdrawn the proof.
    if (user?.status !== 'active' || (await findProofOwner(tx, 'verify-email', token, now)) !== owner) {
      throw deadLink();
    }
    await markEmailVerified(tx, claimOrders, user, now);
    await withdrawProofs(tx, owner, ['verify-email']);
    await recordAudit(tx, { actorId: owner, action: 'verify email', subject: `user ${owner}` });
  });
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
