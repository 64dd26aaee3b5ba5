import { expect, test } from 'vitest';
import { openTestApp } from '../../../../test/test-app.ts';
import { openTestDatabase } from '../../../../test/test-database.ts';
import { rateLimits } from './rate-limits.tables.ts';

const database = await openTestDatabase();
const limited = { RATE_LIMIT: 'on' };
const { app, call, signIn } = await openTestApp(database, limited);
// A second process on the same database.
const other = await openTestApp(database, limited);

const attempt = (email: string, remoteAddress = '127.0.0.1', headers = {}, target = app) =>
  target.inject({
    method: 'POST',
    url: '/api/auth/login',
    payload: { email, password: 'wrong' },
    remoteAddress,
    headers,
  });

test('the sixth sign-in a minute for one account and address is limited on every process', async () => {
  const email = 'victim@shop.test';
  for (let tries = 1; tries <= 5; tries++) {
    const target = tries % 2 ? app : other.app;
    expect((await attempt(email, '198.51.100.1', {}, target)).statusCode).toBe(401);
  }
  for (const target of [app, other.app]) {
    const response = await attempt(' Victim@Shop.test', '198.51.100.1', {}, target);
    expect([response.statusCode, response.json().code]).toEqual([429, 'RATE_LIMITED']);
    expect(Number(response.headers['retry-after'])).toBeGreaterThan(0);
  }
  expect((await attempt(email, '198.51.100.2')).statusCode).toBe(401);
  const keys = (await database.db.select({ key: rateLimits.key }).from(rateLimits)).map(({ key }) => key);
  expect(keys.length).toBeGreaterThan(0);
  for (const key of keys) expect(key).not.toContain('@');
});

test('one address may sign in thirty times a minute over all accounts', async () => {
  const statuses = [];
  for (let tries = 0; tries < 31; tries++) {
    statuses.push((await attempt(`someone${tries}@shop.test`, '198.51.100.3')).statusCode);
  }
  expect(statuses.filter((status) => status === 401)).toHaveLength(30);
  expect(statuses.at(-1)).toBe(429);
});

test('a forwarded address from an untrusted proxy does not evade the limit', async () => {
  const forged = (tries: number) => ({ 'x-forwarded-for': `203.0.113.${tries}` });
  for (let tries = 0; tries < 5; tries++) await attempt('forged@shop.test', '198.51.100.4', forged(tries));
  expect((await attempt('forged@shop.test', '198.51.100.4', forged(99))).statusCode).toBe(429);
});

test('fifty concurrent calls of the back office are not limited', async () => {
  const token = await signIn();
  const answers = await Promise.all(
    Array.from({ length: 50 }, () => call('GET', '/orders/admin/all', { token })),
  );
  expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([200]));
});
