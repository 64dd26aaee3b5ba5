import { expect, test } from 'vitest';
import { openTestDatabase } from '../../test/test-database.ts';
import { applicationSecret } from './secrets.ts';

const { db } = await openTestDatabase();

test('one secret per database, also for processes that start at the same moment', async () => {
  const secrets = await Promise.all(Array.from({ length: 8 }, () => applicationSecret(db, {})));
  expect(new Set(secrets).size).toBe(1);
  expect(secrets[0]).toMatch(/^[\w-]{43}$/);
  expect(await applicationSecret(db, {})).toBe(secrets[0]);
});

test('a given secret wins', async () => {
  expect(await applicationSecret(db, { appSecret: 'x'.repeat(32) })).toBe('x'.repeat(32));
});
