import { addressLimit, type SavedAddress, type SavedAddressInput } from '@reprise/contract/people/addresses';
import { Problem } from '@reprise/contract/problem';
import { and, eq } from 'drizzle-orm';
import type { Deps } from '../../deps.ts';
import { inTransaction, type Tx } from '../../platform/database/database.ts';
import { newId } from '../../platform/database/new-id.ts';
import { users } from '../identity/identity.tables.ts';
import { listAddresses } from './address.queries.ts';
import { addresses } from './addresses.tables.ts';

/** Saves an address unless an identical one exists; throws ADDRESSES_FULL above the limit. */
export async function addAddress(
  deps: Pick<Deps, 'db' | 'now'>,
  userId: string,
  { isDefault = false, address2 = '', ...rest }: SavedAddressInput,
): Promise<SavedAddress[]> {
  const fields = { ...rest, address2 };
  return inTransaction(deps.db, async (tx) => {
    const before = await lockAddresses(tx, userId);
    const existing = before.find((address) => isSame(address, fields));
    if (!existing && before.length >= addressLimit) {
      const message = `An account can have up to ${addressLimit} addresses. Remove one to add another.`;
      throw new Problem('ADDRESSES_FULL', message);
    }
    const id = existing?.id ?? newId('adr');
    if (!existing) await tx.insert(addresses).values({ id, userId, ...fields, createdAt: deps.now() });
    if (isDefault || before.length === 0) await makeDefault(tx, userId, id);
    return listAddresses(tx, userId);
  });
}

export async function changeAddress(
  deps: Pick<Deps, 'db'>,
  userId: string,
  id: string,
  { isDefault = false, address2 = '', ...rest }: SavedAddressInput,
): Promise<SavedAddress[]> {
  return inTransaction(deps.db, async (tx) => {
    const before = await lockAddresses(tx, userId);
    if (!before.some((address) => address.id === id)) throw addressNotFound();
    await tx
      .update(addresses)
      .set({ ...rest, address2 })
      .where(eq(addresses.id, id));
    if (isDefault) await makeDefault(tx, userId, id);
    return listAddresses(tx, userId);
  });
}

export async function removeAddress(
  deps: Pick<Deps, 'db'>,
  userId: string,
  id: string,
): Promise<SavedAddress[]> {
  return inTransaction(deps.db, async (tx) => {
    const before = await lockAddresses(tx, userId);
    const removed = before.find((address) => address.id === id);
    if (!removed) throw addressNotFound();
    await tx.delete(addresses).where(eq(addresses.id, id));
    const next = before.find((address) => address.id !== id);
    if (removed.isDefault && next) await makeDefault(tx, userId, next.id);
    return listAddresses(tx, userId);
  });
}

/** Removes all addresses of an account. */
export async function removeAddresses(tx: Tx, userId: string): Promise<void> {
  await tx.delete(addresses).where(eq(addresses.userId, userId));
}

/** Locks the account, so that concurrent changes cannot exceed the limit or set two defaults. */
async function lockAddresses(tx: Tx, userId: string): Promise<SavedAddress[]> {
  const rows = await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('no key update');
  if (rows.length === 0) throw new Problem('UNAUTHENTICATED', 'Please sign in.');
  return listAddresses(tx, userId);
}

async function makeDefault(tx: Tx, userId: string, id: string): Promise<void> {
  const current = and(eq(addresses.userId, userId), eq(addresses.isDefault, true));
  await tx.update(addresses).set({ isDefault: false }).where(current);
  await tx.update(addresses).set({ isDefault: true }).where(eq(addresses.id, id));
}

function isSame(saved: SavedAddress, input: Omit<SavedAddressInput, 'isDefault'>): boolean {
  return (Object.keys(input) as (keyof typeof input)[]).every((field) => saved[field] === input[field]);
}

function addressNotFound(): Problem {
  return new Problem('NOT_FOUND', 'Address not found.');
}
