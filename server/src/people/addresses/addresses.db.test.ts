import { expect, test } from 'vitest';
import { someAddress } from '../../../test/order-shop.ts';
import { openTestApp } from '../../../test/test-app.ts';
import { openTestDatabase } from '../../../test/test-database.ts';
import { addresses } from './addresses.tables.ts';

const database = await openTestDatabase();
const { call, register } = await openTestApp(database);

const { email: _, ...home } = someAddress;
const path = '/users/profile/addresses';
const add = (token: string, body: object) => call('POST', path, { token, body });
const list = async (token: string) => (await call('GET', path, { token })).body.data.addresses;
const streets = async (token: string) =>
  (await list(token)).map(({ address, isDefault }: { address: string; isDefault: boolean }) => [
    address,
    isDefault,
  ]);

test('the first address is the default until another replaces it', async () => {
  const { token } = await register();
  expect(await list(token)).toEqual([]);
  const added = await add(token, home);
  expect([added.status, added.body.data.addresses]).toMatchObject([
    201,
    [{ ...home, id: expect.any(String), isDefault: true }],
  ]);
  await add(token, { ...home, address: 'Work' });
  expect(await streets(token)).toEqual([
    [home.address, true],
    ['Work', false],
  ]);
  await add(token, { ...home, address: 'Work', isDefault: true });
  expect(await streets(token)).toEqual([
    ['Work', true],
    [home.address, false],
  ]);
});

test('an address can be changed and removed by its owner only', async () => {
  const { token } = await register();
  const stranger = await register();
  await add(token, home);
  await add(token, { ...home, address: 'Work' });
  const [{ id }] = await list(token);
  const body = { ...home, address: 'Moved' };
  for (const [method, sent] of [
    ['PUT', { body }],
    ['DELETE', {}],
  ] as const) {
    expect((await call(method, `${path}/${id}`, { token: stranger.token, ...sent })).status).toBe(404);
    expect((await call(method, `${path}/${id}`, sent)).status).toBe(401);
  }
  expect((await call('PUT', `${path}/${id}`, { token, body: { ...home, city: ' ' } })).status).toBe(400);
  expect((await call('PUT', `${path}/${id}`, { token, body })).status).toBe(200);
  expect(await streets(token)).toEqual([
    ['Moved', true],
    ['Work', false],
  ]);
  expect((await call('DELETE', `${path}/${id}`, { token })).status).toBe(200);
  expect(await streets(token)).toEqual([['Work', true]]);
  expect(await list(stranger.token)).toEqual([]);
});

test('an account has at most ten addresses under concurrent saves', async () => {
  const { token } = await register();
  for (let n = 1; n <= 9; n++) await add(token, { ...home, address: `${n} Street` });
  const answers = await Promise.all(['A', 'B'].map((address) => add(token, { ...home, address })));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409]);
  expect(answers.find(({ status }) => status === 409)?.body.code).toBe('ADDRESSES_FULL');
  expect((await add(token, { ...home, address: '1 Street' })).status).toBe(201);
  expect(await list(token)).toHaveLength(10);
});

test('addresses are exported and deleted with the account', async () => {
  const { token, password } = await register();
  await add(token, { ...home, address: 'Only here' });
  const { body } = await call('GET', '/users/profile/export', { token });
  expect(body.data.addresses).toMatchObject([{ address: 'Only here' }]);
  await call('POST', '/users/profile/delete', { token, body: { password } });
  expect(JSON.stringify(await database.db.select().from(addresses))).not.toContain('Only here');
});
