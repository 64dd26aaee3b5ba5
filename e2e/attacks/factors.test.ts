import { afterAll, beforeAll, expect } from 'vitest';
import { oneTimeCodeOf } from '../one-time-code.ts';
import { call, signIn } from '../plain-client.ts';
import { admin } from '../running-shop.ts';
import { attack } from './attack.ts';
import { type AttackedShop, openAttackedShop } from './attacked-shop.ts';

let shop: AttackedShop;

beforeAll(async () => {
  shop = await openAttackedShop();
});

afterAll(async () => {
  await shop?.stop();
});

const path = '/users/profile/two-factor';
const statusOf = async (token: string) => (await call(shop.url, 'GET', '/auth/me', { token })).status;

async function register(name: string) {
  const account = { name, email: `${name}@example.com`, password: 'Canary-password-7' };
  const { token, user } = (await call(shop.url, 'POST', '/auth/register', { body: account })).body.data;
  return { ...account, token: token as string, id: user.id as string };
}

async function setUpFactor({ token, password }: { token: string; password: string }): Promise<void> {
  const begun = await call(shop.url, 'POST', path, { token, body: { currentPassword: password } });
  const code = oneTimeCodeOf(begun.body.data.setup.secret);
  expect((await call(shop.url, 'POST', `${path}/confirm`, { token, body: { code } })).status).toBe(200);
}

attack('16', 'B5: session and password do not remove, replace or renew a factor', async (report) => {
  const victim = await register('ada');
  await setUpFactor(victim);
  const { token, password: currentPassword } = victim;
  let changed = 0;
  for (const end of ['', '/recovery-codes', '/off']) {
    for (const code of [undefined, '000000']) {
      const answer = await call(shop.url, 'POST', path + end, { token, body: { currentPassword, code } });
      if (answer.status === 200) changed += 1;
      else expect([answer.status, answer.body.errors[0].field]).toEqual([400, 'code']);
    }
  }
  expect(changed).toBe(0);
  expect((await call(shop.url, 'GET', path, { token })).body.data.twoFactor.recoveryCodesLeft).toBe(10);
  report(`${changed} of 6 calls change the factor`);
});

attack('16', 'B6: staff sessions without a factor end when the store demands one', async (report) => {
  const owner = await signIn(shop.url, admin);
  const [without, withOne] = [await register('grace'), await register('joan')];
  for (const { id } of [without, withOne]) {
    await shop.query('update users set email_verified = true where id = $1', [id]);
    await call(shop.url, 'PUT', `/users/users/${id}`, { token: owner, body: { role: 'admin' } });
  }
  expect([await statusOf(without.token), await statusOf(withOne.token)]).toEqual([401, 401]);
  const plain = await signIn(shop.url, without);
  const own = await signIn(shop.url, withOne);
  await setUpFactor({ ...withOne, token: own });
  const body = { twoFactorAuth: true };
  expect((await call(shop.url, 'PUT', '/settings', { token: owner, body })).status).toBe(200);
  expect([await statusOf(plain), await statusOf(owner), await statusOf(own)]).toEqual([401, 401, 200]);
  report('2 of 2 sessions without a factor end, 1 of 1 with one stays; appointing ended 2 of 2');
});

attack('16', 'B7: a new shop does not set an ADMIN_PASSWORD that breaks the policy', async (report) => {
  const weak = ['password1234', 'alllowercase-1!', 'Short-1!'];
  let opened = 0;
  for (const ADMIN_PASSWORD of weak) {
    const outcome = await openAttackedShop({ settings: { ADMIN_PASSWORD } }).catch(() => null);
    if (!outcome) continue;
    opened += 1;
    await outcome.stop();
  }
  expect(opened).toBe(0);
  report(`${opened} of ${weak.length} shops open`);
});
