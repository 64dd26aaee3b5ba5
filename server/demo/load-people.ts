import type { Deps } from '../src/deps.ts';
import { createUser } from '../src/people/identity/create-user.ts';
import { ensureAdministrator } from '../src/people/identity/ensure-admin.ts';
import { findByEmail, setPassword } from '../src/people/identity/passwords/password-account.ts';
import { hashPassword } from '../src/people/identity/passwords/password-hash.ts';
import { type Db, inTransaction } from '../src/platform/database/database.ts';
import type { DemoAccounts } from './demo-accounts.ts';
import { type DemoDeps, daysAgo, hoursAgo, joinedDaysAgo } from './demo-clock.ts';
import { type DemoAddress, demoPeople } from './people.ts';

/** Creates the demo administrator or updates its password. Returns the id. */
export async function loadAdministrator(deps: Deps, { accounts }: DemoAccounts): Promise<string> {
  const account = accounts.find(({ role }) => role === 'administrator');
  if (!account) throw new Error('The demo accounts name no administrator.');
  await ensureAdministrator(deps, account.email, account.password, 'Robin Ames');
  const id = await idOf(deps.db, account.email);
  await updatePassword(deps, id, account.password);
  return id;
}

/** Stores missing customers. Returns the ids in the order of the list. */
export async function loadPeople(deps: DemoDeps, { accounts }: DemoAccounts): Promise<string[]> {
  const ids: string[] = [];
  for (const [index, person] of demoPeople.entries()) {
    const id = await loadPerson(deps, person, index);
    const account = accounts.find(({ email }) => email === person.email);
    if (account) await updatePassword(deps, id, account.password);
    ids.push(id);
  }
  return ids;
}

/** Customers have no known password: signing in requires a reset by mail. */
async function loadPerson(deps: DemoDeps, person: DemoAddress, index: number): Promise<string> {
  const { email, phone, firstName, lastName } = person;
  const known = await findByEmail(deps.db, email);
  if (known) return known.user.id;
  const joined = daysAgo(deps, joinedDaysAgo(index)).now();
  const lastLoginAt = hoursAgo(deps, 5 + index * 31).now();
  const user = { email, phone, name: `${firstName} ${lastName}`, lastLoginAt };
  const { id } = await inTransaction(deps.db, (tx) => createUser(tx, user, joined));
  return id;
}

async function idOf(db: Db, email: string): Promise<string> {
  const found = await findByEmail(db, email);
  if (!found) throw new Error(`The user ${email} was not stored.`);
  return found.user.id;
}

/** Updates the password hash: after an interruption it may differ from the password in the file. */
async function updatePassword(
  deps: Pick<Deps, 'db' | 'now'>,
  userId: string,
  password: string,
): Promise<void> {
  const hash = await hashPassword(password);
  await inTransaction(deps.db, (tx) => setPassword(tx, userId, hash, deps.now()));
}
