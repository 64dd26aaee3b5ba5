import { eq } from 'drizzle-orm';
import { Secret, TOTP } from 'otpauth';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openTestApp } from '../../../../test/test-app.ts';
import { openTestDatabase } from '../../../../test/test-database.ts';
import { runCommand } from '../../../cli/shop-commands.ts';
import { auditEntries } from '../../../foundations/audit/audit.tables.ts';
import { passkeys, recoveryCodes, twoFactors, users } from '../identity.tables.ts';

const database = await openTestDatabase();
const { db } = database;
const { call, signIn, stepUp, register, deps, confirmAddress } = await openTestApp(database);

let clock = new Date('2026-11-02T10:00:00Z').getTime();
deps.now = () => new Date(clock);
const advance = (minutes: number) => {
  clock += minutes * 60_000;
};
const admin = await signIn();
const requireTwoFactor = async (twoFactorAuth: boolean) => {
  await stepUp(admin);
  return call('PUT', '/settings', { token: admin, body: { twoFactorAuth } });
};
beforeEach(async () => {
  advance(1);
  await stepUp(admin);
});
afterEach(() => requireTwoFactor(false));

type Account = { email: string; password: string; token: string; id: string };

const codeOf = (secret: string, ahead = 0) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: clock + ahead * 30_000 });
const wrongCode = (secret: string) => (codeOf(secret) === '123456' ? '654321' : '123456');
const postLogin = ({ email, password }: Account) =>
  call('POST', '/auth/login', { body: { email, password } });
const login = async (account: Account) => (await postLogin(account)).body.data;
/** Signs in with the password; returns what stands beside the code TWO_FACTOR_REQUIRED. */
const demandOf = async (account: Account) => {
  const { status, body } = await postLogin(account);
  expect([status, body.code]).toEqual([401, 'TWO_FACTOR_REQUIRED']);
  return body;
};
const sendCode = (twoFactorToken: string, code: string) =>
  call('POST', '/auth/two-factor', { body: { twoFactorToken, code } });
const me = async (token: string) => (await call('GET', '/auth/me', { token })).status;
const actionsOn = async (id: string) =>
  (
    await db
      .select()
      .from(auditEntries)
      .where(eq(auditEntries.subject, `user ${id}`))
  ).map((e) => e.action);

async function setUp({ token, password }: Pick<Account, 'token' | 'password'>) {
  const path = '/users/profile/two-factor';
  const begun = await call('POST', path, { token, body: { currentPassword: password } });
  const { secret, address } = begun.body.data.setup;
  const confirmed = await call('POST', `${path}/confirm`, { token, body: { code: codeOf(secret) } });
  advance(1);
  return { secret, address, codes: confirmed.body.data.recoveryCodes as string[] };
}

// Requiring a second factor ends the sessions of administrators without one.
await setUp({ token: admin, password: 'correct-horse-battery' });

async function registerAdministrator() {
  const person = await register('Grace');
  await confirmAddress(person.id);
  await call('PUT', `/users/users/${person.id}`, { token: admin, body: { role: 'admin' } });
  // A promotion to staff ends the session.
  return { ...person, token: (await login(person)).token as string };
}

describe('a user with a second factor', () => {
  test('signs in with password and code, without a session before the code', async () => {
    const person = await register();
    const { secret, address, codes } = await setUp(person);
    expect(address).toMatch(/^otpauth:\/\/totp\/Reprise:/);
    expect(codes).toHaveLength(10);
    const demand = await demandOf(person);
    expect(demand).not.toHaveProperty('setup');
    expect(demand).not.toHaveProperty('details');
    expect(await me(demand.twoFactorToken)).toBe(401);
    const answer = await sendCode(demand.twoFactorToken, codeOf(secret));
    expect(Object.keys(answer.body.data)).toEqual(['token', 'user', 'deviceToken']);
    expect(await me(answer.body.data.token)).toBe(200);
    const profile = await call('GET', '/users/profile/two-factor', { token: answer.body.data.token });
    expect(profile.body.data.twoFactor).toMatchObject({ recoveryCodesLeft: 10, required: false });
    expect(await actionsOn(person.id)).toEqual(expect.arrayContaining(['set up two-factor', 'sign in']));
  });

  test('is rejected with a wrong, used or past code', async () => {
    const person = await register();
    const { secret } = await setUp(person);
    const { twoFactorToken } = await demandOf(person);
    const wrong = await sendCode(twoFactorToken, wrongCode(secret));
    expect([wrong.status, wrong.body.code, wrong.body.errors[0].field]).toEqual([
      401,
      'INVALID_CREDENTIALS',
      'code',
    ]);
    const code = codeOf(secret);
    expect((await sendCode(twoFactorToken, code)).status).toBe(200);
    const again = await demandOf(person);
    expect((await sendCode(again.twoFactorToken, code)).status).toBe(401);
    expect((await sendCode(again.twoFactorToken, codeOf(secret, -1))).status).toBe(401);
    expect((await sendCode(again.twoFactorToken, codeOf(secret, 1))).status).toBe(200);
    expect(await actionsOn(person.id)).toContain('refuse sign-in');
  });

  test('gets one session when the same code is sent concurrently', async () => {
    const person = await register();
    const { secret } = await setUp(person);
    const { twoFactorToken } = await demandOf(person);
    const other = (await demandOf(person)).twoFactorToken;
    const code = codeOf(secret);
    const answers = await Promise.all(
      [twoFactorToken, twoFactorToken, twoFactorToken, other].map((token) => sendCode(token, code)),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  test('signs in with a recovery code once, in any notation', async () => {
    const person = await register();
    const { codes } = await setUp(person);
    const [first = '', next = ''] = codes;
    const typed = first.toUpperCase().replaceAll('-', ' ');
    expect((await sendCode((await demandOf(person)).twoFactorToken, typed)).status).toBe(200);
    const { twoFactorToken } = await demandOf(person);
    expect((await sendCode(twoFactorToken, first)).status).toBe(401);
    const { status, body } = await sendCode(twoFactorToken, next);
    expect(status).toBe(200);
    const profile = await call('GET', '/users/profile/two-factor', { token: body.data.token });
    expect(profile.body.data.twoFactor.recoveryCodesLeft).toBe(8);
    expect(await actionsOn(person.id)).toContain('use recovery code');
  });

  test('is locked out for 15 minutes after ten wrong codes', async () => {
    const person = await register();
    const { secret } = await setUp(person);
    for (let attempt = 0; attempt < 10; attempt++) {
      const { twoFactorToken } = await demandOf(person);
      expect((await sendCode(twoFactorToken, wrongCode(secret))).status).toBe(401);
    }
    const { twoFactorToken } = await demandOf(person);
    const paused = await sendCode(twoFactorToken, codeOf(secret));
    expect([paused.status, paused.headers['retry-after']]).toEqual([429, '900']);
    advance(16);
    const later = await demandOf(person);
    expect((await sendCode(later.twoFactorToken, codeOf(secret))).status).toBe(200);
  });

  test('cannot use the token when it expired, after a ban or a new password', async () => {
    const person = await register();
    const { secret } = await setUp(person);
    const late = await demandOf(person);
    advance(16);
    expect((await sendCode(late.twoFactorToken, codeOf(secret))).body.errors[0].field).toBe('twoFactorToken');

    const banned = await demandOf(person);
    await stepUp(admin);
    await call('PUT', `/users/users/${person.id}`, { token: admin, body: { status: 'banned' } });
    expect((await sendCode(banned.twoFactorToken, codeOf(secret))).status).toBe(400);
    await call('PUT', `/users/users/${person.id}`, { token: admin, body: { status: 'active' } });

    const before = await demandOf(person);
    const { token } = (await sendCode((await demandOf(person)).twoFactorToken, codeOf(secret))).body.data;
    const body = { currentPassword: person.password, newPassword: 'another one' };
    await call('PUT', '/users/profile', { token, body });
    advance(1);
    expect((await sendCode(before.twoFactorToken, codeOf(secret))).status).toBe(400);
  });

  test('renews recovery codes and turns it off with password and code', async () => {
    const person = await register();
    const { secret, codes } = await setUp(person);
    const { token, password: currentPassword } = person;
    const path = '/users/profile/two-factor';
    const send = (end: string, body: object) => call('POST', `${path}${end}`, { token, body });
    const wrong = await send('/off', { currentPassword: 'wrong!', code: codeOf(secret) });
    expect([wrong.status, wrong.body.errors[0].field]).toEqual([400, 'currentPassword']);
    const renewed = await send('/recovery-codes', { currentPassword, code: codeOf(secret) });
    expect(renewed.body.data.recoveryCodes).toHaveLength(10);
    expect((await sendCode((await demandOf(person)).twoFactorToken, codes[0] ?? '')).status).toBe(401);
    const [recoveryCode] = renewed.body.data.recoveryCodes;
    expect((await send('/off', { currentPassword, code: recoveryCode })).status).toBe(200);
    expect(await actionsOn(person.id)).toEqual(expect.arrayContaining(['use recovery code']));
    expect(await login(person)).toHaveProperty('token');
    expect(await db.$count(recoveryCodes, eq(recoveryCodes.userId, person.id))).toBe(0);
  });
});

describe('an active second factor', () => {
  const path = '/users/profile/two-factor';

  test.each(['', '/recovery-codes', '/off'])('does not change by password alone: POST %s', async (end) => {
    const person = await register();
    const { secret } = await setUp(person);
    const send = (code?: string) =>
      call('POST', path + end, { token: person.token, body: { currentPassword: person.password, code } });
    for (const rejected of [await send(), await send(wrongCode(secret))]) {
      expect([rejected.status, rejected.body.errors[0].field]).toEqual([400, 'code']);
    }
    expect((await send(codeOf(secret))).status).toBe(200);
  });

  test('counts wrong codes in the profile as at the sign-in', async () => {
    const person = await register();
    const { secret } = await setUp(person);
    const send = (code: string) =>
      call('POST', `${path}/off`, { token: person.token, body: { currentPassword: person.password, code } });
    for (let attempt = 0; attempt < 10; attempt++) await send(wrongCode(secret));
    expect((await send(codeOf(secret))).status).toBe(429);
  });
});

describe('setting up a second factor', () => {
  test('requires the password, offers a new secret and ends other sessions', async () => {
    const person = await register();
    const { token, password } = person;
    const other = (await login(person)).token;
    const path = '/users/profile/two-factor';
    expect((await call('POST', path, { token, body: { currentPassword: 'wrong!' } })).status).toBe(400);
    const begin = async () =>
      (await call('POST', path, { token, body: { currentPassword: password } })).body.data.setup.secret;
    const [first, latest] = [await begin(), await begin()];
    const confirm = (code: string) => call('POST', `${path}/confirm`, { token, body: { code } });
    expect((await confirm(codeOf(first))).status).toBe(400);
    expect(await login(person)).toHaveProperty('token');
    expect((await confirm(codeOf(latest))).status).toBe(200);
    expect([await me(token), await me(other)]).toEqual([200, 401]);
  });

  test('stores secret and codes encrypted or hashed', async () => {
    const person = await register();
    const { secret, codes } = await setUp(person);
    const stored = JSON.stringify([
      await db.select().from(twoFactors),
      await db.select().from(recoveryCodes),
      await db.select().from(auditEntries),
    ]);
    for (const hidden of [secret, ...codes]) expect(stored).not.toContain(hidden);
    const users = await call('GET', `/users/users/${person.id}`, { token: admin });
    expect(users.body.data.user.twoFactor).toBe(true);
    expect(users.text).not.toContain(secret);
  });
});

describe('a store that requires it of administrators', () => {
  test('offers the set-up during the sign-in of an administrator without one', async () => {
    const person = await registerAdministrator();
    await requireTwoFactor(true);
    const demand = await demandOf(person);
    expect(demand).not.toHaveProperty('token');
    expect((await sendCode(demand.twoFactorToken, wrongCode(demand.setup.secret))).status).toBe(401);
    const done = await sendCode(demand.twoFactorToken, codeOf(demand.setup.secret));
    expect(done.body.data.recoveryCodes).toHaveLength(10);
    const { token } = done.body.data;
    expect((await call('GET', '/users/users', { token })).status).toBe(200);
    expect(await me(person.token)).toBe(401);
    advance(1);
    expect(await demandOf(person)).not.toHaveProperty('setup');
    const body = { currentPassword: person.password, code: codeOf(demand.setup.secret) };
    const off = { token, body };
    const rejected = await call('POST', '/users/profile/two-factor/off', off);
    expect([rejected.status, rejected.body.code]).toEqual([409, 'TWO_FACTOR_ENFORCED']);
  });

  test('ends the sessions of administrators without one when it is turned on', async () => {
    const customer = await register();
    const [without, withOne] = [await registerAdministrator(), await registerAdministrator()];
    const withPasskey = await registerAdministrator();
    await db.insert(passkeys).values({
      ...{ id: 'psk_only', userId: withPasskey.id, name: 'Key', credentialId: 'only', publicKey: 'key' },
      ...{ counter: 0, transports: [], backedUp: false },
    });
    const plain = (await login(without)).token;
    const own = (await login(withOne)).token;
    await setUp({ ...withOne, token: own });
    await requireTwoFactor(true);
    const tokens = [plain, own, withPasskey.token, customer.token, admin];
    expect(await Promise.all(tokens.map(me))).toEqual([401, 200, 200, 200, 200]);
  });

  test('does not require it of customers, or of anyone once it is turned off', async () => {
    const customer = await register();
    const person = await registerAdministrator();
    await requireTwoFactor(true);
    expect(await login(customer)).toHaveProperty('token');
    await requireTwoFactor(false);
    expect(await login(person)).toHaveProperty('token');
  });

  test('signs out new administrators, who sign in again with a second factor', async () => {
    const person = await register();
    await confirmAddress(person.id);
    await requireTwoFactor(true);
    await call('PUT', `/users/users/${person.id}`, { token: admin, body: { role: 'admin' } });
    expect(await me(person.token)).toBe(401);
    expect(await demandOf(person)).toHaveProperty('setup');
  });
});

describe('a user who lost phone and codes', () => {
  test('is reset by another administrator, signed out and audited', async () => {
    const person = await register();
    await setUp(person);
    const reset = (id: string, token: string) => call('DELETE', `/users/users/${id}/two-factor`, { token });
    expect((await reset(person.id, person.token)).status).toBe(403);
    expect((await reset(person.id, admin)).status).toBe(200);
    expect(await me(person.token)).toBe(401);
    expect(await login(person)).toHaveProperty('token');
    expect(await actionsOn(person.id)).toContain('reset two-factor');
    expect((await reset(person.id, admin)).status).toBe(404);
    const self = (await call('GET', '/auth/me', { token: admin })).body.data.user.id;
    expect((await reset(self, admin)).body.code).toBe('OWN_TWO_FACTOR');
  });

  test('is reset by the operator’s command, also the last administrator', async () => {
    const person = await registerAdministrator();
    await setUp(person);
    const lines: string[] = [];
    const command = { name: 'reset-two-factor', email: person.email } as const;
    expect(await runCommand({ ...deps, database }, command, (line) => lines.push(line))).toBe(0);
    expect(lines[0]).toContain('signs in by password alone again');
    expect(await login(person)).toHaveProperty('token');
    expect(await runCommand({ ...deps, database }, command, () => {})).toBe(1);
  });

  test('loses the second factor when the account is deleted', async () => {
    const person = await register();
    await setUp(person);
    await call('DELETE', `/users/users/${person.id}`, { token: admin });
    expect(await db.$count(users, eq(users.id, person.id))).toBe(0);
    expect(await db.$count(twoFactors, eq(twoFactors.userId, person.id))).toBe(0);
  });
});
