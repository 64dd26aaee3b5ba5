import { and, eq, type SQL } from 'drizzle-orm';
import type { Queryable, Tx } from '../../../platform/database/database.ts';
import { newId } from '../../../platform/database/new-id.ts';
import { accounts, passwordProvider, users } from '../identity.tables.ts';
import type { UserRow } from '../user.queries.ts';

/** User with the stored hash of their password; null until they have chosen one. */
export type UserWithPassword = { user: UserRow; passwordHash: string | null };

export function findByEmail(db: Queryable, email: string): Promise<UserWithPassword | undefined> {
  return findWithPassword(db, eq(users.email, email));
}

export function findById(db: Queryable, userId: string): Promise<UserWithPassword | undefined> {
  return findWithPassword(db, eq(users.id, userId));
}

async function findWithPassword(db: Queryable, condition: SQL): Promise<UserWithPassword | undefined> {
  const [row] = await db
    .select({ user: users, passwordHash: accounts.password })
    .from(users)
    .leftJoin(accounts, and(eq(accounts.userId, users.id), eq(accounts.providerId, passwordProvider)))
    .where(condition);
  return row;
}

/** Stores the hash of a user's password. The caller has checked the password against the policy for this user. */
export async function setPassword(tx: Tx, userId: string, passwordHash: string, now: Date): Promise<void> {
  await tx
    .insert(accounts)
    .values({
      id: newId('acc'),
      userId,
      accountId: userId,
      providerId: passwordProvider,
      password: passwordHash,
      createdAt: now,
      updatedAt: now,
    })
    .onConflictDoUpdate({
      target: [accounts.userId, accounts.providerId],
      set: { password: passwordHash, updatedAt: now },
    });
  await tx.update(users).set({ passwordUnchecked: false }).where(eq(users.id, userId));
}

/** Deletes a user's password. They need a mailed link to set one before they can sign in with a password again. */
export async function deletePassword(tx: Tx, userId: string): Promise<void> {
  await tx
    .delete(accounts)
    .where(and(eq(accounts.userId, userId), eq(accounts.providerId, passwordProvider)));
}
