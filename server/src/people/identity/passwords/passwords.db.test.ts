import { and, eq } from 'drizzle-orm';
import { afterEach, expect, test } from 'vitest';
import { mailedSecrets } from '../../../../test/mailed-links.ts';
import { openTestApp } from '../../../../test/test-app.ts';
import { openTestDatabase } from '../../../../test/test-database.ts';
import { mails } from '../../../foundations/notifications/notifications.tables.ts';
import { verifications } from '../identity.tables.ts';

const database = await openTestDatabase();
const { db } = database;
const { call, signIn, register, deps, confirmAddress } = await openTestApp(database);

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

test('using one of several links revokes the others', async () => {
  const { email } = await register();
  const first = await mailedToken(email);
  await forget(email);
  expect((await reset(first, 'a new password')).status).toBe(200);
  expect(await db.select().from(verifications)).toEqual([]);
});

test('lets one of ten concurrent uses of a link succeed', async () => {
  const { email } = await register();
  const token = await mailedToken(email);
  const answers = await Promise.all(Array.from({ length: 10 }, (_, n) => reset(token, `password ${n}`)));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array(9).fill(400)]);
  const winner = answers.findIndex(({ status }) => status === 200);
  expect((await login(email, `password ${winner}`)).status).toBe(200);
});

test('a link expires after one hour', async () => {
  const { email } = await register();
  const token = await mailedToken(email);
  setClock(61 * 60_000);
  expect((await reset(token, 'a new password')).status).toBe(400);
});

test('stores only a hash of the token', async () => {
  const { email } = await register();
  const token = await mailedToken(email);
  const stored = JSON.stringify(await db.select().from(verifications));
  expect(stored).not.toContain(token.split('.')[1]);
  const [row] = await db.select().from(verifications);
  expect((await reset(`${row?.id}.${row?.value}`, 'a new password')).status).toBe(400);
});

test.each(['', 'nonsense', 'a.b', 'vrf_0.', 'x'.repeat(201)])('rejects the token %j', async (token) => {
  expect((await reset(token, 'a new password')).status).toBe(400);
});

test('answers known, unknown and banned addresses alike, in the same time', async () => {
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

test('mails at most three links per hour to one address', async () => {
  const { email } = await register();
  await Promise.all(Array.from({ length: 5 }, () => forget(email)));
  expect(await mailsTo(email)).toHaveLength(3);
});

test('applies the password policy to administrators, not to customers', async () => {
  const admin = await signIn();
  const { email, id } = await register();
  await confirmAddress(id);
  const token = await mailedToken(email);
  await call('PUT', `/users/users/${id}`, { token: admin, body: { role: 'admin' } });
  const weak = await reset(token, 'too weak');
  expect([weak.status, weak.body.errors[0].field]).toEqual([400, 'password']);
  expect((await reset(token, 'Strong enough 1!')).status).toBe(200);
});

// The profile

test('changes only the named fields of the profile', async () => {
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
  'rejects a new email or password with the current password %j',
  async (currentPassword) => {
    const { token } = await register();
    for (const change of [{ email: 'new@shop.test' }, { newPassword: 'a new password' }]) {
      const answer = await call('PUT', '/users/profile', { token, body: { ...change, currentPassword } });
      expect([answer.status, answer.body.code]).toEqual([400, 'VALIDATION_ERROR']);
      expect(answer.body.errors[0].field).toBe('currentPassword');
    }
  },
);

test('a new password ends the other sessions, not the current one', async () => {
  const { token, email, password } = await register();
  const other = await signIn({ email, password });
  const body = { currentPassword: password, newPassword: 'a new password' };
  expect((await call('PUT', '/users/profile', { token, body })).status).toBe(200);
  expect(await me(token)).toBe(200);
  expect(await me(other)).toBe(401);
  expect((await login(email, password)).status).toBe(401);
  expect((await login(email, 'a new password')).status).toBe(200);
});

const requestEmail = (token: string, email: string, currentPassword: string) =>
  call('PUT', '/users/profile', { token, body: { email, currentPassword } });
const verify = (token: string, linkToken: string) =>
  call('POST', '/auth/verify-email', { token, body: { token: linkToken } });
async function changeLinks(email: string): Promise<string[]> {
  await deps.jobs.workUntilIdle();
  return mailedSecrets(deps.environment.dataDir, email, 'verify-email');
}

test('a new email is pending until confirmed, then revokes links to the old one', async () => {
  const [{ token, email, password }, stranger] = [await register(), await register()];
  const resetToken = await mailedToken(email);
  const next = `${crypto.randomUUID()}@shop.test`;
  const { user } = (await requestEmail(token, next.toUpperCase(), password)).body.data;
  expect(user).toMatchObject({ email, pendingEmail: next });
  expect((await login(next, password)).status).toBe(401);
  const [link = ''] = await changeLinks(next);
  expect((await call('POST', '/auth/verify-email', { body: { token: link } })).status).toBe(401);
  const wrong = await verify(stranger.token, link);
  expect([wrong.status, wrong.body.code]).toEqual([403, 'WRONG_ACCOUNT']);
  expect((await verify(token, link)).status).toBe(200);
  expect((await verify(token, link)).status).toBe(400);
  const after = (await call('GET', '/users/profile', { token })).body.data.user;
  expect(after).toMatchObject({ email: next, pendingEmail: null, emailVerified: true });
  expect((await login(email, password)).status).toBe(401);
  expect((await login(next, password)).status).toBe(200);
  expect((await reset(resetToken, 'a new password')).status).toBe(400);
});

test('a taken email answers like a free one, and its owner is notified', async () => {
  const { email: taken } = await register();
  const { token, email, password } = await register();
  const forTaken = await requestEmail(token, taken, password);
  const free = `${crypto.randomUUID()}@shop.test`;
  const forFree = await requestEmail(token, free, password);
  const shapeOf = ({ status, body }: typeof forFree, requested: string) =>
    JSON.stringify([status, body]).replace(requested, 'requested');
  expect(shapeOf(forTaken, taken)).toBe(shapeOf(forFree, free));
  await requestEmail(token, taken, password);
  expect(await changeLinks(taken)).toHaveLength(1);
  const isNotice = and(eq(mails.recipient, taken), eq(mails.kind, 'email-in-use'));
  expect(await db.$count(mails, isNotice)).toBe(1);
  expect((await call('GET', '/users/profile', { token })).body.data.user.email).toBe(email);
});

test('a pending email is cancelled, replaced or resent, with three mails per hour', async () => {
  const { token, password } = await register();
  const [first, second] = [1, 2].map(() => `${crypto.randomUUID()}@shop.test`) as [string, string];
  await requestEmail(token, first, password);
  await requestEmail(token, second, password);
  const [oldLink = ''] = await changeLinks(first);
  expect((await verify(token, oldLink || 'none')).status).toBe(400);
  const again = () => call('POST', '/auth/resend-verification', { token, body: {} });
  expect([(await again()).status, (await again()).status]).toEqual([200, 429]);
  expect((await requestEmail(token, first, password)).status).toBe(429);
  const cancelled = await call('PUT', '/users/profile', { token, body: { pendingEmail: null } });
  expect(cancelled.body.data.user.pendingEmail).toBeNull();
  expect((await verify(token, (await changeLinks(second)).at(-1) ?? '')).status).toBe(400);
});

test('the same email changes nothing; another one needs the current password', async () => {
  const { token, email } = await register();
  const same = await call('PUT', '/users/profile', { token, body: { email } });
  expect([same.status, same.body.data.user.pendingEmail]).toEqual([200, null]);
  expect((await call('PUT', '/users/profile', { token, body: { email: 'x@shop.test' } })).status).toBe(400);
});

test('does not confirm a pending address that another account has taken', async () => {
  const { token, password } = await register();
  const next = `${crypto.randomUUID()}@shop.test`;
  await requestEmail(token, next, password);
  const [link = ''] = await changeLinks(next);
  const rival = { name: 'Rival', email: next, password: 'Violet-lantern-7' };
  expect((await call('POST', '/auth/register', { body: rival })).status).toBe(201);
  expect((await verify(token, link)).body.code).toBe('EMAIL_TAKEN');
});

test('counts wrong current passwords per user over all forms', async () => {
  const { token, password } = await register();
  const attempts = Array.from({ length: 24 }, (_, index) => {
    const body = { currentPassword: `wrong ${index}`, password: `wrong ${index}` };
    if (index % 3 === 0) return call('POST', '/users/profile/delete', { token, body });
    if (index % 3 === 1) return call('POST', '/users/profile/two-factor', { token, body });
    return call('PUT', '/users/profile', { token, body: { ...body, newPassword: 'Another one 1!' } });
  });
  const statuses = (await Promise.all(attempts)).map(({ status }) => status);
  expect(statuses.filter((status) => status === 400).length).toBeLessThanOrEqual(10);
  expect((await requestEmail(token, 'other@shop.test', password)).status).toBe(429);
});

test.each([
  ['/auth/register', { name: 'A', email: 'common@shop.test', password: 'Password1' }],
  ['/users/profile', { newPassword: 'letmein1' }],
])('%s rejects a common password', async (path, input) => {
  const { token, password } = await register();
  const body = path === '/auth/register' ? input : { ...input, currentPassword: password };
  const answer = await call(path === '/auth/register' ? 'POST' : 'PUT', path, { token, body });
  expect([answer.status, answer.body.errors[0].message]).toEqual([400, 'This password is too common.']);
});

test('a mailed link rejects a common password and stays valid', async () => {
  const { email } = await register();
  const token = await mailedToken(email);
  const rejected = await reset(token, 'qwerty123');
  expect([rejected.status, rejected.body.errors[0]]).toEqual([
    400,
    { field: 'password', message: 'This password is too common.' },
  ]);
  expect((await reset(token, 'a new password')).status).toBe(200);
});

test('the profile requires a signed-in user and valid fields', async () => {
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
