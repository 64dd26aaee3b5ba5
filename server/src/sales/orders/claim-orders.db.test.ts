import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { codeOf, openOrderShop, orderOf, someAddress } from '../../../test/order-shop.ts';
import { openTestDatabase } from '../../../test/test-database.ts';
import { users } from '../../people/identity/identity.tables.ts';
import type { Caller } from '../../platform/http/endpoint.ts';
import { hourMs } from '../../platform/time.ts';

const database = await openTestDatabase();
const shop = await openOrderShop(database);

async function addCustomer(email: string): Promise<Caller> {
  const caller = await shop.addUser();
  await database.db.update(users).set({ email }).where(eq(users.id, caller.userId));
  return caller;
}

async function placeAs(email: string): Promise<{ id: string; orderToken: string }> {
  const shippingAddress = { ...someAddress, email };
  const body = orderOf({ [await shop.addProduct(1)]: 1 }, { shippingAddress });
  const { order, accessToken } = await shop.place(body);
  return { id: order.id, orderToken: accessToken };
}

const claim = (id: string, as: { caller: Caller; orderToken?: string }) =>
  shop.call('claimOrder', { params: { id } }, as);
const read = (id: string, as: object) => shop.call('getOrder', { params: { id } }, as);

test('a new customer adds the guest order with its token, also twice, and the token stays valid', async () => {
  const caller = await addCustomer('grace@claim.example.com');
  const { id, orderToken } = await placeAs('grace@claim.example.com');
  expect(await codeOf(read(id, { caller }))).toBe('NOT_FOUND');
  await claim(id, { caller, orderToken });
  await claim(id, { caller, orderToken });
  expect((await read(id, { caller })).order.user.id).toBe(caller.userId);
  expect((await read(id, { orderToken })).order.id).toBe(id);
});

test('an order cannot be claimed without its token, with another email, or from another account', async () => {
  const owner = await addCustomer('ada@claim.example.com');
  const stranger = await addCustomer('eve@claim.example.com');
  const { id, orderToken } = await placeAs('ada@claim.example.com');
  const other = await placeAs('ada@claim.example.com');
  expect(await codeOf(claim(id, { caller: owner }))).toBe('NOT_FOUND');
  expect(await codeOf(claim(id, { caller: owner, orderToken: other.orderToken }))).toBe('NOT_FOUND');
  expect(await codeOf(claim(id, { caller: stranger, orderToken }))).toBe('NOT_FOUND');
  await claim(id, { caller: owner, orderToken });
  const second = await addCustomer('second@claim.example.com');
  await database.db.update(users).set({ email: 'gone@claim.example.com' }).where(eq(users.id, owner.userId));
  await database.db.update(users).set({ email: 'ada@claim.example.com' }).where(eq(users.id, second.userId));
  expect(await codeOf(claim(id, { caller: second, orderToken }))).toBe('NOT_FOUND');
});

test('an account with an unverified email claims new orders only', async () => {
  const caller = await addCustomer('joan@claim.example.com');
  await database.db.update(users).set({ emailVerified: false }).where(eq(users.id, caller.userId));
  const { id, orderToken } = await placeAs('joan@claim.example.com');
  shop.clock.now = new Date(shop.clock.now.getTime() + 2 * hourMs);
  expect(await codeOf(claim(id, { caller, orderToken }))).toBe('NOT_FOUND');
  await database.db.update(users).set({ emailVerified: true }).where(eq(users.id, caller.userId));
  await claim(id, { caller, orderToken });
  expect((await read(id, { caller })).order.user.id).toBe(caller.userId);
});
