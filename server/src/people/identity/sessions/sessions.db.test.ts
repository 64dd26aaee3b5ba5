import { createHash } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterEach, expect, test } from 'vitest';
import { openTestApp } from '../../../../test/test-app.ts';
import { openTestDatabase } from '../../../../test/test-database.ts';
import { auditEntries } from '../../../foundations/audit/audit.tables.ts';
import { accounts, sessions, users } from '../identity.tables.ts';

const database = await openTestDatabase();
const { db } = database;
const { call, signIn, register, deps } = await openTestApp(database);

const minutes = (count: number) => count * 60_000;
const setClock = (ahead: number) => {
  deps.now = () => new Date(Date.now() + ahead);
};
afterEach(() => setClock(0));

const me = async (token: string) => (await call('GET', '/auth/me', { token })).status;
const login = (email: string, password: string) => call('POST', '/auth/login', { body: { email, password } });

test('registers, signs in, reads the user and signs out', async () => {
  const body = {
    name: ' Grace ',
    email: 'Grace@Shop.test',
    password: ' violet lantern ',
    role: 'admin',
    id: 'x',
  };
  const registered = await call('POST', '/auth/register', { body });
  expect(registered.status).toBe(201);
  expect(registered.body.data.user).toMatchObject({
    name: 'Grace',
    email: 'grace@shop.test',
    role: 'customer',
  });

  expect((await login('grace@shop.test', 'violet lantern')).status).toBe(401);
  const { status, body: answer } = await login('GRACE@shop.test', ' violet lantern ');
  expect(status).toBe(200);
  const { token } = answer.data;
  const mine = await call('GET', '/auth/me', { token });
  expect(mine.body.data.user).toEqual(answer.data.user);

  expect((await call('POST', '/auth/logout', { token })).status).toBe(200);
  expect(await me(token)).toBe(401);
  expect((await call('POST', '/auth/logout', { token })).status).toBe(200);
  expect((await call('POST', '/auth/logout')).status).toBe(200);
  expect(await me(registered.body.data.token)).toBe(200);
});

test('stores only hashes of tokens and passwords', async () => {
  const { token, id, password } = await register();
  expect(Buffer.from(token, 'base64url').length).toBeGreaterThanOrEqual(16);
  const [session] = await db.select().from(sessions).where(eq(sessions.userId, id));
  expect(session?.token).toBe(createHash('sha256').update(token).digest('base64url'));
  expect(await me(session?.token ?? '')).toBe(401);
  const everything = JSON.stringify([
    await db.select().from(sessions),
    await db.select().from(accounts),
    await db.select().from(auditEntries),
  ]);
  expect(everything).not.toContain(token);
  expect(everything).not.toContain(password);
});

test('sets no cookies and reads none', async () => {
  const { token, email, password } = await register();
  const answers = [
    await login(email, password),
    await call('GET', '/auth/me', { token }),
    await call('POST', '/auth/logout'),
  ];
  expect(answers.filter((answer) => answer.headers['set-cookie'])).toEqual([]);
  for (const name of ['token', 'session', 'auth-token', 'better-auth.session_token']) {
    expect((await call('GET', '/auth/me', { headers: { cookie: `${name}=${token}` } })).status).toBe(401);
  }
});

test('answers wrong password, unknown, inactive and banned account alike', async () => {
  const admin = await signIn();
  const failures = [
    await login('nobody@shop.test', 'Violet-lantern-7'),
    await login((await register()).email, 'secret2'),
  ];
  for (const status of ['inactive', 'banned']) {
    const { id, email, password } = await register();
    await call('PUT', `/users/users/${id}`, { token: admin, body: { status } });
    failures.push(await login(email, password));
  }
  for (const { status, body } of failures) {
    const { requestId: _, ...rest } = body;
    expect(status).toBe(401);
    expect(rest).toEqual({
      success: false,
      message: 'Invalid email or password',
      code: 'INVALID_CREDENTIALS',
    });
  }
});

test('rejects unknown and known addresses in the same time', async () => {
  const { email } = await register();
  const known: number[] = [];
  const unknown: number[] = [];
  for (let round = 0; round < 7; round++) {
    known.push(await cpuTimeOf(() => login(email, 'wrong-password')));
    unknown.push(await cpuTimeOf(() => login(`nobody${round}@shop.test`, 'wrong-password')));
  }
  const ratio = Math.min(...known) / Math.min(...unknown);
  expect(ratio).toBeGreaterThan(0.5);
  expect(ratio).toBeLessThan(2);
});

/** Returns the CPU time of the work, which does not depend on the load of the machine. */
async function cpuTimeOf(work: () => Promise<unknown>): Promise<number> {
  const start = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(start);
  return user + system;
}

test('rejects the registration of a known address in any letter case', async () => {
  const { email } = await register();
  const body = { name: 'Eve', email: email.toUpperCase(), password: 'Violet-lantern-7' };
  const answer = await call('POST', '/auth/register', { body });
  expect(answer.status).toBe(409);
  expect(answer.body).toMatchObject({
    code: 'REGISTRATION_FAILED',
    message: 'Registration failed. Please try again.',
  });
});

test('lets one of twenty concurrent registrations succeed', async () => {
  const body = { name: 'Ada', email: 'duplicate@shop.test', password: 'Violet-lantern-7' };
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => call('POST', '/auth/register', { body })),
  );
  const statuses = answers.map(({ status }) => status);
  expect(statuses.filter((status) => status === 201)).toHaveLength(1);
  expect(statuses.filter((status) => status === 409)).toHaveLength(19);
  const rows = await db.select().from(users).where(eq(users.email, body.email));
  expect(rows).toHaveLength(1);
});

test('answers a flood of sign-ins with 503 and Retry-After', async () => {
  const { email, password } = await register();
  const answers = await Promise.all(Array.from({ length: 40 }, () => login(email, password)));
  const statuses = new Set(answers.map(({ status }) => status));
  expect([...statuses].sort()).toEqual([200, 503]);
  expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThanOrEqual(18);
  const overloaded = answers.find(({ status }) => status === 503);
  expect(overloaded?.body.code).toBe('OVERLOADED');
  expect(Number(overloaded?.headers['retry-after'])).toBeGreaterThan(0);
  expect((await login(email, password)).status).toBe(200);
});

test('ends a session after seven days, used or not', async () => {
  const { token } = await register();
  setClock(minutes(7 * 24 * 60 - 1));
  expect(await me(token)).toBe(200);
  setClock(minutes(7 * 24 * 60 + 1));
  expect(await me(token)).toBe(401);
});

test('signs administrators out after 30 idle minutes, not while they work', async () => {
  const token = await signIn();
  for (const minute of [25, 50, 75]) {
    setClock(minutes(minute));
    expect(await me(token)).toBe(200);
  }
  setClock(minutes(75 + 31));
  expect(await me(token)).toBe(401);
});

test('takes the idle timeout from the settings', async () => {
  const token = await signIn();
  await call('PUT', '/settings', { token, body: { sessionTimeout: 5 } });
  setClock(minutes(6));
  expect(await me(token)).toBe(401);
  setClock(0);
  await call('PUT', '/settings', { token, body: { sessionTimeout: 30 } });
});

test('updates lastSeenAt at most once a minute', async () => {
  const { token, id } = await register();
  const seen = async () => {
    const [session] = await db.select().from(sessions).where(eq(sessions.userId, id));
    return session?.lastSeenAt.getTime() ?? 0;
  };
  const first = await seen();
  setClock(minutes(0.9));
  await me(token);
  expect(await seen()).toBe(first);
  setClock(minutes(1.1));
  await Promise.all([me(token), me(token), me(token)]);
  expect(await seen()).toBeGreaterThan(first);
});

test.each([
  ['/auth/login', { email: '', password: 'x' }, 'email'],
  ['/auth/login', { email: { $gt: '' }, password: 'x' }, 'email'],
  ['/auth/login', { email: 'a@b.test', password: '' }, 'password'],
  ['/auth/login', { email: 'a@b.test', password: 'x'.repeat(129) }, 'password'],
  ['/auth/register', { name: '  ', email: 'a@b.test', password: 'Violet-lantern-7' }, 'name'],
  ['/auth/register', { name: 'A', email: 'a@', password: 'Violet-lantern-7' }, 'email'],
  ['/auth/register', { name: 'A', email: 'a@b.test', password: '12345' }, 'password'],
  ['/auth/register', { name: 'A', email: 'a@b.test', password: 'x'.repeat(129) }, 'password'],
])('%s rejects %j', async (path, body, field) => {
  const answer = await call('POST', path, { body });
  expect([answer.status, answer.body.code]).toEqual([400, 'VALIDATION_ERROR']);
  expect(answer.body.errors[0].field).toBe(field);
});

test('lists the sessions of a user, who ends one or all others', async () => {
  const { token: here, email, password } = await register();
  const headers = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:131.0) Gecko/20100101 Firefox/131.0' };
  const elsewhere = (await call('POST', '/auth/login', { body: { email, password }, headers })).body.data
    .token;
  const third = (await login(email, password)).body.data.token;
  const sessionsOf = async (token: string) =>
    (await call('GET', '/users/profile/sessions', { token })).body.data.sessions;

  const listed = await sessionsOf(here);
  expect(listed).toHaveLength(3);
  expect(listed[0].current).toBe(true);
  expect(listed.filter((session: { current: boolean }) => session.current)).toHaveLength(1);
  const firefox = listed.find((session: { device: string }) => session.device === 'Firefox on Linux');
  expect(JSON.stringify(listed)).not.toContain('Mozilla');

  const stranger = await register();
  const end = (token: string) => call('DELETE', `/users/profile/sessions/${firefox.id}`, { token });
  expect((await end(stranger.token)).status).toBe(404);
  expect(await me(elsewhere)).toBe(200);
  expect((await end(here)).status).toBe(200);
  expect(await me(elsewhere)).toBe(401);
  expect((await end(here)).status).toBe(404);

  expect((await call('DELETE', '/users/profile/sessions', { token: here })).status).toBe(200);
  expect([await me(here), await me(third), await me(stranger.token)]).toEqual([200, 401, 200]);
  expect(await sessionsOf(here)).toHaveLength(1);
});

test('does not list an expired session', async () => {
  const { token, email, password } = await register();
  setClock(-8 * 24 * 60 * minutes(1));
  const old = await login(email, password);
  setClock(0);
  expect(old.status).toBe(200);
  const { body } = await call('GET', '/users/profile/sessions', { token });
  expect(body.data.sessions).toHaveLength(1);
});
