import { eq, sql } from 'drizzle-orm';
import { afterEach, expect, test } from 'vitest';
import { openTestApp } from '../../../../test/test-app.ts';
import { openTestDatabase } from '../../../../test/test-database.ts';
import { createToken } from '../../../cli/create-token.ts';
import { auditEntries } from '../../../foundations/audit/audit.tables.ts';
import { users } from '../identity.tables.ts';
import { apiTokens } from './api-tokens.tables.ts';

const database = await openTestDatabase();
const { db } = database;
const { call, signIn, stepUp, register, deps, appoint } = await openTestApp(database);
const owner = await signIn();
await stepUp(owner);

const minutes = (count: number) => count * 60_000;
const days = (count: number) => minutes(count * 24 * 60);
const setClock = (ahead: number) => {
  deps.now = () => new Date(Date.now() + ahead);
};
afterEach(() => setClock(0));

const input = (...permissions: string[]) => ({ name: 'Label printer', permissions, days: 30 });

async function create(permissions: string[], maker = owner) {
  const answer = await call('POST', '/api-tokens', { token: maker, body: input(...permissions) });
  expect(answer.status, answer.text).toBe(201);
  return { id: answer.body.data.token.id as string, secret: answer.body.data.secret as string };
}

/** Adds an owner and returns their session. */
async function addOwner() {
  const person = await register();
  const token = await appoint(person, ['owner']);
  await stepUp(token, person.password);
  return { id: person.id, token };
}

const statusOf = async (token: string, path = '/orders/admin/summaries') =>
  (await call('GET', path, { token })).status;

test('shows a token once and stores only its hash and prefix', async () => {
  const { id, secret } = await create(['orders.read']);
  expect(secret).toMatch(/^reprise_[0-9a-f]{48}$/);
  const [row] = await db.select().from(apiTokens).where(eq(apiTokens.id, id));
  expect(JSON.stringify(row)).not.toContain(secret);
  expect(row?.prefix).toBe(secret.slice(0, 16));
  const listed = await call('GET', '/api-tokens', { token: owner });
  expect(listed.text).not.toContain(secret);
  expect(listed.body.data.tokens[0]).toMatchObject({ id, lastUsedAt: null, permissions: ['orders.read'] });
  expect(await statusOf(secret)).toBe(200);
  expect(await statusOf(row?.token ?? '')).toBe(401);
});

test('a token ends at its date and when it is revoked', async () => {
  const [revoked, expiring] = [await create(['orders.read']), await create(['orders.read'])];
  const revocation = await call('DELETE', `/api-tokens/${revoked.id}`, { token: owner });
  expect(revocation.status).toBe(200);
  expect(await statusOf(revoked.secret)).toBe(401);
  expect((await call('DELETE', `/api-tokens/${revoked.id}`, { token: owner })).status).toBe(404);
  setClock(days(30) - minutes(1));
  expect(await statusOf(expiring.secret)).toBe(200);
  setClock(days(30));
  expect(await statusOf(expiring.secret)).toBe(401);
});

test('a token has the permissions that it and its maker have at present', async () => {
  const maker = await addOwner();
  const { secret } = await create(['orders.read', 'figures.read'], maker.token);
  expect(await statusOf(secret, '/audit')).toBe(403);
  expect(await statusOf(secret)).toBe(200);
  await db
    .update(users)
    .set({ staffRoles: ['packer'] })
    .where(eq(users.id, maker.id));
  expect(await statusOf(secret)).toBe(200);
  expect(await statusOf(secret, '/dashboard/stats')).toBe(403);
});

test.each([
  ['a ban', { status: 'banned' }, { status: 'active' }],
  ['a demotion', { staffRoles: ['manager'] }, { staffRoles: ['owner'] }],
])('a token ends with %s of its maker and stays ended', async (_reason, ending, restoring) => {
  const maker = await addOwner();
  const { id, secret } = await create(['orders.read'], maker.token);
  for (const body of [ending, restoring]) {
    const change = await call('PUT', `/users/users/${maker.id}`, { token: owner, body });
    expect(change.status, change.text).toBe(200);
    expect(await statusOf(secret)).toBe(401);
  }
  const entries = await db
    .select()
    .from(auditEntries)
    .where(eq(auditEntries.subject, `token ${id}`));
  expect(entries.map(({ action }) => action).sort()).toEqual(['create token', 'revoke token']);
});

test('a token cannot act as its maker, step up or delete more than ten things a day', async () => {
  const { secret } = await create(['catalog.manage', 'customers.export', 'settings.manage', 'users.manage']);
  const refused = [
    ['GET', '/users/profile'],
    ['POST', '/orders'],
    ['POST', '/auth/step-up'],
    ['POST', '/api-tokens'],
  ] as const;
  for (const [method, path] of refused) {
    const body = method === 'POST' ? input('orders.read') : undefined;
    const answer = await call(method, path, { token: secret, body });
    expect([path, answer.status, answer.body.code]).toEqual([path, 403, 'FORBIDDEN']);
  }
  const exported = await call('GET', '/users/export', { token: secret });
  expect(exported.body.code).toBe('STEP_UP_REQUIRED');
  const body = { apiOrigins: ['https://thief.example'] };
  expect((await call('PUT', '/settings', { token: secret, body })).body.code).toBe('STEP_UP_REQUIRED');
  const codes: string[] = [];
  for (let count = 0; count < 11; count++) {
    codes.push((await call('DELETE', '/categories/none', { token: secret })).body.code);
  }
  expect(codes).toEqual([...Array(10).fill('NOT_FOUND'), 'STEP_UP_REQUIRED']);
  setClock(days(1));
  expect((await call('DELETE', '/categories/none', { token: secret })).body.code).toBe('NOT_FOUND');
});

test('the audit log names the token of a change, and the maker is told of a new token', async () => {
  const { secret } = await create(['catalog.manage']);
  const body = { name: `Made by token ${crypto.randomUUID()}`, description: 'For a test' };
  expect((await call('POST', '/categories', { token: secret, body })).status).toBe(201);
  const { entries } = (await call('GET', '/audit?kind=category', { token: owner })).body.data;
  expect(entries[0].token).toBe(`Label printer (${secret.slice(0, 16)}…)`);
  expect(entries[0].actor.name).not.toBe('System');
  await call('POST', '/categories', { token: owner, body: { ...body, name: `${body.name} 2` } });
  const later = (await call('GET', '/audit?kind=category', { token: owner })).body.data.entries;
  expect(later[0].token).toBeNull();
  const { rows } = await db.execute(sql`select from pgboss.job where data::text like '%api-token-added%'`);
  expect(rows.length).toBeGreaterThan(0);
});

test('creating a token needs the password again, in the last ten minutes', async () => {
  const session = await signIn();
  const create = () => call('POST', '/api-tokens', { token: session, body: input('orders.read') });
  expect((await create()).body.code).toBe('STEP_UP_REQUIRED');
  await stepUp(session);
  expect((await create()).status).toBe(201);
  setClock(minutes(11));
  expect((await create()).body.code).toBe('STEP_UP_REQUIRED');
});

test('writes the last use at most once a minute', async () => {
  const { id, secret } = await create(['orders.read']);
  const lastUse = async () =>
    (await db.select().from(apiTokens).where(eq(apiTokens.id, id)))[0]?.lastUsedAt?.getTime();
  await statusOf(secret);
  const first = await lastUse();
  setClock(minutes(0.9));
  await statusOf(secret);
  expect(await lastUse()).toBe(first);
  setClock(minutes(1.1));
  await statusOf(secret);
  expect(await lastUse()).toBeGreaterThan(first ?? 0);
});

test('the command line creates a token of a member of staff', async () => {
  const lines: string[] = [];
  const run = (email: string, options: object) =>
    createToken(deps, { name: 'create-token', email, options }, (line) => lines.push(line));
  expect(await run('admin@shop.test', { permissions: 'orders.read', days: '1' })).toBe(0);
  const [secret = ''] = lines;
  expect(await statusOf(secret)).toBe(200);
  expect(await statusOf(secret, '/audit')).toBe(403);
  const { email } = await register();
  expect(await run(email, {})).toBe(1);
  await expect(run('admin@shop.test', { permissions: 'mails.manage' })).rejects.toThrow('Permissions are');
  const names = await db.select({ name: apiTokens.name }).from(apiTokens);
  expect(names.map(({ name }) => name)).toContain('Command line');
});
