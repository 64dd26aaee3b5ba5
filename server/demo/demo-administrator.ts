import { and, eq } from 'drizzle-orm';
import { users } from '../src/people/identity/identity.tables.ts';
import type { Queryable } from '../src/platform/database/database.ts';
import { type Environment, isLoopback } from '../src/platform/environment.ts';
import { demoEmails } from './demo-accounts.ts';

/** True if the shop is public and its demo administrator is active. */
export async function isDemoAdministratorExposed(
  db: Queryable,
  { publicUrl }: Pick<Environment, 'publicUrl'>,
): Promise<boolean> {
  if (isLoopback(new URL(publicUrl).hostname)) return false;
  const [active] = await db
    .select({ id: users.id })
    .from(users)
    .where(
      and(eq(users.email, demoEmails.administrator), eq(users.role, 'admin'), eq(users.status, 'active')),
    );
  return active !== undefined;
}
