import { toCents } from '@reprise/contract/money';
import { problemCodeOf } from '@reprise/contract/problem';
import { sql } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { codeOf, problemOf } from '../../../../test/order-shop.ts';
import { openReturnShop, type SoldOrder } from '../../../../test/return-shop.ts';
import { openTestDatabase } from '../../../../test/test-database.ts';

const shop = await openReturnShop(await openTestDatabase());
const { act, staff, phone, cable } = shop;
beforeEach(async () => shop.expectIntegrity);

/** Sells phones and has the first one come back, locked to an account. */
async function receiveLocked(count: number, more: Parameters<typeof shop.sell>[1] = {}) {
  const sold = await shop.sell(count, more);
  const { number, lines } = await shop.openReturn(sold, [shop.phoneLine(sold.numbers[0])]);
  await act('receiveReturn', number, { code: sold.serials[0] });
  const lock = (isLocked: boolean) => act('lockReturnLine', number, { line: lines[0].id, isLocked });
  await lock(true);
  return { sold, number, line: lines[0].id as string, lock, order: await orderOf(sold) };
}

const outcomeOf = (work: Promise<unknown>) => work.then(() => 'done', problemCodeOf);
const orderOf = async ({ id }: SoldOrder) => (await staff('getOrder', { params: { id } })).order;
const refund = ({ id }: SoldOrder, body: object) => staff('refundOrder', { params: { id }, body });
const items = (quantity: number, units?: string[]) => [{ product: phone, quantity, ...(units && { units }) }];

/** Marks a device as locked, or free, by a check on the bench. */
const setBlocked = (number: string | undefined, blockers: string) =>
  shop.deps.db.execute(sql`update units set blocked_by = ${`{${blockers}}`} where unit_number = ${number}`);

test('a device that is locked to an account is not refunded by hand, named or not', async () => {
  const { sold, lock } = await receiveLocked(1);
  expect(await problemOf(refund(sold, { items: items(1, sold.numbers) }))).toMatchObject({
    code: 'NOT_REFUNDABLE',
    message: expect.stringContaining(`${sold.numbers[0]} came back locked`),
  });
  expect(await outcomeOf(refund(sold, { items: items(1), restock: false }))).toBe('NOT_REFUNDABLE');
  await lock(false);
  expect(await outcomeOf(refund(sold, { items: items(1, sold.numbers) }))).toBe('done');
});

test('no amount, of whatever kind, refunds a device that is locked to an account', async () => {
  const { sold, order } = await receiveLocked(1, { cables: 2 });
  for (const body of [{}, { kind: 'goods' }, { kind: 'goodwill' }, { amount: order.total }])
    expect(await outcomeOf(refund(sold, body))).toBe('NOT_REFUNDABLE');
  const cables = { items: [{ product: cable, quantity: 1 }], restock: false };
  expect(await outcomeOf(refund(sold, { ...cables, amount: order.total }))).toBe('NOT_REFUNDABLE');
  expect(await outcomeOf(refund(sold, cables))).toBe('done');
  const [{ refundable }] = (await orderOf(sold)).payments;
  const { message } = await problemOf(refund(sold, {}));
  const [, most = ''] = /At most \$([\d.]+)/.exec(message) ?? [];
  expect(Number(most)).toBeLessThan(refundable);
  expect(await outcomeOf(refund(sold, { amount: Number(most) + 0.01 }))).toBe('NOT_REFUNDABLE');
  expect(await outcomeOf(refund(sold, { amount: Number(most) }))).toBe('done');
});

test('the other device of a line is refunded beside one that is locked to an account', async () => {
  const { sold, number, line, order } = await receiveLocked(2);
  expect(await outcomeOf(refund(sold, { items: items(2), restock: false }))).toBe('NOT_REFUNDABLE');
  expect(await outcomeOf(refund(sold, { items: items(1), restock: false }))).toBe('done');
  expect(await outcomeOf(refund(sold, { items: items(1), restock: false }))).toBe('NOT_REFUNDABLE');
  await act('lockReturnLine', number, { line, isLocked: false });
  const decisions = [{ line, decision: 'refund', disposition: 'bench' }];
  const { toSettle } = await act('decideReturn', number, { decisions });
  expect(await act('settleReturn', number, { amount: toSettle })).toMatchObject({ state: 'closed' });
  const refunded = (await orderOf(sold)).payments[0].refunds.map(({ amount }: { amount: number }) => amount);
  expect(refunded).toHaveLength(2);
  expect(Math.abs(refunded[0] - refunded[1])).toBeLessThan(0.02);
  expect(toCents(refunded[0])).toBeLessThan(toCents(order.total));
});

test('a lock that the bench finds counts, and one that the bench found on another device does not', async () => {
  const sold = await shop.sell(1);
  const other = await receiveLocked(1);
  const { number } = await shop.openReturn(sold, [shop.phoneLine(sold.numbers[0])]);
  await act('receiveReturn', number, { code: sold.serials[0] });
  await setBlocked(sold.numbers[0], 'account-lock');
  expect(await outcomeOf(refund(sold, {}))).toBe('NOT_REFUNDABLE');
  await setBlocked(sold.numbers[0], '');
  expect(await outcomeOf(refund(sold, {}))).toBe('done');
  expect(await outcomeOf(refund(other.sold, {}))).toBe('NOT_REFUNDABLE');
});

test('an order is not cancelled while its device is locked to an account, nor its refund approved', async () => {
  const { sold, lock } = await receiveLocked(1);
  const cancel = () => shop.setStatus(sold.id, 'cancelled', { itemsReturned: true });
  expect(await problemOf(cancel())).toMatchObject({
    code: 'EDIT_CONFLICT',
    message: expect.stringContaining(`${sold.numbers[0]} came back locked`),
  });
  await lock(false);
  await cancel();
  const order = await orderOf(sold);
  expect(order).toMatchObject({ status: 'cancelled', paymentStatus: 'refund-to-approve' });
  const [{ id: refundId }] = order.payments[0].refunds;
  const approve = () => staff('approveRefund', { params: { id: sold.id, refundId }, body: {} });
  await setBlocked(sold.numbers[0], 'account-lock');
  expect(await outcomeOf(approve())).toBe('NOT_REFUNDABLE');
  await setBlocked(sold.numbers[0], '');
  await approve();
  expect(await orderOf(sold)).toMatchObject({ paymentStatus: 'refunded' });
});

test('an edit of the rest of an order keeps the price of a device that is locked to an account', async () => {
  const sold = await shop.sell(2, { status: null });
  const [first = ''] = sold.numbers;
  const line = { product: phone, quantity: 1, units: [first] };
  const { order } = await staff('shipParcel', { params: { id: sold.id }, body: { lines: [line] } });
  await staff('markParcelDelivered', { params: { id: sold.id, parcel: order.parcels[0].id } });
  const { number, lines } = await shop.openReturn(sold, [shop.phoneLine(first)]);
  await act('receiveReturn', number, { code: sold.serials[0] });
  await act('lockReturnLine', number, { line: lines[0].id, isLocked: true });
  const { version = 0, shippingAddress: address, shippingMethod } = await orderOf(sold);
  const { name: _name, ...shippingAddress } = address;
  const edit = (quantity: number, more: object = {}) =>
    staff('editOrder', {
      params: { id: sold.id },
      body: { version, items: [{ product: phone, quantity }], shippingAddress, shippingMethod, ...more },
    });
  const cheaper = { prices: [{ product: phone, price: 1 }], reason: 'Goodwill' };
  expect(await problemOf(edit(2, cheaper))).toMatchObject({
    code: 'EDIT_CONFLICT',
    message: expect.stringContaining(`${first} came back locked`),
  });
  await edit(1);
  expect(await codeOf(refund(sold, {}))).toBe('NOT_REFUNDABLE');
});

test('a device that was locked and sent back no longer stops a refund by hand', async () => {
  const { sold, number, line } = await receiveLocked(1);
  await act('decideReturn', number, { decisions: [{ line, decision: 'reject' }] });
  expect(await outcomeOf(refund(sold, {}))).toBe('NOT_REFUNDABLE');
  await act('sendBackReturn', number, { lines: [line] });
  expect(await outcomeOf(refund(sold, { kind: 'goodwill', amount: 5 }))).toBe('done');
});
