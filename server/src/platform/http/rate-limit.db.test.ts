import { expect, test } from 'vitest';
import { openTestApp } from '../../../test/test-app.ts';
import { openTestDatabase } from '../../../test/test-database.ts';
import { rateLimits } from './rate-limits.tables.ts';

const database = await openTestDatabase();
const limited = { RATE_LIMIT: 'on' };
const { app, call, signIn } = await openTestApp(database, limited);
// A second process on the same database.
const other = await openTestApp(database, limited);

const attempt = (email: string, remoteAddress = '127.0.0.1', headers = {}, on = app) =>
  on.inject({
    method: 'POST',
    url: '/api/auth/login',
    payload: { email, password: 'wrong' },
    remoteAddress,
    headers,
  });

test('the sixth sign-in within a minute on one account from one address waits, on every process', async () => {
  const email = 'victim@shop.test';
  for (let tries = 1; tries <= 5; tries++) {
    const on = tries % 2 ? app : other.app;
    expect((await attempt(email, '198.51.100.1', {}, on)).statusCode).toBe(401);
  }
  for (const on of [app, other.app]) {
    const refused = await attempt(' Victim@Shop.test', '198.51.100.1', {}, on);
    expect([refused.statusCode, refused.json().code]).toEqual([429, 'RATE_LIMITED']);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  }
  expect((await attempt(email, '198.51.100.2')).statusCode).toBe(401);
  const keys = (await database.db.select({ key: rateLimits.key }).from(rateLimits)).map(({ key }) => key);
  expect(keys.length).toBeGreaterThan(0);
  for (const key of keys) expect(key).not.toContain('@');
});

test('one address may try thirty times a minute, whatever the accounts', async () => {
  const statuses = [];
  for (let tries = 0; tries < 31; tries++) {
    statuses.push((await attempt(`someone${tries}@shop.test`, '198.51.100.3')).statusCode);
  }
  expect(statuses.filter((status) => status === 401)).toHaveLength(30);
  expect(statuses.at(-1)).toBe(429);
});

test('a forwarded address counts only when it comes from a trusted proxy', async () => {
  const forged = (tries: number) => ({ 'x-forwarded-for': `203.0.113.${tries}` });
  for (let tries = 0; tries < 5; tries++) await attempt('forged@shop.test', '198.51.100.4', forged(tries));
  expect((await attempt('forged@shop.test', '198.51.100.4', forged(99))).statusCode).toBe(429);
});

test('a page that makes ten calls at once is no flood', async () => {
  const token = await signIn();
  const answers = await Promise.all(
    Array.from({ length: 50 }, () => call('GET', '/orders/admin/all', { token })),
  );
  expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([200]));
});
