import { eq, inArray, or } from 'drizzle-orm';
import { users } from '../identity/identity.tables.ts';
import type { Tx } from '../platform/database.ts';
import { productAlerts } from './alerts.tables.ts';

/** Nobody is written to any more, also where the address was given without signing in. */
export async function eraseUserFromAlerts(tx: Tx, userId: string): Promise<void> {
  const address = tx.select({ email: users.email }).from(users).where(eq(users.id, userId));
  await tx
    .delete(productAlerts)
    .where(or(eq(productAlerts.userId, userId), inArray(productAlerts.email, address)));
}
