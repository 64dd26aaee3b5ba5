import type { NotMeReport } from '@reprise/contract/people/identity/account-links';
import type { SecurityNotice } from '@reprise/contract/people/identity/security-notices';
import { and, eq } from 'drizzle-orm';
import { afterEach, expect, test } from 'vitest';
import { mailedSecrets } from '../../../../test/mailed-links.ts';
import { openTestApp } from '../../../../test/test-app.ts';
import { openTestDatabase } from '../../../../test/test-database.ts';
import { securityNotices } from '../../../foundations/notifications/security-notices.tables.ts';
import {
  queueOwnerNotices,
  queueSecurityNotice,
} from '../../../foundations/notifications/security-notices.ts';
import { inTransaction } from '../../../platform/database/database.ts';
import { createApiToken } from '../api-tokens/create-api-token.ts';
import { passkeys, users } from '../identity.tables.ts';
import { readNoticeLink } from './notice-link.ts';

const database = await openTestDatabase();
const { db } = database;
const { call, signIn, stepUp, register, deps, confirmAddress, appoint } = await openTestApp(database);
const owner = await signIn();
await stepUp(owner);

const setClock = (aheadMs: number) => {
  deps.now = () => new Date(Date.now() + aheadMs);
};
afterEach(() => setClock(0));

type Person = Awaited<ReturnType<typeof register>>;

async function addPerson(): Promise<Person> {
  const person = await register();
  await confirmAddress(person.id);
  return person;
}

const press = (token: string) => call('POST', '/auth/not-me', { body: { token } });
const login = async ({ email, password }: Person) =>
  (await call('POST', '/auth/login', { body: { email, password } })).status;
const me = async (token: string) => (await call('GET', '/auth/me', { token })).status;
const resetLinks = (email: string) => mailedSecrets(deps.environment.dataDir, email, 'reset-password').length;

/** Returns the secret of the link in the newest mail of this kind. */
async function linkOf(userId: string, notice: SecurityNotice): Promise<string> {
  const isOfPerson = and(eq(securityNotices.userId, userId), eq(securityNotices.notice, notice));
  const rows = await db.select().from(securityNotices).where(isOfPerson);
  const link = await readNoticeLink(deps, rows.at(-1)?.id ?? '');
  return link?.split('#token=')[1] ?? '';
}

async function addPasskey({ id: userId }: Person): Promise<string> {
  const id = `psk_${crypto.randomUUID()}`;
  const key = {
    credentialId: id,
    publicKey: 'key',
    counter: 0,
    transports: [],
    name: 'Key',
    backedUp: false,
  };
  await inTransaction(db, async (tx) => {
    await tx.insert(passkeys).values({ id, userId, ...key });
    await queueSecurityNotice(tx, deps, userId, { notice: 'passkey-added', subject: id }, deps.now());
  });
  return id;
}

test('the link of a passkey’s mail removes it, signs out and mails a reset link', async () => {
  const person = await addPerson();
  await addPasskey(person);
  await deps.jobs.workUntilIdle();
  const [token = ''] = mailedSecrets(deps.environment.dataDir, person.email, 'not-me');
  const answer = await press(token);
  const report: NotMeReport = { notice: 'passkey-added', outcome: 'undone', account: 'own' };
  expect([answer.status, answer.body.data]).toEqual([200, { report }]);
  expect(await db.$count(passkeys, eq(passkeys.userId, person.id))).toBe(0);
  expect([await me(person.token), await login(person)]).toEqual([401, 401]);
  await deps.jobs.workUntilIdle();
  expect(resetLinks(person.email)).toBe(1);
});

test('a link works once, also for ten presses at the same time', async () => {
  const person = await addPerson();
  await addPasskey(person);
  const token = await linkOf(person.id, 'passkey-added');
  const answers = await Promise.all(Array.from({ length: 10 }, () => press(token)));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(400)]);
});

test('a link expires after seven days', async () => {
  const person = await addPerson();
  await addPasskey(person);
  const token = await linkOf(person.id, 'passkey-added');
  setClock(7 * 24 * 3_600_000 + 1000);
  expect((await press(token)).status).toBe(400);
  expect(await db.$count(passkeys, eq(passkeys.userId, person.id))).toBe(1);
});

test('rejects a forged link and one that was signed for another purpose', async () => {
  const person = await addPerson();
  await addPasskey(person);
  const token = await linkOf(person.id, 'passkey-added');
  const forged = token.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'));
  const others = [forged, token.split('.')[0] ?? '', 'nonsense', `${token}.x`];
  for (const other of others) expect((await press(other)).status).toBe(400);
  expect((await call('POST', '/auth/undo-email-change', { body: { token } })).status).toBe(400);
});

test('says that the passkey is gone, and still secures the account', async () => {
  const person = await addPerson();
  const id = await addPasskey(person);
  await db.delete(passkeys).where(eq(passkeys.id, id));
  const { body } = await press(await linkOf(person.id, 'passkey-added'));
  expect(body.data.report).toEqual({ notice: 'passkey-added', outcome: 'gone', account: 'own' });
  expect(await me(person.token)).toBe(401);
});

test('takes an address back that was changed after the mail', async () => {
  const person = await addPerson();
  await addPasskey(person);
  const token = await linkOf(person.id, 'passkey-added');
  setClock(1000);
  const changed = await call('PUT', `/users/users/${person.id}`, {
    token: owner,
    body: { email: `thief-${person.email}` },
  });
  expect(changed.status, changed.text).toBe(200);
  expect((await press(token)).status).toBe(200);
  const [user] = await db.select().from(users).where(eq(users.id, person.id));
  expect([user?.email, user?.emailVerified]).toEqual([person.email, true]);
  await deps.jobs.workUntilIdle();
  expect([resetLinks(person.email), resetLinks(`thief-${person.email}`)]).toEqual([1, 0]);
});

test('revokes the API token that a mail reports, and no other', async () => {
  const person = await addPerson();
  await appoint(person, ['manager']);
  const input = { makerId: person.id, actorId: person.id, permissions: ['orders.read' as const], days: 1 };
  const before = await createApiToken({ ...deps, jobs: null }, { ...input, name: 'Mine' });
  const reported = await createApiToken(deps, { ...input, name: 'Stolen' });
  expect((await press(await linkOf(person.id, 'api-token-added'))).body.data.report.outcome).toBe('undone');
  const statusOf = async (token: string) => (await call('GET', '/orders/admin/summaries', { token })).status;
  expect([await statusOf(before.secret), await statusOf(reported.secret)]).toEqual([200, 401]);
});

test('an owner takes back staff roles that another account gave, and secures that account', async () => {
  const thief = await addPerson();
  const session = await appoint(thief, ['owner']);
  await stepUp(session, thief.password);
  const accomplice = await addPerson();
  const body = { role: 'admin', staffRoles: ['manager'] };
  await call('PUT', `/users/users/${accomplice.id}`, { token: session, body });
  const { id: ownerId } = (await call('GET', '/auth/me', { token: owner })).body.data.user;
  const { body: answer } = await press(await linkOf(ownerId, 'staff-added'));
  expect(answer.data.report).toEqual({ notice: 'staff-added', outcome: 'undone', account: 'other' });
  const [left] = await db.select().from(users).where(eq(users.id, accomplice.id));
  expect([left?.role, left?.staffRoles]).toEqual(['customer', []]);
  expect([await me(session), await me(owner)]).toEqual([401, 200]);
});

test('a former owner cannot act for the store with an older link', async () => {
  const former = await addPerson();
  await appoint(former, ['owner']);
  const facts = { notice: 'payment-keys-changed', subject: 'pk_test_1', actorId: null } as const;
  await inTransaction(db, (tx) => queueOwnerNotices(tx, deps, facts, deps.now()));
  const token = await linkOf(former.id, 'payment-keys-changed');
  await call('PUT', `/users/users/${former.id}`, { token: owner, body: { role: 'customer' } });
  expect((await press(token)).body.code).toBe('FORBIDDEN');
});
