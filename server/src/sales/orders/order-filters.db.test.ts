import { permissionsOf } from '@reprise/contract/permissions';
import { beforeEach, expect, test } from 'vitest';
import { codeOf, openOrderShop, orderOf, someAddress } from '../../../test/order-shop.ts';
import { openTestDatabase } from '../../../test/test-database.ts';
import { customerTags } from '../../people/customers/customers.tables.ts';
import { newId } from '../../platform/database/new-id.ts';
import type { Caller } from '../../platform/http/endpoint.ts';
import { channelOrders } from '../channel-orders/channel-orders.tables.ts';

const database = await openTestDatabase();
const { db } = database;
const shop = await openOrderShop(database);
const { call } = shop;

let admin: Caller;
let phone: string;
let laptop: string;

beforeEach(async () => {
  admin = await shop.addUser('admin');
  phone = await shop.addProduct(20);
  laptop = await shop.addProduct(20);
  return shop.expectIntegrity;
});

const placed = async (items: Record<string, number>, address: object = {}, caller?: Caller) => {
  const body = orderOf(items, { shippingAddress: { ...someAddress, ...address } });
  return (await shop.place(body, caller ? { caller } : {})).order as { id: string; orderNumber: string };
};
const list = async (query: object, caller = admin): Promise<string[]> =>
  (await call('listAllOrders', { query: { limit: '100', ...query } }, { caller })).orders.map(
    ({ id }: { id: string }) => id,
  );
/** Returns which of the orders the filter finds in the list, its summaries and its total. */
const found = async (query: object, among: { id: string }[]) => {
  const ids = await list(query);
  const { orders } = await call('listOrderSummaries', { query }, { caller: admin });
  const summaries = orders.map(({ id }: { id: string }) => id);
  const { pagination } = await call('listAllOrders', { query: { limit: '1', ...query } }, { caller: admin });
  expect([summaries.length, pagination.total]).toEqual([ids.length, ids.length]);
  return among.map(({ id }) => ids.includes(id) && summaries.includes(id));
};

test('the orders of a product are found by its id and SKU', async () => {
  const orders = [
    await placed({ [phone]: 1 }),
    await placed({ [laptop]: 1 }),
    await placed({ [phone]: 1, [laptop]: 2 }),
  ];
  const { items } = (await call('getOrder', { params: { id: orders[0]?.id } }, { caller: admin })).order;
  expect(await found({ product: phone }, orders)).toEqual([true, false, true]);
  expect(await found({ product: items[0].product.sku }, orders)).toEqual([true, false, true]);
  expect(await found({ product: 'no such product' }, orders)).toEqual([false, false, false]);
});

test('the orders of tagged customers are found, for staff who may read customers', async () => {
  const [tagged, plain] = [await shop.addUser(), await shop.addUser()];
  const tag = `vip ${newId('tag')}`.slice(0, 30).toLowerCase();
  await db.insert(customerTags).values({ userId: tagged.userId, tag, createdAt: shop.clock.now });
  const orders = [
    await placed({ [phone]: 1 }, {}, tagged),
    await placed({ [phone]: 1 }, {}, plain),
    await placed({ [phone]: 1 }),
  ];
  expect(await found({ tag }, orders)).toEqual([true, false, false]);
  expect(await found({ tag: tag.toUpperCase() }, orders)).toEqual([true, false, false]);
  const packer = { ...admin, permissions: permissionsOf(['packer']) };
  expect(await codeOf(list({ tag }, packer))).toBe('FORBIDDEN');
});

test('country, carrier and channel filter together and are offered as choices', async () => {
  const orders = [
    await placed({ [phone]: 1 }, { country: 'Canada' }),
    await placed({ [phone]: 1 }, { country: 'Canada' }),
    await placed({ [phone]: 1 }),
  ];
  const carrier = `Carrier ${newId('c')}`;
  for (const { id } of orders.slice(1)) {
    await call('recordPayment', { params: { id }, body: { method: 'cash' } }, { caller: admin });
    await call(
      'changeOrderStatus',
      { params: { id }, body: { status: 'shipped', carrier } },
      { caller: admin },
    );
  }
  const channelName = `Market ${newId('c')}`;
  const sold = {
    channelName,
    externalId: newId('x'),
    lines: [],
    buyerPaidCents: 0,
    taxCollectedCents: 0,
    isByHand: true,
  };
  await db.insert(channelOrders).values({ ...sold, orderId: orders[1]?.id ?? '' } as never);
  expect(await found({ country: 'Canada' }, orders)).toEqual([true, true, false]);
  expect(await found({ carrier }, orders)).toEqual([false, true, true]);
  expect(await found({ channel: channelName }, orders)).toEqual([false, true, false]);
  expect(await found({ channel: 'Online store' }, orders)).toEqual([true, false, true]);
  expect(await found({ country: 'Canada', carrier, channel: channelName, product: phone }, orders)).toEqual([
    false,
    true,
    false,
  ]);
  const choices = await call('listOrderFilterChoices', {}, { caller: admin });
  expect(choices.countries).toEqual(expect.arrayContaining(['Canada', 'United States']));
  expect(choices.carriers).toContain(carrier);
  expect(choices.channels).toContain(channelName);
});
