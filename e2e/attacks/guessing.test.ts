import { afterAll, beforeAll, expect } from 'vitest';
import { shopCommand } from '../faults/shop-command.ts';
import { type Answer, call } from '../plain-client.ts';
import { attack } from './attack.ts';
import { type AttackedShop, openAttackedShop } from './attacked-shop.ts';
import { waitForLink } from './mailed-link.ts';

const owner = { name: 'Owner', email: 'owner@example.com', password: 'canary-password' };
const other = { name: 'Other', email: 'other@example.com', password: 'canary-password' };
const home = '203.0.113.7';

let shop: AttackedShop;
let token: string;
let deviceToken: string;

const login = (body: object, from: string) => call(shop.url, 'POST', '/auth/login', { body, from });
const network = (number: number) => `10.${number >> 16}.${(number >> 8) & 255}.${number & 255}`;

/** Tries wrong passwords, each from its own network, a few in parallel; counts the responses by code. */
async function guess(email: string, count: number, first: number): Promise<Record<string, number>> {
  const codes: Record<string, number> = {};
  for (let done = 0; done < count; done += 16) {
    const batch = Array.from({ length: Math.min(16, count - done) }, (_, index) => first + done + index);
    const answers = await Promise.all(
      batch.map((number) => login({ email, password: `guess ${number}` }, network(number))),
    );
    for (const { body } of answers) codes[body.code] = (codes[body.code] ?? 0) + 1;
  }
  return codes;
}

function shapeOf(answer: Answer): string {
  const { requestId: _, ...body } = answer.body;
  return JSON.stringify([answer.status, body, [...answer.headers.keys()].sort()]);
}

beforeAll(async () => {
  shop = await openAttackedShop({ settings: { PUBLIC_URL: 'http://shop.test' } });
  const registered = await call(shop.url, 'POST', '/auth/register', { body: owner, from: home });
  ({ token, deviceToken } = registered.body.data);
  await call(shop.url, 'POST', '/auth/register', { body: other, from: home });
});

afterAll(async () => {
  await shop?.stop();
});

attack('G10', '1,000 networks guess one password', async (report) => {
  const codes = await guess(owner.email, 1000, 1);
  expect(codes.INVALID_CREDENTIALS).toBe(50);
  expect(codes.SIGN_IN_LINK_REQUIRED).toBe(950);
  const unknown = await guess('nobody@example.com', 60, 100_000);
  expect(unknown).toEqual({ INVALID_CREDENTIALS: 50, SIGN_IN_LINK_REQUIRED: 10 });
  const shapes = [
    await login({ email: owner.email, password: owner.password }, network(200_001)),
    await login({ email: owner.email, password: 'wrong again' }, network(200_002)),
    await login({ email: 'nobody@example.com', password: 'wrong again' }, network(200_003)),
  ].map(shapeOf);
  expect(new Set(shapes).size).toBe(1);
  expect((await login(owner, home)).status).toBe(200);
  expect((await login({ ...owner, deviceToken }, network(200_004))).status).toBe(200);
  const link = await waitForLink(shop.dataDir, owner.email, 'login');
  expect((await login({ ...owner, signInLink: link }, network(200_005))).status).toBe(200);
  const mails = await shop.query<{ kind: string }>('select kind from mails where recipient = $1', [
    owner.email,
  ]);
  const warned = mails.filter(({ kind }) => kind === 'sign-in-attempts').length;
  expect(warned).toBe(1);
  report(`50 of 1000 passwords tried, the owner is warned ${warned} time and signs in from 3 of 3 devices`);
});

attack('10', 'a stranger with the right password has three links an hour', async (report) => {
  await guess(other.email, 50, 300_000);
  for (let number = 0; number < 6; number++) {
    expect((await login(other, network(310_000 + number))).body.code).toBe('SIGN_IN_LINK_REQUIRED');
  }
  await waitForLink(shop.dataDir, other.email, 'login', 3);
  const [row] = await shop.query<{ links: number }>(
    `select count(*)::int as links from verifications v join users u on v.identifier = 'sign-in-link:' || u.id
     where u.email = $1`,
    [other.email],
  );
  expect(row?.links).toBe(3);
  report('6 sign-ins cause 3 mails');
});

attack('10', 'the operator prints a link where no mail server is', async (report) => {
  // The attack before has used up the limit of this e-mail address.
  const { output: printed } = await shopCommand(
    { ...shop, settings: { PUBLIC_URL: 'http://shop.test', DEMO: '0' } },
    'sign-in-link',
    other.email,
  );
  const signInLink = /^http:\/\/shop\.test\/login#token=(\S+)$/m.exec(printed)?.[1];
  expect((await login({ ...other, signInLink }, network(330_000))).status).toBe(200);
  expect((await login({ ...other, signInLink }, network(330_001))).status).toBe(401);
  report('the link signs in once');
});

attack(
  '10',
  '100 wrong current passwords from a stolen session, over every endpoint that takes one',
  async (report) => {
    const calls = ['/users/profile/delete', '/users/profile/two-factor', '/auth/step-up', '/users/profile'];
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, number) => {
        const path = calls[number % calls.length] ?? '';
        const wrong = `guess ${number}`;
        const body =
          path === '/users/profile'
            ? { currentPassword: wrong, newPassword: 'attackers-password' }
            : path === '/users/profile/two-factor'
              ? { currentPassword: wrong }
              : { password: wrong };
        const method = path === '/users/profile' ? 'PUT' : 'POST';
        return call(shop.url, method, path, { token, body, from: network(400_000 + number) });
      }),
    );
    const verified = answers.filter(({ status }) => status === 400).length;
    expect(verified).toBeLessThanOrEqual(10);
    expect(answers.every(({ status }) => [400, 429, 503].includes(status))).toBe(true);
    report(`${verified} of 100 passwords compared`);
  },
);

attack('10', 'common passwords are refused wherever one is chosen', async (report) => {
  const common = [
    '123456',
    'password',
    'Password1',
    'qwerty123',
    'letmein',
    'iloveyou',
    'admin123',
    'p@ssw0rd',
  ];
  let taken = 0;
  for (const [number, password] of common.entries()) {
    const body = { name: 'Weak', email: `weak-${number}@example.com`, password };
    const answer = await call(shop.url, 'POST', '/auth/register', { body, from: network(500_000 + number) });
    if (answer.status === 201) taken += 1;
    else expect([answer.status, answer.body.message]).toEqual([400, 'This password is too common.']);
  }
  expect(taken).toBe(0);
  report(`${taken} of ${common.length} taken`);
});
