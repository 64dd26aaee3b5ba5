import { beforeEach, expect, test } from 'vitest';
import { problemOf } from '../../../test/order-shop.ts';
import { openReturnShop } from '../../../test/return-shop.ts';
import { openTestDatabase } from '../../../test/test-database.ts';

const shop = await openReturnShop(await openTestDatabase());
const { devices, act } = shop;
beforeEach(async () => shop.expectIntegrity);

/** Delivers one phone without a scan beside another one that is on sale, and opens the return of the assumed one. */
async function openUnscanned(reason = 'not-needed') {
  const { numbers, serials } = await shop.listPhones(2);
  const sold = await shop.sell(0, { unscanned: 1 });
  const [{ number: unit = '' } = {}] = (await devices.packingOf(sold.id)).lines[0]?.devices ?? [];
  const other = numbers.findIndex((number) => number !== unit);
  const opened = await shop.openReturn(sold, [shop.phoneLine(unit, reason)]);
  const stateOf = async (number: string) => (await devices.getUnit(number)).state;
  return {
    ...{ sold, unit, number: opened.number as string, line: opened.lines[0].id as string, stateOf },
    other: { number: numbers[other] ?? '', serial: serials[other] ?? '' },
  };
}

test('the scan of a device that left without one corrects which device was sent', async () => {
  const { unit, other, number, stateOf } = await openUnscanned();
  const stock = await shop.stockOf(shop.phone);
  const received = await act('receiveReturn', number, { code: other.serial });
  expect(received).toMatchObject({ state: 'received', lines: [{ unit: other.number, match: 'same' }] });
  expect([await stateOf(unit), await stateOf(other.number)]).toEqual(['listed', 'returned']);
  expect(await shop.stockOf(shop.phone)).toBe(stock);
  const decisions = [{ line: received.lines[0].id, decision: 'refund', disposition: 'bench' }];
  const { toSettle } = await act('decideReturn', number, { decisions });
  expect(await act('settleReturn', number, { amount: toSettle })).toMatchObject({ state: 'closed' });
  expect(await stateOf(other.number)).toBe('bench');
});

test('the packing table leaves a device that comes back with a return to its scan there', async () => {
  const { sold, unit, other, number, stateOf } = await openUnscanned();
  const refused = await problemOf(devices.packDevice(sold.id, other.serial));
  expect(refused).toMatchObject({ code: 'WRONG_UNIT', message: expect.stringContaining(number) });
  expect([await stateOf(unit), await stateOf(other.number)]).toEqual(['returning', 'listed']);
});

test('the packing table leaves a device whose return is not approved to that return', async () => {
  const { sold, unit, other, number, stateOf } = await openUnscanned('does-not-work');
  const refused = await problemOf(devices.packDevice(sold.id, other.serial));
  expect(refused).toMatchObject({ code: 'WRONG_UNIT', message: expect.stringContaining(number) });
  expect([await stateOf(unit), await stateOf(other.number)]).toEqual(['sold', 'listed']);
  // The scan in the parcel itself may still correct the order, before staff have answered.
  const received = await act('receiveReturn', number, { code: other.serial });
  expect(received).toMatchObject({ state: 'received', lines: [{ unit: other.number, match: 'same' }] });
});

test('a code of nothing says that what was sent is not known, and staff decide that it is the device', async () => {
  const { number, line, unit, stateOf } = await openUnscanned();
  const refused = await problemOf(act('receiveReturn', number, { code: 'FOREIGN0001' }));
  expect(refused).toMatchObject({
    code: 'WRONG_UNIT',
    message: expect.stringContaining('left without a scan'),
  });
  await act('receiveReturn', number, { code: 'FOREIGN0001', line });
  const received = await act('receiveReturn', number, { line, match: 'unreadable', note: 'By its look' });
  expect(received).toMatchObject({ lines: [{ match: 'unreadable' }] });
  expect(await stateOf(unit)).toBe('returned');
});
