import type { SavedAddressInput } from '@reprise/contract/people/addresses';
import type { Tx } from '../../platform/database/database.ts';
import { newId } from '../../platform/database/new-id.ts';
import { addresses } from './addresses.tables.ts';

/** Gives new accounts their first address, which is the default. */
export async function addFirstAddresses(
  tx: Tx,
  first: { userId: string; address: SavedAddressInput }[],
  now: Date,
): Promise<void> {
  if (first.length === 0) return;
  await tx.insert(addresses).values(
    first.map(({ userId, address: { address2 = '', ...fields } }) => ({
      ...fields,
      id: newId('adr'),
      userId,
      address2,
      isDefault: true,
      createdAt: now,
    })),
  );
}
