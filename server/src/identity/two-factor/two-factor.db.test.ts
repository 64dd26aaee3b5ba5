import { eq } from 'drizzle-orm';
import { Secret, TOTP } from 'otpauth';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openTestApp } from '../../../test/test-app.ts';
import { openTestDatabase } from '../../../test/test-database.ts';
import { auditEntries } from '../../audit/audit.tables.ts';
import { runCommand } from '../../cli/shop-commands.ts';
import { passkeys, recoveryCodes, twoFactors, users } from '../identity.tables.ts';

const database = await openTestDatabase();
const { db } = database;
const { call, signIn, stepUp, register, deps } = await openTestApp(database);

let clock = new Date('2026-11-02T10:00:00Z').getTime();
deps.now = () => new Date(clock);
const pass = (minutes: number) => {
  clock += minutes * 60_000;
};
const admin = await signIn();
const setting = async (twoFactorAuth: boolean) => {
  await stepUp(admin);
  return call('PUT', '/settings', { token: admin, body: { twoFactorAuth } });
};
beforeEach(async () => {
  pass(1);
  await stepUp(admin);
});
afterEach(() => setting(false));

type Account = { email: string; password: string; token: string; id: string };

const codeOf = (secret: string, ahead = 0) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: clock + ahead * 30_000 });
const wrongCode = (secret: string) => (codeOf(secret) === '123456' ? '654321' : '123456');
const login = async ({ email, password }: Account) =>
  (await call('POST', '/auth/login', { body: { email, password } })).body.data;
const second = (twoFactorToken: string, code: string) =>
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
  pass(1);
  return { secret, address, codes: confirmed.body.data.recoveryCodes as string[] };
}

// Demanding a second factor ends the sessions of administrators without one.
await setUp({ token: admin, password: 'correct-horse-battery' });

async function anAdministrator() {
  const person = await register('Grace');
  await call('PUT', `/users/users/${person.id}`, { token: admin, body: { role: 'admin' } });
  // Being appointed ends the session.
  return { ...person, token: (await login(person)).token as string };
}

describe('somebody who set up a second factor', () => {
  test('signs in with password and code, and has no session before the code', async () => {
    const person = await register();
    const { secret, address, codes } = await setUp(person);
    expect(address).toMatch(/^otpauth:\/\/totp\/Reprise:/);
    expect(codes).toHaveLength(10);
    const demand = await login(person);
    expect(Object.keys(demand)).toEqual(['twoFactorToken']);
    expect(await me(demand.twoFactorToken)).toBe(401);
    const answer = await second(demand.twoFactorToken, codeOf(secret));
    expect(Object.keys(answer.body.data)).toEqual(['token', 'user', 'deviceToken']);
    expect(await me(answer.body.data.token)).toBe(200);
    const profile = await call('GET', '/users/profile/two-factor', { token: answer.body.data.token });
    expect(profile.body.data.twoFactor).toMatchObject({ recoveryCodesLeft: 10, required: false });
    expect(await actionsOn(person.id)).toEqual(expect.arrayContaining(['set up two-factor', 'sign in']));
  });

  test('is refused a wrong code, a used one and one of the past', async () => {
    const person = await register();
    const { secret } = await setUp(person);
    const { twoFactorToken } = await login(person);
    const wrong = await second(twoFactorToken, wrongCode(secret));
    expect([wrong.status, wrong.body.code, wrong.body.errors[0].field]).toEqual([
      401,
      'INVALID_CREDENTIALS',
      'code',
    ]);
    const code = codeOf(secret);
    expect((await second(twoFactorToken, code)).status).toBe(200);
    const again = await login(person);
    expect((await second(again.twoFactorToken, code)).status).toBe(401);
    expect((await second(again.twoFactorToken, codeOf(secret, -1))).status).toBe(401);
    expect((await second(again.twoFactorToken, codeOf(secret, 1))).status).toBe(200);
    expect(await actionsOn(person.id)).toContain('refuse sign-in');
  });

  test('has one session from one code, however often it is sent at the same moment', async () => {
    const person = await register();
    const { secret } = await setUp(person);
    const { twoFactorToken } = await login(person);
    const other = (await login(person)).twoFactorToken;
    const code = codeOf(secret);
    const answers = await Promise.all(
      [twoFactorToken, twoFactorToken, twoFactorToken, other].map((token) => second(token, code)),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  test('signs in with each recovery code once, however it is written', async () => {
    const person = await register();
    const { codes } = await setUp(person);
    const [first = '', next = ''] = codes;
    const typed = first.toUpperCase().replaceAll('-', ' ');
    expect((await second((await login(person)).twoFactorToken, typed)).status).toBe(200);
    const { twoFactorToken } = await login(person);
    expect((await second(twoFactorToken, first)).status).toBe(401);
    const { status, body } = await second(twoFactorToken, next);
    expect(status).toBe(200);
    const profile = await call('GET', '/users/profile/two-factor', { token: body.data.token });
    expect(profile.body.data.twoFactor.recoveryCodesLeft).toBe(8);
    expect(await actionsOn(person.id)).toContain('use recovery code');
  });

  test('is not looked at for a quarter of an hour after ten wrong codes, right ones included', async () => {
    const person = await register();
    const { secret } = await setUp(person);
    for (let tries = 0; tries < 10; tries++) {
      const { twoFactorToken } = await login(person);
      expect((await second(twoFactorToken, wrongCode(secret))).status).toBe(401);
    }
    const { twoFactorToken } = await login(person);
    const paused = await second(twoFactorToken, codeOf(secret));
    expect([paused.status, paused.headers['retry-after']]).toEqual([429, '900']);
    pass(16);
    const later = await login(person);
    expect((await second(later.twoFactorToken, codeOf(secret))).status).toBe(200);
  });

  test('may not use the token of the first step late, after a ban or after a new password', async () => {
    const person = await register();
    const { secret } = await setUp(person);
    const late = await login(person);
    pass(16);
    expect((await second(late.twoFactorToken, codeOf(secret))).body.errors[0].field).toBe('twoFactorToken');

    const banned = await login(person);
    await stepUp(admin);
    await call('PUT', `/users/users/${person.id}`, { token: admin, body: { status: 'banned' } });
    expect((await second(banned.twoFactorToken, codeOf(secret))).status).toBe(400);
    await call('PUT', `/users/users/${person.id}`, { token: admin, body: { status: 'active' } });

    const before = await login(person);
    const { token } = (await second((await login(person)).twoFactorToken, codeOf(secret))).body.data;
    const body = { currentPassword: person.password, newPassword: 'another one' };
    await call('PUT', '/users/profile', { token, body });
    pass(1);
    expect((await second(before.twoFactorToken, codeOf(secret))).status).toBe(400);
  });

  test('renews the recovery codes and turns it off with the password and a code', async () => {
    const person = await register();
    const { secret, codes } = await setUp(person);
    const { token, password: currentPassword } = person;
    const path = '/users/profile/two-factor';
    const send = (end: string, body: object) => call('POST', `${path}${end}`, { token, body });
    const wrong = await send('/off', { currentPassword: 'wrong!', code: codeOf(secret) });
    expect([wrong.status, wrong.body.errors[0].field]).toEqual([400, 'currentPassword']);
    const renewed = await send('/recovery-codes', { currentPassword, code: codeOf(secret) });
    expect(renewed.body.data.recoveryCodes).toHaveLength(10);
    expect((await second((await login(person)).twoFactorToken, codes[0] ?? '')).status).toBe(401);
    const [recoveryCode] = renewed.body.data.recoveryCodes;
    expect((await send('/off', { currentPassword, code: recoveryCode })).status).toBe(200);
    expect(await actionsOn(person.id)).toEqual(expect.arrayContaining(['use recovery code']));
    expect(await login(person)).toHaveProperty('token');
    expect(await db.$count(recoveryCodes, eq(recoveryCodes.userId, person.id))).toBe(0);
  });
});

describe('a second factor that is on', () => {
  const path = '/users/profile/two-factor';

  test.each(['', '/recovery-codes', '/off'])('does not change by password alone: POST %s', async (end) => {
    const person = await register();
    const { secret } = await setUp(person);
    const send = (code?: string) =>
      call('POST', path + end, { token: person.token, body: { currentPassword: person.password, code } });
    for (const refused of [await send(), await send(wrongCode(secret))]) {
      expect([refused.status, refused.body.errors[0].field]).toEqual([400, 'code']);
    }
    expect((await send(codeOf(secret))).status).toBe(200);
  });

  test('counts wrong codes there as it does at the sign-in', async () => {
    const person = await register();
    const { secret } = await setUp(person);
    const send = (code: string) =>
      call('POST', `${path}/off`, { token: person.token, body: { currentPassword: person.password, code } });
    for (let attempts = 0; attempts < 10; attempts++) await send(wrongCode(secret));
    expect((await send(codeOf(secret))).status).toBe(429);
  });
});

describe('setting it up', () => {
  test('needs the password, shows a new secret each time and ends the sessions opened without', async () => {
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

  test('keeps secret and codes unreadable in the database', async () => {
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

describe('a store that demands it of administrators', () => {
  test('leads one who has none to set it up while signing in', async () => {
    const person = await anAdministrator();
    await setting(true);
    const demand = await login(person);
    expect(demand).not.toHaveProperty('token');
    expect((await second(demand.twoFactorToken, wrongCode(demand.setup.secret))).status).toBe(401);
    const done = await second(demand.twoFactorToken, codeOf(demand.setup.secret));
    expect(done.body.data.recoveryCodes).toHaveLength(10);
    const { token } = done.body.data;
    expect((await call('GET', '/users/users', { token })).status).toBe(200);
    expect(await me(person.token)).toBe(401);
    pass(1);
    expect(await login(person)).not.toHaveProperty('setup');
    const body = { currentPassword: person.password, code: codeOf(demand.setup.secret) };
    const off = { token, body };
    const refused = await call('POST', '/users/profile/two-factor/off', off);
    expect([refused.status, refused.body.code]).toEqual([409, 'TWO_FACTOR_REQUIRED']);
  });

  test('ends the sessions of administrators without one when it begins to demand it', async () => {
    const customer = await register();
    const [without, withOne] = [await anAdministrator(), await anAdministrator()];
    const withPasskey = await anAdministrator();
    await db.insert(passkeys).values({
      ...{ id: 'psk_only', userId: withPasskey.id, name: 'Key', credentialId: 'only', publicKey: 'key' },
      ...{ counter: 0, transports: [], backedUp: false },
    });
    const plain = (await login(without)).token;
    const own = (await login(withOne)).token;
    await setUp({ ...withOne, token: own });
    await setting(true);
    const tokens = [plain, own, withPasskey.token, customer.token, admin];
    expect(await Promise.all(tokens.map(me))).toEqual([401, 200, 200, 200, 200]);
  });

  test('asks nothing more of customers, nor of administrators once it no longer demands it', async () => {
    const customer = await register();
    const person = await anAdministrator();
    await setting(true);
    expect(await login(customer)).toHaveProperty('token');
    await setting(false);
    expect(await login(person)).toHaveProperty('token');
  });

  test('signs out whoever is appointed, so that they come back with a second factor', async () => {
    const person = await register();
    await setting(true);
    await call('PUT', `/users/users/${person.id}`, { token: admin, body: { role: 'admin' } });
    expect(await me(person.token)).toBe(401);
    expect(await login(person)).toHaveProperty('setup');
  });
});

describe('somebody who lost phone and codes', () => {
  test('is reset by another administrator, signed out everywhere, and it is audited', async () => {
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

  test('is reset by the operator at the machine, also the last administrator', async () => {
    const person = await anAdministrator();
    await setUp(person);
    const said: string[] = [];
    const command = { name: 'reset-two-factor', email: person.email } as const;
    expect(await runCommand({ ...deps, database }, command, (line) => said.push(line))).toBe(0);
    expect(said[0]).toContain('signs in by password alone again');
    expect(await login(person)).toHaveProperty('token');
    expect(await runCommand({ ...deps, database }, command, () => {})).toBe(1);
  });

  test('takes the factor along when the account goes', async () => {
    const person = await register();
    await setUp(person);
    await call('DELETE', `/users/users/${person.id}`, { token: admin });
    expect(await db.$count(users, eq(users.id, person.id))).toBe(0);
    expect(await db.$count(twoFactors, eq(twoFactors.userId, person.id))).toBe(0);
  });
});
