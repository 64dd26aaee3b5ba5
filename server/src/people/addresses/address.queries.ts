import type { SavedAddress } from '@reprise/contract/people/addresses';
import { desc, eq } from 'drizzle-orm';
import { formatAddress } from '../../foundations/address-formats/format-address.ts';
import type { Queryable } from '../../platform/database/database.ts';
import { addresses } from './addresses.tables.ts';

/** Returns the addresses, default first, then newest. */
export async function listAddresses(db: Queryable, userId: string): Promise<SavedAddress[]> {
  const rows = await db
    .select()
    .from(addresses)
    .where(eq(addresses.userId, userId))
    .orderBy(desc(addresses.isDefault), desc(addresses.createdAt), desc(addresses.id));
  return rows.map(({ userId: _user, createdAt: _created, ...address }) => ({
    ...address,
    lines: formatAddress(address),
  }));
}
