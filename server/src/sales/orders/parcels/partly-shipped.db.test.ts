import { afterEach, expect, test } from 'vitest';
import { openReturnShop, type SoldOrder } from '../../../../test/return-shop.ts';
import { openTestDatabase } from '../../../../test/test-database.ts';

const shop = await openReturnShop(await openTestDatabase());
const { cable, call, phone, sell, setStatus, staff } = shop;

afterEach(shop.expectIntegrity);

const list = async (query: object) => (await staff('listAllOrders', { query })).orders;
const idsOf = async (query: object) => (await list(query)).map(({ id }: { id: string }) => id);
const find = async (query: object, { id }: SoldOrder) =>
  (await list(query)).find((order: { id: string }) => order.id === id);
const shipPhone = (sold: SoldOrder, more: object = {}) => {
  const lines = [{ product: phone, quantity: 1, units: [sold.numbers[0]] }];
  return staff('shipParcel', { params: { id: sold.id }, body: { lines, ...more } });
};

async function sellPartly(trackingNumber = `P${crypto.randomUUID()}`) {
  const sold = await sell(1, { cables: 2, status: null });
  await shipPhone(sold, { carrier: 'UPS', trackingNumber });
  return { ...sold, trackingNumber };
}

test('a partly shipped order says so in the list, its filter and its summary until the rest has left', async () => {
  const whole = await sell(1, { status: 'processing' });
  const sold = await sellPartly();
  expect(await idsOf({ status: 'partly-shipped' })).toEqual([sold.id]);
  const { pagination } = await staff('listAllOrders', { query: { status: 'partly-shipped', limit: '1' } });
  expect(pagination.total).toBe(1);
  // On the wire it has one of the five statuses.
  expect(await find({ status: 'processing' }, sold)).toMatchObject({
    status: 'processing',
    isPartlyShipped: true,
  });
  expect(await find({}, whole)).not.toHaveProperty('isPartlyShipped');
  const { orders } = await staff('listOrderSummaries', { query: { search: sold.orderNumber } });
  expect(orders).toMatchObject([{ status: 'processing', isPartlyShipped: true }]);
  const own = await call('getOrder', { params: { id: sold.id } }, sold.guest);
  expect(own.order.isPartlyShipped).toBe(true);
  await setStatus(sold.id, 'shipped');
  expect(await idsOf({ status: 'partly-shipped' })).toEqual([]);
  expect(await find({}, sold)).not.toHaveProperty('isPartlyShipped');
});

test('an order that is set back to pending still shows the parcel that has left', async () => {
  const sold = await sellPartly();
  await setStatus(sold.id, 'pending');
  expect(await find({ status: 'partly-shipped' }, sold)).toMatchObject({
    ...{ status: 'pending', isPartlyShipped: true },
    parcels: [{ number: 1, trackingNumber: sold.trackingNumber }],
  });
  await setStatus(sold.id, 'cancelled');
  expect(await idsOf({ status: 'partly-shipped' })).toEqual([]);
});

test('the search of orders finds the number of each parcel', async () => {
  const sold = await sellPartly();
  const lines = [{ product: cable, quantity: 1 }];
  await staff('shipParcel', { params: { id: sold.id }, body: { lines, trackingNumber: 'second-1' } });
  expect(await idsOf({ search: ` ${sold.trackingNumber} ` })).toEqual([sold.id]);
  expect(await idsOf({ search: 'second-1' })).toEqual([sold.id]);
  expect(await idsOf({ search: sold.trackingNumber.slice(0, -1) })).toEqual([]);
});
