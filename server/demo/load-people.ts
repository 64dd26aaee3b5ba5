import type { Deps } from '../src/deps.ts';
import { createUser } from '../src/identity/create-user.ts';
import { ensureAdministrator } from '../src/identity/ensure-admin.ts';
import { findByEmail, setPassword } from '../src/identity/passwords/password-account.ts';
import { hashPassword } from '../src/identity/passwords/password-hash.ts';
import { type Db, inTransaction } from '../src/platform/database/database.ts';
import type { DemoAccounts } from './demo-accounts.ts';
import { type DemoDeps, daysAgo, hoursAgo } from './demo-clock.ts';
import { type DemoAddress, demoPeople } from './people.ts';

/** Makes sure that the demo's administrator exists with the password that is kept. Returns their id. */
export async function loadAdministrator(deps: Deps, { accounts }: DemoAccounts): Promise<string> {
  const account = accounts.find(({ role }) => role === 'administrator');
  if (!account) throw new Error('The demo accounts name no administrator.');
  await ensureAdministrator(deps, account.email, account.password, 'Robin Ames');
  const id = await idOf(deps.db, account.email);
  await keepPassword(deps, id, account.password);
  return id;
}

/** Stores the customers that are missing. Returns their ids by their place in the list. */
export async function loadPeople(deps: DemoDeps, { accounts }: DemoAccounts): Promise<string[]> {
  const ids: string[] = [];
  for (const [place, person] of demoPeople.entries()) {
    const id = await loadPerson(deps, person, place);
    const account = accounts.find(({ email }) => email === person.email);
    if (account) await keepPassword(deps, id, account.password);
    ids.push(id);
  }
  return ids;
}

/** Without a password of their own: nobody signs in as them before choosing one by mail. */
async function loadPerson(deps: DemoDeps, person: DemoAddress, place: number): Promise<string> {
  const { email, phone, firstName, lastName } = person;
  const known = await findByEmail(deps.db, email);
  if (known) return known.user.id;
  const joined = daysAgo(deps, 325 - place * 6).now();
  const lastLoginAt = hoursAgo(deps, 5 + place * 31).now();
  const user = { email, phone, name: `${firstName} ${lastName}`, lastLoginAt };
  const { id } = await inTransaction(deps.db, (tx) => createUser(tx, user, joined));
  return id;
}

async function idOf(db: Db, email: string): Promise<string> {
  const found = await findByEmail(db, email);
  if (!found) throw new Error(`The user ${email} was not stored.`);
  return found.user.id;
}

/** After an interruption the kept password may be another than the stored one. */
async function keepPassword(deps: Pick<Deps, 'db' | 'now'>, userId: string, password: string): Promise<void> {
  const hash = await hashPassword(password);
  await inTransaction(deps.db, (tx) => setPassword(tx, userId, hash, deps.now()));
}
