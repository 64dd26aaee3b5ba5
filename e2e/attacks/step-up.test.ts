import { afterAll, beforeAll, expect } from 'vitest';
import { type Answer, call, signIn } from '../plain-client.ts';
import { admin } from '../running-shop.ts';
import { attack } from './attack.ts';
import { type AttackedShop, openAttackedShop } from './attacked-shop.ts';

const elevenMinutes = 11 * 60_000;
const password = 'canary-password';

let shop: AttackedShop;
/** Bearer token whose sign-in is 11 minutes old. */
let stolen: string;
/** Second such token, for the attack on deletions. */
let deleting: string;
let colleague: string;
let customer: string;

const send = (method: string, path: string, body?: unknown, token = stolen) =>
  call(shop.url, method, path, { token, ...(body !== undefined && { body }) });
const codeOf = (answer: Answer) => `${answer.status} ${answer.body?.code ?? ''}`.trim();

beforeAll(async () => {
  shop = await openAttackedShop();
  const fresh = await signIn(shop.url, admin);
  const add = async (body: object) => {
    const answer = await call(shop.url, 'POST', '/users/users', { token: fresh, body });
    expect(answer.status).toBe(201);
    return answer.body.data.user.id as string;
  };
  colleague = await add({ name: 'Grace', email: 'grace@example.com', role: 'admin' });
  customer = await add({ name: 'Ada', email: 'ada@example.com' });
  await addThings(fresh, 25);
  stolen = fresh;
  deleting = await signIn(shop.url, admin);
  await shop.setClock(elevenMinutes);
});

afterAll(async () => {
  await shop?.stop();
});

async function addThings(token: string, count: number): Promise<void> {
  for (let number = 0; number < count; number++) {
    const body = { name: `Thing ${number}`, description: 'For a test' };
    expect((await call(shop.url, 'POST', '/categories', { token, body })).status).toBe(201);
  }
}

async function categoryIds(): Promise<string[]> {
  return (await shop.query<{ id: string }>('select id from categories order by id')).map(({ id }) => id);
}

attack('G14', 'a stolen bearer of an administrator does no lasting harm', async (report) => {
  const keys = { publishableKey: 'pk_live_stolen', secretKey: 'sk_live_stolen' };
  const tries: [string, string, unknown?][] = [
    ['PUT', '/payments/keys', keys],
    ['DELETE', '/payments/keys'],
    ['PUT', '/notifications/server', { host: 'mail.thief.example', port: 587, encryption: 'tls' }],
    ['DELETE', '/notifications/server'],
    ['POST', `/users/users/${colleague}/invitation-link`, {}],
    ['PUT', `/users/users/${customer}`, { role: 'admin' }],
    ['PUT', `/users/users/${colleague}`, { role: 'customer' }],
    ['PUT', `/users/users/${colleague}`, { email: 'thief@example.com' }],
    ['PUT', `/users/users/${customer}`, { email: 'thief@example.com' }],
    ['PUT', `/users/users/${colleague}`, { status: 'banned' }],
    ['DELETE', `/users/users/${colleague}`],
    ['POST', '/users/users', { name: 'Thief', email: 'thief@example.com', role: 'admin' }],
    ['DELETE', `/users/users/${colleague}/two-factor`],
    ['GET', '/users/export'],
    ['GET', '/orders/admin/export'],
    ['GET', '/invoices/export'],
    ['GET', '/invoices/taxes/export'],
    ['GET', '/audit/export'],
    ['POST', '/products/admin/restore', { products: [{ id: 'p', version: 1, fields: {} }] }],
    ['PUT', '/settings', { storeEmail: 'thief@example.com' }],
    ['PUT', '/settings', { twoFactorAuth: true }],
    ['PUT', '/settings', { sessionTimeout: 1440 }],
    ['PUT', '/settings', { mailKeptDays: 1 }],
    ['PUT', '/settings', { jobKeptDays: 1 }],
    ['PUT', '/settings', { networkKeptDays: 1 }],
    ['PUT', '/settings', { guestKeptDays: 30 }],
    ['PUT', '/settings', { invoiceKeptYears: 1 }],
  ];
  const people = 'select id, email, role, status from users order by id';
  const before = await shop.query(people);
  const answers: string[] = [];
  for (const [method, path, body] of tries) answers.push(codeOf(await send(method, path, body)));
  expect(answers).toEqual(tries.map(() => '403 STEP_UP_REQUIRED'));
  expect(await shop.query(people)).toEqual(before);
  // The token itself is still valid: a missing step-up never signs a user out.
  expect((await send('GET', '/users/users')).status).toBe(200);
  const [{ count } = { count: 0 }] = await shop.query<{ count: number }>(
    "select count(*)::int count from audit_entries where action = 'refuse step-up'",
  );
  expect(count).toBeGreaterThanOrEqual(1);
  report(`${tries.length} of ${tries.length} calls refused, ${count} audited`);
});

attack('17', 'eleven single deletions need a step-up like one of eleven', async (report) => {
  const ids = await categoryIds();
  const answers = await Promise.all(
    ids.slice(0, 20).map((id) => send('DELETE', `/categories/${id}`, undefined, deleting)),
  );
  const deleted = answers.filter(({ status }) => status === 200);
  expect(deleted).toHaveLength(10);
  const refused = answers.filter(({ body }) => body.code === 'STEP_UP_REQUIRED');
  expect(refused).toHaveLength(10);
  const bulk = { products: Array.from({ length: 11 }, (_, n) => `prd_${n}`), change: { kind: 'delete' } };
  expect(codeOf(await send('POST', '/products/admin/bulk', bulk, stolen))).toBe('403 STEP_UP_REQUIRED');
  report(`${deleted.length} of 20 deletions without a proof`);
});

attack('17', 'rejects a call without a step-up before it reads the body', async (report) => {
  const response = await fetch(`${shop.url}/api/payments/keys`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${stolen}`, 'content-type': 'application/json' },
    body: '{ this is no JSON',
  });
  expect(response.status).toBe(403);
  report('403 for a body that cannot be read');
});

attack('17', 'a guessed password proves nothing and is counted', async (report) => {
  const account = { name: 'Mallory', email: 'mallory@example.com', password };
  const token = (await call(shop.url, 'POST', '/auth/register', { body: account })).body.data.token;
  const guesses: string[] = [];
  for (let guess = 0; guess < 8; guess++) {
    guesses.push(codeOf(await send('POST', '/auth/step-up', { password: `wrong-${guess}` }, token)));
  }
  expect(guesses[0]).toBe('400 VALIDATION_ERROR');
  expect(guesses.at(-1)).toBe('429 RATE_LIMITED');
  expect((await send('POST', '/auth/step-up', {}, token)).status).not.toBe(200);
  expect((await send('GET', '/auth/me', undefined, token)).status).toBe(200);
  const tried = guesses.filter((answer) => answer.startsWith('400')).length;
  report(`${tried} guesses looked at, then 429`);
});

attack('17', 'a step-up allows the same call for ten minutes and in one session only', async (report) => {
  const other = await signIn(shop.url, admin);
  await shop.setClock(2 * elevenMinutes);
  expect(codeOf(await send('GET', '/users/export'))).toBe('403 STEP_UP_REQUIRED');
  const proof = await send('POST', '/auth/step-up', { password: admin.password });
  expect(proof.status).toBe(200);
  expect((await send('GET', '/users/export')).status).toBe(200);
  expect(codeOf(await send('GET', '/users/export', undefined, other))).toBe('403 STEP_UP_REQUIRED');
  await shop.setClock(3 * elevenMinutes);
  expect(codeOf(await send('GET', '/users/export'))).toBe('403 STEP_UP_REQUIRED');
  report('200 after the proof, 403 eleven minutes later');
});
