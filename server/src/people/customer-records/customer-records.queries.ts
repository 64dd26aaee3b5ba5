import type { CallInput, CallOutput, FileResponse } from '@reprise/contract/endpoint';
import { toMajorUnits } from '@reprise/contract/money';
import { pageOf, paginationOf } from '@reprise/contract/paging';
import type {
  Customer,
  CustomerDetails,
  customerRecordEndpoints,
} from '@reprise/contract/people/customer-records';
import { Problem } from '@reprise/contract/problem';
import { type SQL, sql } from 'drizzle-orm';
import type { Deps } from '../../deps.ts';
import { storeCsvFile } from '../../foundations/settings/store-csv.ts';
import { type CsvValue, phoneCell } from '../../platform/csv.ts';
import type { Queryable } from '../../platform/database/database.ts';
import { type Caller, hasPermission } from '../../platform/http/endpoint.ts';
import {
  findPerson,
  type Person,
  readPersonTotals,
  readUsedAddresses,
} from '../../sales/orders/customers/customer.queries.ts';
import {
  type CustomerFilters,
  listOrderingCustomers,
  type OrderingCustomer,
  readOrderingCustomers,
} from '../../sales/orders/customers/customer-list.queries.ts';
import { listAddresses } from '../addresses/address.queries.ts';
import { assertCustomerVisible } from '../customers/assert-customer-visible.ts';
import { hasTag } from '../customers/customer-tags.ts';
import { users } from '../identity/identity.tables.ts';
import { findUserRecord, readTagsOf } from '../identity/user.queries.ts';

type Query = NonNullable<CallInput<typeof customerRecordEndpoints.listCustomers>['query']>;

export async function listCustomers(
  db: Queryable,
  query: Query,
  caller: Caller,
): Promise<CallOutput<typeof customerRecordEndpoints.listCustomers>> {
  const { page, limit } = pageOf(query);
  const filters = { ...query, ...filtersFor(query, caller) };
  const { customers, total, isPartial } = await listOrderingCustomers(db, filters);
  const pagination = paginationOf(page, limit, total);
  return { customers: await withTags(db, customers), pagination, isPartial };
}

/** Returns the filters with the tag, and without the accounts of staff for callers who may not see them. */
function filtersFor({ search, kind, tag }: Query, caller: Caller): CustomerFilters {
  const isCustomer = (accountId: SQL) =>
    sql`(${accountId} is null or ${accountId} in (select ${users.id} from ${users} where ${users.role} = 'customer'))`;
  return {
    search,
    kind,
    conditions: [
      ...(tag === undefined ? [] : [(accountId: SQL) => hasTag(accountId, tag.toLowerCase())]),
      ...(hasPermission(caller, 'staff.read') ? [] : [isCustomer]),
    ],
  };
}

async function withTags(db: Queryable, listed: OrderingCustomer[]): Promise<Customer[]> {
  const tags = await readTagsOf(
    db,
    listed.flatMap(({ accountId }) => accountId ?? []),
  );
  return listed.map(({ accountId, firstOrderId, lastOrderAt, ...customer }) => ({
    ...customer,
    id: accountId ?? firstOrderId,
    userId: accountId,
    lastOrderAt: lastOrderAt.toISOString(),
    tags: tags.get(accountId ?? '')?.map(({ tag }) => tag) ?? [],
  }));
}

/** Returns the person whom the caller may see; throws NOT_FOUND for an unknown or erased one. */
export async function findVisiblePerson(db: Queryable, reference: string, caller: Caller): Promise<Person> {
  const person = await findPerson(db, reference);
  if (!person) throw new Problem('NOT_FOUND', 'This customer does not exist.');
  if (person.accountId !== null) await assertCustomerVisible(db, person.accountId, caller);
  return person;
}

export async function readCustomer(
  db: Queryable,
  reference: string,
  caller: Caller,
): Promise<CustomerDetails> {
  const person = await findVisiblePerson(db, reference, caller);
  const { accountId, email } = person;
  const account = accountId === null ? null : await findUserRecord(db, accountId);
  const totals = await readPersonTotals(db, person);
  const usedAddresses = await readUsedAddresses(db, person);
  const [lastAddress] = usedAddresses;
  return {
    id: accountId ?? totals.firstOrderId ?? reference,
    userId: accountId,
    name: account?.name ?? lastAddress?.name ?? email,
    email,
    emailVerified: account?.emailVerified ?? null,
    phone: account?.phone || (lastAddress?.phone ?? ''),
    orders: totals.orders,
    spent: totals.spent,
    firstOrderAt: totals.firstOrderAt?.toISOString() ?? null,
    lastOrderAt: totals.lastOrderAt?.toISOString() ?? null,
    address: lastAddress ?? null,
    tags: account?.tags ?? [],
    account,
    usedAddresses,
    savedAddresses: accountId === null ? [] : await listAddresses(db, accountId),
  };
}

type ExportDeps = Pick<Deps, 'db' | 'now' | 'withReportConnection'>;

/** Returns the customers of the list as a CSV file, last order first. */
export function exportCustomers(deps: ExportDeps, query: Query, caller: Caller): Promise<FileResponse> {
  const head = columns.map(([title]) => title);
  return storeCsvFile(deps, 'customers', { head, batches: linesOf(deps, filtersFor(query, caller)) });
}

async function* linesOf(deps: ExportDeps, filters: CustomerFilters): AsyncGenerator<CsvValue[][]> {
  for await (const batch of readOrderingCustomers(deps, filters)) {
    const customers = await withTags(deps.db, batch);
    yield customers.map((customer) => columns.map(([, value]) => value(customer)));
  }
}

const columns: [title: string, value: (customer: Customer) => CsvValue][] = [
  ['Name', ({ name }) => name],
  ['Email', ({ email }) => email],
  ['Phone', ({ phone }) => phoneCell(phone)],
  ['Account', ({ userId }) => (userId === null ? 'no' : 'yes')],
  ['Orders', ({ orders }) => orders],
  ['Spent', ({ spent }) => toMajorUnits(spent)],
  ['Last order', ({ lastOrderAt }) => lastOrderAt && new Date(lastOrderAt)],
  ['First name', ({ address }) => address?.firstName ?? ''],
  ['Last name', ({ address }) => address?.lastName ?? ''],
  ['Address', ({ address }) => address?.address ?? ''],
  ['Address 2', ({ address }) => address?.address2 ?? ''],
  ['City', ({ address }) => address?.city ?? ''],
  ['State', ({ address }) => address?.state ?? ''],
  ['ZIP', ({ address }) => address?.zipCode ?? ''],
  ['Country', ({ address }) => address?.country ?? ''],
  ['Tags', ({ tags }) => tags.join(', ')],
];
