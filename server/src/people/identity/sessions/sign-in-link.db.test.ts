import { and, eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { mailedSecrets } from '../../../../test/mailed-links.ts';
import { openTestApp } from '../../../../test/test-app.ts';
import { openTestDatabase } from '../../../../test/test-database.ts';
import { runCommand } from '../../../cli/shop-commands.ts';
import { mails } from '../../../foundations/notifications/notifications.tables.ts';
import { rateLimits } from '../../../platform/http/rate-limit/rate-limits.tables.ts';
import { knownDevices } from '../identity.tables.ts';
import { tokenHash } from './token-hash.ts';

const database = await openTestDatabase();
const { db } = database;
const { call, register, deps } = await openTestApp(database, {
  RATE_LIMIT: 'on',
  TRUSTED_PROXIES: '127.0.0.1',
});

const login = (body: object, from: string) =>
  call('POST', '/auth/login', { body, headers: { 'x-forwarded-for': from } });
const expectLinkRequired = (answer: { status: number; body: { code: string } }) =>
  expect([answer.status, answer.body.code]).toEqual([401, 'SIGN_IN_LINK_REQUIRED']);

/** Sets the count to 50 wrong passwords within the hour. */
async function blockStrangers(email: string) {
  const row = {
    key: `wrong-sign-in:${tokenHash(email)}`,
    points: 50,
    expire: new Date(Date.now() + 3_600_000),
  };
  await db.insert(rateLimits).values(row).onConflictDoUpdate({ target: rateLimits.key, set: row });
}

async function mailsTo(email: string, kind: string) {
  await deps.jobs.workUntilIdle();
  return db.$count(mails, and(eq(mails.recipient, email), eq(mails.kind, kind)));
}
const linksTo = (email: string) => mailedSecrets(deps.environment.dataDir, email, 'login');

test('requires a mailed link from an unknown device, not from a known one', async () => {
  const { email, password } = await register();
  const home = (await login({ email, password }, '10.1.0.1')).body.data;
  await blockStrangers(email);
  expectLinkRequired(await login({ email, password }, '10.1.0.2'));
  expect(await mailsTo(email, 'sign-in-link')).toBe(1);
  const [signInLink] = linksTo(email);
  expect((await login({ email, password: 'wrong one', signInLink }, '10.1.0.3')).status).toBe(401);
  expect((await login({ email, password, signInLink }, '10.1.0.4')).status).toBe(200);
  expectLinkRequired(await login({ email, password, signInLink }, '10.1.0.5'));
  expect((await login({ email, password }, '10.1.0.4')).status).toBe(200);
  expect((await login({ email, password }, '10.1.0.1')).status).toBe(200);
  expect((await login({ email, password, deviceToken: home.deviceToken }, '10.1.0.6')).status).toBe(200);
});

test('answers wrong passwords and unknown emails alike, without a link', async () => {
  const { email, password } = await register();
  const unknown = `${crypto.randomUUID()}@shop.test`;
  await Promise.all([email, unknown].map(blockStrangers));
  const answers = [
    await login({ email, password }, '10.2.0.1'),
    await login({ email, password: 'wrong one' }, '10.2.0.2'),
    await login({ email: unknown, password }, '10.2.0.3'),
  ];
  const shapes = answers.map(({ status, body }) => JSON.stringify([status, { ...body, requestId: '' }]));
  expect(new Set(shapes).size).toBe(1);
  expect(await mailsTo(email, 'sign-in-link')).toBe(1);
});

test('mails three links per hour, and one warning at the 51st wrong password', async () => {
  const { email, password, id } = await register();
  await db.delete(knownDevices).where(eq(knownDevices.userId, id));
  await blockStrangers(email);
  for (let index = 0; index < 5; index++) {
    expectLinkRequired(await login({ email, password: 'wrong one' }, `10.3.0.${index}`));
    expectLinkRequired(await login({ email, password }, `10.3.1.${index}`));
  }
  expect(await mailsTo(email, 'sign-in-link')).toBe(3);
  expect(await mailsTo(email, 'sign-in-attempts')).toBe(1);
});

test('a correct password uncounts its attempt, a new one resets the count', async () => {
  const { email, password } = await register();
  await login({ email, password }, '10.4.0.1');
  await login({ email, password: 'wrong one' }, '10.4.0.2');
  const counted = await db
    .select()
    .from(rateLimits)
    .where(eq(rateLimits.key, `wrong-sign-in:${tokenHash(email)}`));
  expect(counted[0]?.points).toBe(1);
  await blockStrangers(email);
  await call('POST', '/auth/forgot-password', { body: { email } });
  await deps.jobs.workUntilIdle();
  const [token] = mailedSecrets(deps.environment.dataDir, email, 'reset-password');
  await call('POST', '/auth/reset-password', { body: { token, password: 'a new password' } });
  expect((await login({ email, password: 'a new password' }, '10.4.0.3')).status).toBe(200);
});

test('the command sign-in-link prints a link without a mail server', async () => {
  const { email, password } = await register();
  await blockStrangers(email);
  const lines: string[] = [];
  const run = (command: { name: 'sign-in-link'; email: string }) =>
    runCommand({ ...deps, database }, command, (line) => lines.push(line));
  expect(await run({ name: 'sign-in-link', email: 'nobody@shop.test' })).toBe(1);
  expect(await run({ name: 'sign-in-link', email })).toBe(0);
  const signInLink = /\/login#token=(\S+)/.exec(lines.join('\n'))?.[1];
  expect((await login({ email, password, signInLink }, '10.5.0.1')).status).toBe(200);
});
