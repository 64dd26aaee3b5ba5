import { Problem } from '@reprise/contract/problem';
import { eq } from 'drizzle-orm';
import type { Queryable } from '../../platform/database/database.ts';
import { type Caller, hasPermission } from '../../platform/http/endpoint.ts';
import { users } from '../identity/identity.tables.ts';

/** Throws unless the account exists and the caller may see it: accounts of staff need a permission of their own. */
export async function assertCustomerVisible(db: Queryable, userId: string, caller: Caller): Promise<void> {
  const [user] = await db.select({ role: users.role }).from(users).where(eq(users.id, userId));
  const isVisible = user && (user.role === 'customer' || hasPermission(caller, 'staff.read'));
  if (!isVisible) throw new Problem('NOT_FOUND', 'This user does not exist.');
}
