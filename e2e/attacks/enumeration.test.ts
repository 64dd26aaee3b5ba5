import { afterAll, beforeAll, expect } from 'vitest';
import { type Answer, call } from '../plain-client.ts';
import { attack } from './attack.ts';
import { type AttackedShop, openAttackedShop } from './attacked-shop.ts';
import { newNetwork } from './staff.ts';

let shop: AttackedShop;

beforeAll(async () => {
  shop = await openAttackedShop();
});

afterAll(async () => {
  await shop?.stop();
});

attack('15', 'a sign-in answers alike for a known and an unknown e-mail', async (report) => {
  const known = { name: 'Ada', email: 'ada@example.com', password: 'canary-password' };
  expect((await call(shop.url, 'POST', '/auth/register', { body: known })).status).toBe(201);
  const login = (email: string) => {
    const body = { email, password: 'wrong' };
    return call(shop.url, 'POST', '/auth/login', { body, from: newNetwork() });
  };
  const [right, wrong] = await Promise.all([known.email, 'nobody@example.com'].map(login));
  expect(shapeOf(wrong)).toEqual(shapeOf(right));
  const ratio = await compareTimes(
    () => login('nobody@example.com'),
    () => login(known.email),
  );
  expect(ratio).toBeGreaterThan(0.5);
  report(`both ${right?.status}, unknown against known takes ${ratio.toFixed(2)} of the time`);
});

attack('15', 'a change of e-mail answers alike for a free and a taken address', async (report) => {
  const from = '203.0.113.15';
  const register = async (email: string) => {
    const body = { name: 'Ada', email, password: 'canary-password' };
    return (await call(shop.url, 'POST', '/auth/register', { body, from })).body.data.token as string;
  };
  await register('taken@example.com');
  const change = async (token: string, email: string) => {
    const body = { email, currentPassword: 'canary-password' };
    const answer = await call(shop.url, 'PUT', '/users/profile', { token, body });
    const { user } = answer.body.data;
    expect(user.pendingEmail).toBe(email);
    const shown = [user.email === email, user.emailVerified, Object.keys(user).sort()];
    return JSON.stringify([answer.status, answer.body.message, shown, [...answer.headers.keys()].sort()]);
  };
  const answers: string[] = [];
  const ratios: number[] = [];
  for (let round = 0; round < 6; round++) {
    const [first, second] = [
      await register(`asker-${round}@example.com`),
      await register(`other-${round}@example.com`),
    ];
    const times: number[] = [];
    const pair = [
      [first, 'taken@example.com'],
      [second, `free-${round}@example.com`],
    ] as const;
    // The order alternates, because the first of two calls finds colder caches.
    for (const index of round % 2 === 0 ? [0, 1] : [1, 0]) {
      const [token, email] = pair[index] ?? pair[0];
      const start = performance.now();
      answers.push(await change(token, email));
      times[index] = performance.now() - start;
    }
    ratios.push((times[0] ?? 0) / (times[1] ?? 1));
  }
  expect(new Set(answers).size).toBe(1);
  const median = ratios.sort((a, b) => a - b)[3] ?? 0;
  report(`12 answers alike, taken against free takes ${median.toFixed(2)} of the time`);
});

attack('15', 'registration refuses a taken address after the same work', async (report) => {
  const body = { name: 'Ada', email: 'once@example.com', password: 'canary-password' };
  const from = '203.0.113.16';
  expect((await call(shop.url, 'POST', '/auth/register', { body, from })).status).toBe(201);
  const refused = await call(shop.url, 'POST', '/auth/register', { body, from });
  expect([refused.status, refused.body.message]).toEqual([409, 'Registration failed. Please try again.']);
  const common = { ...body, password: '123456' };
  const [known, unknown] = await Promise.all(
    ['once@example.com', 'never@example.com'].map((email) =>
      call(shop.url, 'POST', '/auth/register', { body: { ...common, email }, from }),
    ),
  );
  expect(shapeOf(unknown)).toEqual(shapeOf(known));
  const register = (email: string) =>
    call(shop.url, 'POST', '/auth/register', { body: { ...body, email }, from: newNetwork() });
  const ratio = await compareTimes(
    () => register('once@example.com'),
    (round) => register(`free-name-${round}@example.com`),
  );
  expect(ratio).toBeGreaterThan(0.5);
  report(`a common password tells nothing, taken against free takes ${ratio.toFixed(2)} of the time`);
});

/**
 * Returns the time of `first` as a share of that of `second`: the best of six rounds, to exclude other load on the
 * machine.
 */
async function compareTimes(
  first: (round: number) => Promise<unknown>,
  second: (round: number) => Promise<unknown>,
): Promise<number> {
  const best = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  for (let round = 0; round < 6; round++) {
    for (const [index, send] of [first, second].entries()) {
      const start = performance.now();
      await send(round);
      best[index] = Math.min(best[index] ?? 0, performance.now() - start);
    }
  }
  return (best[0] ?? 0) / (best[1] ?? 1);
}

function shapeOf(answer: Answer | undefined) {
  return [answer?.status, { ...answer?.body, requestId: '' }, [...(answer?.headers.keys() ?? [])].sort()];
}
