import { and, eq } from 'drizzle-orm';
import { Secret, TOTP } from 'otpauth';
import { describe, expect, test } from 'vitest';
import { openTestApp } from '../../../../test/test-app.ts';
import { openTestDatabase } from '../../../../test/test-database.ts';
import { auditEntries } from '../../../foundations/audit/audit.tables.ts';
import { sessions } from '../identity.tables.ts';

const database = await openTestDatabase();
const { db } = database;
const { call, signIn, register, deps } = await openTestApp(database);
let clock = new Date('2026-11-02T10:00:00Z').getTime();
deps.now = () => new Date(clock);
const advance = (minutes: number) => {
  clock += minutes * 60_000;
};
const stepUp = (token: string, body: object) => call('POST', '/auth/step-up', { token, body });
const exportUsers = async (token: string) => (await call('GET', '/users/export', { token })).status;
const auditedFailuresOf = (id: string) =>
  db
    .select()
    .from(auditEntries)
    .where(and(eq(auditEntries.actorId, id), eq(auditEntries.action, 'refuse step-up')));

describe('a step-up', () => {
  test('is required again eleven minutes after the sign-in, not after ten', async () => {
    const token = await signIn();
    advance(10);
    expect(await exportUsers(token)).toBe(200);
    advance(1);
    const rejected = await call('GET', '/users/export', { token });
    expect([rejected.status, rejected.body.code]).toEqual([403, 'STEP_UP_REQUIRED']);
  });

  test('is required in a session opened before the column existed', async () => {
    const token = await signIn();
    await db.update(sessions).set({ provedAt: null });
    expect(await exportUsers(token)).toBe(403);
  });

  test('takes either the password or a code, never both or neither', async () => {
    const person = await register();
    const path = '/users/profile/two-factor';
    const begun = await call('POST', path, {
      token: person.token,
      body: { currentPassword: person.password },
    });
    const { secret } = begun.body.data.setup;
    const totp = new TOTP({ secret: Secret.fromBase32(secret) });
    const code = () => totp.generate({ timestamp: clock });
    const done = await call('POST', `${path}/confirm`, { token: person.token, body: { code: code() } });
    const [recovery] = done.body.data.recoveryCodes;
    const ways = await call('GET', '/auth/step-up', { token: person.token });
    expect(ways.body.data.methods).toEqual(['password', 'code']);

    advance(1);
    const freshCode = code();
    expect((await stepUp(person.token, { password: person.password })).status).toBe(200);
    expect((await stepUp(person.token, { code: freshCode })).status).toBe(200);
    const wrong = [
      { code: freshCode },
      { password: 'secret2' },
      {},
      { password: person.password, code: recovery },
    ];
    for (const body of wrong) expect((await stepUp(person.token, body)).status).toBe(400);
    expect((await stepUp(person.token, { code: recovery })).status).toBe(200);
    expect((await stepUp(person.token, { code: recovery })).status).toBe(400);
    expect(await auditedFailuresOf(person.id)).toHaveLength(3);
  });

  test('is rejected without a session', async () => {
    expect((await call('POST', '/auth/step-up', { body: { password: 'any' } })).status).toBe(401);
    expect((await stepUp('x'.repeat(43), { password: 'any' })).status).toBe(401);
  });
});

test('audits calls without a recent step-up once a minute', async () => {
  const token = await signIn();
  const { id } = (await call('GET', '/auth/me', { token })).body.data.user;
  const before = (await auditedFailuresOf(id)).length;
  advance(11);
  for (let time = 0; time < 5; time++) await exportUsers(token);
  expect(await auditedFailuresOf(id)).toHaveLength(before + 1);
  advance(2);
  await exportUsers(token);
  const after = await auditedFailuresOf(id);
  expect(after).toHaveLength(before + 2);
  expect(after[0]?.after).toEqual({ why: 'no recent proof', call: 'exportUsers' });
});

test('changes name, phone and a customer’s status without a recent step-up', async () => {
  const token = await signIn();
  const { id } = await register();
  advance(11);
  const body = { name: 'Ada Byron', phone: '555', status: 'inactive', role: 'customer' };
  expect((await call('PUT', `/users/users/${id}`, { token, body })).status).toBe(200);
});
