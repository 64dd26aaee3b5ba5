import { expect, test } from 'vitest';
import { openReturnShop } from '../../../test/return-shop.ts';
import { openTestDatabase } from '../../../test/test-database.ts';

const shop = await openReturnShop(await openTestDatabase());
const { act, call, devices, openReturn, phoneLine, sell, staff } = shop;

const searched = async (search: string, caller = shop.admin): Promise<string[]> =>
  (await call('listReturns', { query: { search } }, { caller })).returns.map(
    ({ number }: { number: string }) => number,
  );

test('finds a case by what a customer or a parcel says', async () => {
  const sold = await sell(1);
  const other = await sell(1);
  await openReturn(other, [phoneLine(other.numbers[0])]);
  const { number } = await openReturn(sold, [phoneLine(sold.numbers[0])]);
  await act('markReturnSent', number, { carrier: 'UPS', trackingNumber: '1Z 9' });
  const { email } = (await call('getOrder', { params: { id: sold.id } }, sold.guest)).order.shippingAddress;
  const names = [
    ...[number, number.toLowerCase(), number.replace('RMA-', ''), number.replace('-', ' ')],
    ...[sold.orderNumber, sold.orderNumber.toLowerCase(), sold.orderNumber.replace('MJ-', '')],
    ...[sold.serials[0], sold.numbers[0], email, '1Z 9'],
  ];
  for (const name of names) expect([name, await searched(name)]).toEqual([name, [number]]);
  expect((await searched('grace hopper')).length).toBe(2);
  expect(await searched('Grace Kelly')).toEqual([]);
  const { returns } = await staff('listReturns', { query: { search: number } });
  expect(returns).toMatchObject([{ customer: 'Grace Hopper' }]);
});

test('finds a device that left without a scan by its number', async () => {
  await shop.listPhones(1);
  const sold = await sell(0, { unscanned: 1 });
  const [{ number: unit = '' } = {}] = (await devices.packingOf(sold.id)).lines[0]?.devices ?? [];
  const { number } = await openReturn(sold, [phoneLine(unit)]);
  expect(await searched(unit)).toEqual([number]);
});

test('the scan of a device at the receiving desk names its return', async () => {
  const sold = await sell(1);
  const { number } = await openReturn(sold, [phoneLine(sold.numbers[0])]);
  const scan = () => devices.takeBack(sold.serials[0] ?? '');
  expect(await scan()).toMatchObject({ outcome: 'in-hand', return: number });
  expect(await scan()).toMatchObject({ outcome: 'in-hand', return: number });
  const other = await sell(1);
  expect(await devices.takeBack(other.serials[0] ?? '')).toMatchObject({ return: null });
});
