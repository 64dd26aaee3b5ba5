import { and, eq } from 'drizzle-orm';
import type { Db } from '../../../platform/database/database.ts';
import { accounts, passwordProvider } from '../identity.tables.ts';
import { findById, type UserWithPassword } from './password-account.ts';
import { hashPassword, isOutdatedHash, isPassword } from './password-hash.ts';

/**
 * Replaces an outdated hash after its password was verified. The second of two concurrent sign-ins uses the hash of the
 * first; a password that was changed in between is never overwritten.
 */
export async function renewPasswordHash(
  db: Db,
  checked: UserWithPassword,
  password: string,
): Promise<UserWithPassword> {
  const { user, passwordHash: outdated } = checked;
  if (outdated === null || !isOutdatedHash(outdated)) return checked;
  const passwordHash = await hashPassword(password);
  const stored = await db
    .update(accounts)
    .set({ password: passwordHash })
    .where(
      and(
        eq(accounts.userId, user.id),
        eq(accounts.providerId, passwordProvider),
        eq(accounts.password, outdated),
      ),
    )
    .returning({ id: accounts.id });
  if (stored.length > 0) return { user, passwordHash };
  const current = await findById(db, user.id);
  const isCurrent = current && (await isPassword(password, current.passwordHash));
  // The outdated hash no longer equals the stored one, so the sign-in fails.
  return isCurrent ? current : checked;
}
