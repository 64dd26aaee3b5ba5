import { sql } from 'drizzle-orm';
import type { Tx } from '../../platform/database/database.ts';
import { newId } from '../../platform/database/new-id.ts';
import { users } from './identity.tables.ts';

export type ImportedCustomer = {
  name: string;
  /** Lower case. */
  email: string;
  phone: string | null;
  createdAt: Date;
};

/**
 * Adds customers without a password or a mail; the owner of an email chooses a password by “Forgot password”. Causes no
 * webhook. Existing accounts stay as they are. Returns the ids of the new ones by email.
 */
export async function addImportedCustomers(
  tx: Tx,
  customers: ImportedCustomer[],
  now: Date,
): Promise<Map<string, string>> {
  // Read by the trigger that writes the webhooks of customers.
  await tx.execute(sql`select set_config('reprise.is_import', 'on', true)`);
  // In one order, so that two imports at once do not wait for each other.
  const sorted = customers.toSorted((a, b) => (a.email < b.email ? -1 : 1));
  const added = await tx
    .insert(users)
    .values(sorted.map((customer) => ({ id: newId('usr'), ...customer, updatedAt: now })))
    .onConflictDoNothing({ target: users.email })
    .returning({ id: users.id, email: users.email });
  return new Map(added.map(({ id, email }) => [email, id]));
}
