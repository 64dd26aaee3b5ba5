import { eq } from 'drizzle-orm';
import type { Tx } from '../../platform/database/database.ts';
import { users } from './identity.tables.ts';

/** Deletes all customers with what belongs to their accounts. For the removal of the demo, which deletes their orders too. */
export async function deleteCustomers(tx: Tx): Promise<void> {
  await tx.delete(users).where(eq(users.role, 'customer'));
}
