import type { CheckedImport } from '@reprise/contract/foundations/checked-import';
import { maxImportedCustomers } from '@reprise/contract/moving-in/customer-imports';
import { inArray } from 'drizzle-orm';
import type { Deps } from '../../deps.ts';
import { readSettings } from '../../foundations/settings/settings.queries.ts';
import { type Effect, importChecked } from '../../foundations/spreadsheets/checked-import.ts';
import { addFirstAddresses } from '../../people/addresses/add-first-addresses.ts';
import { tagNewCustomers } from '../../people/customers/customer-tags.ts';
import { addImportedCustomers } from '../../people/identity/add-imported-customers.ts';
import { users } from '../../people/identity/identity.tables.ts';
import type { Queryable, Tx } from '../../platform/database/database.ts';
import type { UploadedFile } from '../../platform/http/endpoint.ts';
import { firstPastOrders } from '../../sales/past-orders/past-orders.queries.ts';
import { type ReadCustomer, readCustomerExport } from './read-customer-export.ts';

/**
 * Says which accounts a file would add, and adds them if `isApplied`. A customer is known by their email; the account of
 * one that is known stays as it is. Throws VALIDATION_ERROR for a file that cannot be read.
 */
export async function importCustomers(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  { actorId, ...input }: { file: UploadedFile; isApplied: boolean; actorId: string },
): Promise<CheckedImport> {
  const settings = await readSettings(db);
  return importChecked(
    { db },
    {
      ...input,
      maxRows: maxImportedCustomers,
      read: (names, rows) => readCustomerExport(names, rows, settings),
      effectsOf,
      store: (tx, _shop, customers) => store(tx, customers, now()),
      audit: { actorId, action: 'import customers', subject: 'customers of another shop' },
    },
  );
}

async function effectsOf(db: Queryable, _shop: string, customers: ReadCustomer[]): Promise<Effect[]> {
  const emails = customers.map(({ email }) => email);
  const known = await db.select({ email: users.email }).from(users).where(inArray(users.email, emails));
  const isKnown = new Set(known.map(({ email }) => email));
  return customers.map(({ email }) => (isKnown.has(email) ? 'same' : 'added'));
}

async function store(tx: Tx, customers: ReadCustomer[], now: Date): Promise<Effect[]> {
  const firstOrders = await firstPastOrders(
    tx,
    customers.map(({ email }) => email),
  );
  const rows = customers.map(({ name, email, phone, joinedAt }) => {
    const createdAt = joinedAt ?? firstOrders.get(email) ?? now;
    return { name, email, phone, createdAt };
  });
  const ids = await addImportedCustomers(tx, rows, now);
  const added = customers.flatMap((customer) => {
    const userId = ids.get(customer.email);
    return userId === undefined ? [] : { ...customer, userId };
  });
  await addFirstAddresses(
    tx,
    added.flatMap(({ userId, address }) => (address ? { userId, address } : [])),
    now,
  );
  await tagNewCustomers(
    tx,
    added.flatMap(({ userId, tags }) => tags.map((tag) => ({ userId, tag }))),
    now,
  );
  return customers.map(({ email }) => (ids.has(email) ? 'added' : 'same'));
}
