import { and, eq } from 'drizzle-orm';
import { afterEach, expect, test } from 'vitest';
import { mailedSecrets } from '../../test/mailed-links.ts';
import { openTestApp } from '../../test/test-app.ts';
import { openTestDatabase } from '../../test/test-database.ts';
import { mails } from '../notifications/notifications.tables.ts';
import { verifications } from './identity.tables.ts';

const database = await openTestDatabase();
const { db } = database;
const { call, signIn, register, deps } = await openTestApp(database);

const setClock = (aheadMs: number) => {
  deps.now = () => new Date(Date.now() + aheadMs);
};
afterEach(() => setClock(0));

const me = async (token: string) => (await call('GET', '/auth/me', { token })).status;
const login = (email: string, password: string) => call('POST', '/auth/login', { body: { email, password } });
const forget = (email: string) => call('POST', '/auth/forgot-password', { body: { email } });
const reset = (token: string, password: string) =>
  call('POST', '/auth/reset-password', { body: { token, password } });

async function mailsTo(email: string) {
  await deps.jobs.workUntilIdle();
  const links = and(eq(mails.recipient, email), eq(mails.kind, 'password-reset'));
  return db.select().from(mails).where(links);
}

async function mailedToken(email: string): Promise<string> {
  await forget(email);
  await mailsTo(email);
  const secret = mailedSecrets(deps.environment.dataDir, email, 'reset-password').at(-1);
  if (!secret) throw new Error('There is no link in the mail.');
  return secret;
}

test('a mailed link sets a new password once and ends all sessions', async () => {
  const { email, token: session, password } = await register();
  const token = await mailedToken(email);
  expect((await reset(token, 'a new password')).status).toBe(200);

  expect(await me(session)).toBe(401);
  expect((await login(email, password)).status).toBe(401);
  expect((await login(email, 'a new password')).status).toBe(200);
  const again = await reset(token, 'another password');
  expect([again.status, again.body.errors[0].field]).toEqual([400, 'token']);
  expect((await login(email, 'a new password')).status).toBe(200);
});

test('of several links the others die with the first that is used', async () => {
  const { email } = await register();
  const first = await mailedToken(email);
  await forget(email);
  expect((await reset(first, 'a new password')).status).toBe(200);
  expect(await db.select().from(verifications)).toEqual([]);
});

test('of the same link used ten times at once one use counts', async () => {
  const { email } = await register();
  const token = await mailedToken(email);
  const answers = await Promise.all(Array.from({ length: 10 }, (_, n) => reset(token, `password ${n}`)));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array(9).fill(400)]);
  const winner = answers.findIndex(({ status }) => status === 200);
  expect((await login(email, `password ${winner}`)).status).toBe(200);
});

test('a link lives for one hour', async () => {
  const { email } = await register();
  const token = await mailedToken(email);
  setClock(61 * 60_000);
  expect((await reset(token, 'a new password')).status).toBe(400);
});

test('only a hash of the proof is stored', async () => {
  const { email } = await register();
  const token = await mailedToken(email);
  const stored = JSON.stringify(await db.select().from(verifications));
  expect(stored).not.toContain(token.split('.')[1]);
  const [row] = await db.select().from(verifications);
  expect((await reset(`${row?.id}.${row?.value}`, 'a new password')).status).toBe(400);
});

test.each(['', 'nonsense', 'a.b', 'vrf_0.', 'x'.repeat(201)])('the proof %j is refused', async (token) => {
  expect((await reset(token, 'a new password')).status).toBe(400);
});

test('known, unknown and banned addresses are answered alike, in the same time', async () => {
  const admin = await signIn();
  const known = await register();
  const banned = await register();
  await call('PUT', `/users/users/${banned.id}`, { token: admin, body: { status: 'banned' } });
  const times: number[] = [];
  for (const email of [known.email, 'nobody@shop.test', banned.email]) {
    const start = performance.now();
    const { status, body } = await forget(email);
    times.push(performance.now() - start);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      success: true,
      message: 'If an account with that email exists, a password reset link has been sent.',
      data: {},
    });
  }
  expect(Math.min(...times)).toBeGreaterThanOrEqual(145);
  expect(await mailsTo(known.email)).toHaveLength(1);
  expect(await mailsTo('nobody@shop.test')).toEqual([]);
  expect(await mailsTo(banned.email)).toEqual([]);
});

test('at most three links an hour go to one address', async () => {
  const { email } = await register();
  await Promise.all(Array.from({ length: 5 }, () => forget(email)));
  expect(await mailsTo(email)).toHaveLength(3);
});

test('an administrator must obey the password policy, a customer need not', async () => {
  const admin = await signIn();
  const { email, id } = await register();
  const token = await mailedToken(email);
  await call('PUT', `/users/users/${id}`, { token: admin, body: { role: 'admin' } });
  const weak = await reset(token, 'too weak');
  expect([weak.status, weak.body.errors[0].field]).toEqual([400, 'password']);
  expect((await reset(token, 'Strong enough 1!')).status).toBe(200);
});

// The profile

test('name and phone change alone; what is not named stays', async () => {
  const { token, email } = await register();
  const { status, body } = await call('PUT', '/users/profile', {
    token,
    body: { phone: '+1 555 0100', role: 'admin', status: 'banned' },
  });
  expect([status, body.message]).toEqual([200, 'Profile updated successfully!']);
  expect(body.data.user).toMatchObject({
    name: 'Ada',
    email,
    phone: '+1 555 0100',
    role: 'customer',
    status: 'active',
    totalOrders: 0,
    totalSpent: 0,
  });
  await call('PUT', '/users/profile', { token, body: { name: 'Ada L.', phone: null } });
  const profile = await call('GET', '/users/profile', { token });
  expect(profile.body.data.user).toMatchObject({ name: 'Ada L.', phone: null });
});

test.each([undefined, 'wrong one'])(
  'a new e-mail or password with the current password %j is refused',
  async (currentPassword) => {
    const { token } = await register();
    for (const change of [{ email: 'new@shop.test' }, { newPassword: 'a new password' }]) {
      const answer = await call('PUT', '/users/profile', { token, body: { ...change, currentPassword } });
      expect([answer.status, answer.body.code]).toEqual([400, 'VALIDATION_ERROR']);
      expect(answer.body.errors[0].field).toBe('currentPassword');
    }
  },
);

test('a new password ends the other sessions, not this one', async () => {
  const { token, email, password } = await register();
  const other = await signIn({ email, password });
  const body = { currentPassword: password, newPassword: 'a new password' };
  expect((await call('PUT', '/users/profile', { token, body })).status).toBe(200);
  expect(await me(token)).toBe(200);
  expect(await me(other)).toBe(401);
  expect((await login(email, password)).status).toBe(401);
  expect((await login(email, 'a new password')).status).toBe(200);
});

test('a new e-mail signs in from then on, links to the old one are dead', async () => {
  const { token, email, password } = await register();
  const proof = await mailedToken(email);
  const body = { email: 'Moved@Shop.test', currentPassword: password };
  const answer = await call('PUT', '/users/profile', { token, body });
  expect(answer.body.data.user.email).toBe('moved@shop.test');
  expect((await login(email, password)).status).toBe(401);
  expect((await login('moved@shop.test', password)).status).toBe(200);
  expect((await reset(proof, 'a new password')).status).toBe(400);
});

test('an e-mail that somebody else has is refused; one’s own is no change', async () => {
  const { email: taken } = await register();
  const { token, email, password } = await register();
  const body = { email: taken, currentPassword: password };
  const answer = await call('PUT', '/users/profile', { token, body });
  expect([answer.status, answer.body.code]).toEqual([409, 'EMAIL_TAKEN']);
  expect((await call('PUT', '/users/profile', { token, body: { email } })).status).toBe(200);
});

test('the profile needs a signed-in user and fields that fit', async () => {
  expect((await call('GET', '/users/profile')).status).toBe(401);
  expect((await call('PUT', '/users/profile', { body: {} })).status).toBe(401);
  const { token } = await register();
  for (const body of [
    { name: ' ' },
    { name: 'x'.repeat(101) },
    { phone: 'x'.repeat(41) },
    { newPassword: '12345' },
  ]) {
    expect((await call('PUT', '/users/profile', { token, body })).status).toBe(400);
  }
});
