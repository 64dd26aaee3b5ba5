import type { CustomerData } from '@reprise/contract/people/customer-records';
import { Problem } from '@reprise/contract/problem';
import type { Deps } from '../../deps.ts';
import { recordAudit } from '../../foundations/audit/record-audit.ts';
import { inTransaction, type Queryable } from '../../platform/database/database.ts';
import type { Caller } from '../../platform/http/endpoint.ts';
import type { Person } from '../../sales/orders/customers/customer.queries.ts';
import { findUserRecord } from '../identity/user.queries.ts';
import { type EraseGuest, eraseWithRequests } from '../privacy/guest-data.ts';
import { findVisiblePerson } from './customer-records.queries.ts';

/** Reads a person's data in other slices; passed in, so that this slice imports none of them. */
export type ReadCustomerData = (
  db: Queryable,
  customer: { email: string; account: { id: string; email: string; emailVerified: boolean } | null },
) => Promise<Omit<CustomerData, 'exportedAt' | 'email' | 'profile'>>;

/** Returns the personal data of a customer, and records who read it. */
export async function exportCustomerData(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  readData: ReadCustomerData,
  reference: string,
  caller: Caller,
): Promise<CustomerData> {
  return inTransaction(db, async (tx) => {
    const person = await findVisiblePerson(tx, reference, caller);
    const { accountId, email } = person;
    const profile = accountId === null ? null : await findUserRecord(tx, accountId);
    const entry = { actorId: caller.userId, action: 'export customer data' };
    await recordAudit(tx, { ...entry, subject: subjectOf(person, reference) });
    const data = await readData(tx, { email, account: profile });
    return { exportedAt: now().toISOString(), email, profile, ...data };
  });
}

/** Erases a guest's personal data in all slices and returns the counts. */
export async function eraseGuestByStaff(
  { db }: Pick<Deps, 'db'>,
  eraseGuest: EraseGuest,
  reference: string,
  caller: Caller,
) {
  return inTransaction(db, async (tx) => {
    const person = await findVisiblePerson(tx, reference, caller);
    if (person.accountId !== null)
      throw new Problem('FORBIDDEN', 'This customer has an account. Delete the user instead.');
    const erased = await eraseWithRequests(tx, eraseGuest, person.email);
    const entry = { actorId: caller.userId, action: 'erase guest data' };
    await recordAudit(tx, { ...entry, subject: subjectOf(person, reference), after: { erased } });
    return { erased };
  });
}

/** Subject of the audit log, which cannot be erased and so has no email. */
const subjectOf = ({ accountId }: Person, reference: string): string =>
  accountId === null ? `order ${reference}` : `user ${accountId}`;
