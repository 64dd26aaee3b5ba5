import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { openTestApp } from '../../../../test/test-app.ts';
import { openTestDatabase } from '../../../../test/test-database.ts';
import { inTransaction } from '../../../platform/database/database.ts';
import { knownDevices } from '../identity.tables.ts';
import { isKnownDevice, rememberDevice } from './known-devices.ts';

const database = await openTestDatabase();
const { db } = database;
const { call, register } = await openTestApp(database);

const remember = (userId: string, network: string, deviceToken?: string, now = new Date()) =>
  inTransaction(db, (tx) => rememberDevice(tx, userId, { network, deviceToken }, now));
const known = (userId: string, network: string, deviceToken?: string) =>
  isKnownDevice(db, userId, { network, deviceToken });

test('recognizes a device by its network or token, for its own user only', async () => {
  const [ada, grace] = [await register(), await register()];
  const token = await remember(ada.id, '10.1.1.1');
  expect(token).toMatch(/^[\w-]{43}$/);
  expect(await known(ada.id, '10.1.1.1')).toBe(true);
  expect(await known(ada.id, '10.9.9.9')).toBe(false);
  expect(await known(ada.id, '10.9.9.9', token)).toBe(true);
  expect(await known(ada.id, '10.9.9.9', token)).toBe(true);
  expect(await known(grace.id, '10.1.1.1', token)).toBe(false);
  const [row] = await db.select().from(knownDevices).where(eq(knownDevices.kind, 'browser'));
  expect(row?.value).not.toBe(token);
});

test('does not recognize a device by the address of an untrusted proxy', async () => {
  const ada = await register();
  await remember(ada.id, 'proxy:10.1.1.1');
  expect(await known(ada.id, 'proxy:10.1.1.1')).toBe(false);
});

test('keeps one token per browser for all accounts and replaces an invalid one', async () => {
  const [ada, grace] = [await register(), await register()];
  const token = await remember(ada.id, '10.1.1.1');
  expect(await remember(grace.id, '10.1.1.1', token)).toBe(token);
  expect(await remember(grace.id, '10.1.1.1', 'guess')).not.toBe('guess');
});

test('stores the 20 most recently used devices of each kind', async () => {
  const { id } = await register();
  const tokens: string[] = [];
  for (let index = 1; index <= 25; index++) {
    tokens.push(await remember(id, `10.2.0.${index}`, undefined, new Date(Date.now() + index * 1000)));
  }
  const rows = await db.select().from(knownDevices).where(eq(knownDevices.userId, id));
  expect(rows).toHaveLength(40);
  expect(await known(id, '10.2.0.5', tokens[4])).toBe(false);
  expect(await known(id, '10.2.0.6')).toBe(true);
  expect(await known(id, '10.9.9.9', tokens[24])).toBe(true);
});

test('a sign-in stores the device; deleting the account deletes its devices', async () => {
  const ada = await register();
  const answer = await call('POST', '/auth/login', { body: { email: ada.email, password: ada.password } });
  const { deviceToken, token } = answer.body.data;
  expect(await known(ada.id, '10.9.9.9', deviceToken)).toBe(true);
  await call('POST', '/users/profile/delete', { token, body: { password: ada.password } });
  expect(await db.$count(knownDevices, eq(knownDevices.userId, ada.id))).toBe(0);
});
