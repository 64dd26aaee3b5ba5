import { and, eq } from 'drizzle-orm';
import type { Db } from '../../platform/database/database.ts';
import { accounts, passwordProvider } from '../identity.tables.ts';
import { findById, type UserWithPassword } from './password-account.ts';
import { hashPassword, isOutdatedHash, isPassword } from './password-hash.ts';

/**
 * Stores a hash of the present cost for a user whose password was just checked. Of two sign-ins at once one stores its
 * hash and the other takes that one over; a password that was changed in between is never overwritten.
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
  const fits = current && (await isPassword(password, current.passwordHash));
  // Unrenewed it no longer equals what is stored, so the sign-in is refused.
  return fits ? current : checked;
}
