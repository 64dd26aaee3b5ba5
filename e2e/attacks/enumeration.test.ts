import { afterAll, beforeAll, expect } from 'vitest';
import { type Answer, call } from '../plain-client.ts';
import { attack } from './attack.ts';
import { type AttackedShop, openAttackedShop } from './attacked-shop.ts';

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
  const [right, wrong] = await Promise.all(
    [known.email, 'nobody@example.com'].map((email) =>
      call(shop.url, 'POST', '/auth/login', { body: { email, password: 'wrong' } }),
    ),
  );
  expect(shapeOf(wrong)).toEqual(shapeOf(right));
  report(`both ${right?.status}`);
});

function shapeOf(answer: Answer | undefined) {
  return [answer?.status, { ...answer?.body, requestId: '' }, [...(answer?.headers.keys() ?? [])].sort()];
}
