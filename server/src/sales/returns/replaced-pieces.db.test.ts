import { afterEach, expect, test } from 'vitest';
import { codeOf, problemOf } from '../../../test/order-shop.ts';
import { openReturnShop, type SoldOrder } from '../../../test/return-shop.ts';
import { openTestDatabase } from '../../../test/test-database.ts';

const database = await openTestDatabase();
const shop = await openReturnShop(database);
const { act, cable, devices, listPhones, openReturn, phoneLine, sell, setStatus, staff, stockOf } = shop;

afterEach(shop.expectIntegrity);

const refundByHand = ({ id }: SoldOrder, product: string, quantity: number) =>
  staff('refundOrder', { params: { id }, body: { items: [{ product, quantity }] } });
const find = async (number: string) => (await staff('getReturn', { params: { number } })).return;
const settle = async (number: string) =>
  act('settleReturn', number, { amount: (await find(number)).toSettle });

/** Receives a phone and decides to replace it; returns its case and the order of the replacement. */
async function replacePhone(sold: SoldOrder, index: number) {
  const line = phoneLine(sold.numbers[index], 'does-not-work');
  const { number, lines } = await openReturn(sold, [line], { wish: 'replacement' });
  await act('approveReturn', number);
  await act('receiveReturn', number, { code: sold.serials[index] });
  const decisions = [{ line: lines[0].id, decision: 'replace', disposition: 'bench' }];
  await act('decideReturn', number, { decisions });
  const closed = await settle(number);
  const order = (await staff('getOrder', { params: { id: closed.lines[0].replacement.order } })).order;
  return { number, line: lines[0].id, order };
}

test('pieces of a counted line are replaced up to those whose money was not refunded', async () => {
  const sold = await sell(0, { cables: 3 });
  const line = { product: cable, quantity: 2, reason: 'does-not-work' };
  const { number, lines } = await openReturn(sold, [line], { wish: 'replacement' });
  await act('approveReturn', number);
  await act('receiveReturn', number, { line: lines[0].id, quantity: 2 });
  await act('decideReturn', number, {
    decisions: [{ line: lines[0].id, decision: 'replace', disposition: 'restock' }],
  });
  await refundByHand(sold, cable, 1);
  expect((await find(number)).lines).toMatchObject([{ settledAt: null }]);
  const stock = await stockOf(cable);
  await refundByHand(sold, cable, 1);
  expect((await problemOf(settle(number))).message).toMatch(/^The money of .* went back outside the return/);
  expect(await stockOf(cable)).toBe(stock);
});

test('a device is not replaced beside a refund of the other, if one was refunded by hand', async () => {
  const sold = await sell(2);
  await listPhones(1);
  const lines = sold.numbers.map((unit) => phoneLine(unit, 'does-not-work'));
  const { number, lines: opened } = await openReturn(sold, lines, { wish: 'replacement' });
  await act('approveReturn', number);
  for (const code of sold.serials) await act('receiveReturn', number, { code });
  const decisions = ['replace', 'refund'].map((decision, index) => ({
    ...{ line: opened[index].id, decision, disposition: 'bench' },
  }));
  await act('decideReturn', number, { decisions });
  await refundByHand(sold, shop.phone, 1);
  expect((await problemOf(settle(number))).message).toMatch(/^The money of .* went back outside the return/);
  expect((await find(number)).lines).toMatchObject([{ settledAt: null }, { settledAt: null }]);
  await act('decideReturn', number, {
    decisions: [{ line: opened[1].id, decision: 'reject' }],
  });
  expect((await settle(number)).lines).toMatchObject([{ endedAs: 'replaced' }, { settledAt: null }]);
});

test('a cancelled replacement opens its own case and leaves that of the other device closed', async () => {
  const sold = await sell(2);
  await listPhones(2);
  const [first, second] = [await replacePhone(sold, 0), await replacePhone(sold, 1)];
  const stock = await stockOf(shop.phone);
  await setStatus(first.order.id, 'cancelled');
  expect(await stockOf(shop.phone)).toBe((stock ?? 0) + 1);
  expect(await find(first.number)).toMatchObject({
    state: 'received',
    lines: [{ decision: null, endedAs: null, replacement: null }],
  });
  expect(await find(second.number)).toMatchObject({
    state: 'closed',
    lines: [{ endedAs: 'replaced', replacement: { order: second.order.orderNumber } }],
  });
  expect(await codeOf(setStatus(sold.id, 'cancelled'))).toBe('EDIT_CONFLICT');
  await setStatus(second.order.id, 'cancelled');
  for (const { number, line } of [first, second]) {
    await act('decideReturn', number, {
      decisions: [{ line, decision: 'refund', disposition: 'bench' }],
    });
    expect(await settle(number)).toMatchObject({ state: 'closed', lines: [{ endedAs: 'refunded' }] });
  }
  const { order } = await staff('getOrder', { params: { id: sold.id } });
  const refunded = order.payments[0].refunds.reduce(
    (sum: number, row: { amount: number }) => sum + row.amount,
    0,
  );
  expect(refunded).toBe(order.total);
  expect(await stockOf(shop.phone)).toBe((stock ?? 0) + 2);
  expect((await devices.getUnit(sold.numbers[0] ?? '')).state).toBe('bench');
});
