import { expect, test } from 'vitest';
import { openTestDatabase } from '../../../test/test-database.ts';
import { createKeyring } from './keyring.ts';
import { readKeyring } from './secrets.ts';

const { db } = await openTestDatabase();

test('processes that start at the same time share one generated key', async () => {
  const keyrings = await Promise.all(Array.from({ length: 8 }, () => readKeyring(db, {})));
  expect(new Set(keyrings.map(({ current }) => current.secret)).size).toBe(1);
  expect(keyrings[0]?.current.secret).toMatch(/^[\w-]{43}$/);
  expect(await readKeyring(db, {})).toEqual(keyrings[0]);
});

test('APP_SECRET signs while the previous one and the stored one still verify', async () => {
  const stored = (await readKeyring(db, {})).current.secret;
  const appSecret = 'x'.repeat(32);
  const appSecretPrevious = 'y'.repeat(32);
  expect(await readKeyring(db, { appSecret })).toEqual(createKeyring(appSecret, stored));
  expect(await readKeyring(db, { appSecret, appSecretPrevious })).toEqual(
    createKeyring(appSecret, appSecretPrevious, stored),
  );
});
