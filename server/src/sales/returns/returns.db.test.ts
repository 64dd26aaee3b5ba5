import { cents } from '@reprise/contract/money';
import { returnMoves, returnStates } from '@reprise/contract/sales/returns/return-states';
import { asc, eq, sql } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { deviceCalls } from '../../../test/device-shop.ts';
import { type As, codeOf, openOrderShop, orderOf, problemOf, someAddress } from '../../../test/order-shop.ts';
import { openTestDatabase } from '../../../test/test-database.ts';
import { generalReturnPolicy } from '../../catalog/return-policies/return-policies.tables.ts';
import { inTransaction } from '../../platform/database/database.ts';
import type { Caller } from '../../platform/http/endpoint.ts';
import { dayMs } from '../../platform/time.ts';
import { closeRepair, openRepair } from '../../workshop/units/repairs/change-repair.ts';
import { eraseGuestFromOrders } from '../orders/erase-user-from-orders.ts';
import { orderItems } from '../orders/orders.tables.ts';
import { moveDueReturns } from './due-returns.ts';
import { readReturnsOf } from './own-returns.queries.ts';
import { returnEvents, returnLines, returns } from './returns.tables.ts';

const database = await openTestDatabase();
const shop = await openOrderShop(database);
const { call, clock, deps, stockOf } = shop;
const { db } = deps;
const devices = deviceCalls(shop);

let admin: Caller;
let phone: string;
let cable: string;
let made = 0;
let buyers = 0;
beforeEach(async () => {
  admin = await shop.addUser('admin');
  phone = await shop.addProduct(0, cents(20_000));
  cable = await shop.addProduct(5, cents(1_000));
  await devices.setTracking(phone, 'serial');
  return shop.expectIntegrity;
});

type Sold = { id: string; orderNumber: string; guest: As; serials: string[]; numbers: string[] };

/** Sells, packs and delivers devices and cables in one order of a guest. */
async function sell(count: number, { cables = 0, status = 'delivered' } = {}): Promise<Sold> {
  const serials = Array.from({ length: count }, () => `RMA${String(++made).padStart(7, '0')}`);
  const numbers: string[] = [];
  for (const serial of serials) {
    const { id, number } = await devices.receive(phone, serial);
    await devices.moveUnits({ ids: [id], to: 'ready' });
    await devices.listForSale([id], phone);
    numbers.push(number);
  }
  const items = { ...(count > 0 && { [phone]: count }), ...(cables > 0 && { [cable]: cables }) };
  const { order, accessToken } = await shop.place(
    orderOf(items, { shippingAddress: { ...someAddress, email: `buyer${++buyers}@example.com` } }),
  );
  await staff('recordPayment', { params: { id: order.id }, body: { method: 'cash' } });
  for (const serial of serials) await devices.packDevice(order.id, serial);
  await setStatus(order.id, status);
  const { id, orderNumber } = order;
  return { id, orderNumber, guest: { orderToken: accessToken }, serials, numbers };
}

type Name = Parameters<typeof call>[0];
const staff = (name: Name, wire: object) => call(name, wire, { caller: admin });
const setStatus = (id: string, status: string) =>
  staff('changeOrderStatus', { params: { id }, body: { status } });
const phoneLine = (unit: string | undefined, reason = 'not-needed') => ({ product: phone, unit, reason });

async function open({ id, guest }: Sold, lines: object[], more: object = {}) {
  return (await call('openReturn', { params: { id }, body: { lines, ...more } }, guest)).return;
}
const act = async (name: Name, number: string, body?: object) =>
  (await staff(name, { params: { number }, ...(body && { body }) })).return;
const statesOf = async ({ numbers }: Sold) =>
  Promise.all(numbers.map(async (number) => (await devices.getUnit(number)).state));
const refundedOf = async ({ id }: Sold) => {
  const { order } = await staff('getOrder', { params: { id } });
  return order.payments[0].refunds.map(({ amount }: { amount: number }) => amount);
};

describe('a customer', () => {
  test('returns a phone that was delivered: by scan, refunded whole, to the bench', async () => {
    const sold = await sell(2);
    const { returnable } = await call('getReturnable', { params: { id: sold.id } }, sold.guest);
    expect(returnable.items).toMatchObject([
      { unit: sold.numbers[0], quantity: 1, canChangeMind: true, openReturn: null },
      { unit: sold.numbers[1] },
    ]);
    const opened = await open(sold, [phoneLine(sold.numbers[0])]);
    expect(opened).toMatchObject({ state: 'approved', labelBy: 'customer', isInPolicy: true, isLate: false });
    expect(opened.events).toBeUndefined();
    expect(await statesOf(sold)).toEqual(['returning', 'sold']);
    const { number, lines } = opened;
    await call('markReturnSent', { params: { number }, body: { trackingNumber: '1Z9' } }, sold.guest);
    const received = await act('receiveReturn', number, { code: sold.serials[0] });
    expect(received).toMatchObject({ state: 'received', lines: [{ match: 'same' }] });
    expect(await statesOf(sold)).toEqual(['returned', 'sold']);
    expect(await refundedOf(sold)).toEqual([]);
    const decided = await act('decideReturn', number, {
      decisions: [{ line: lines[0].id, decision: 'refund', disposition: 'bench' }],
    });
    const closed = await act('settleReturn', number, { amount: decided.toSettle });
    expect(closed).toMatchObject({ state: 'closed', lines: [{ endedAs: 'refunded' }] });
    expect(await refundedOf(sold)).toEqual([decided.toSettle]);
    expect(await statesOf(sold)).toEqual(['bench', 'sold']);
    expect(await stockOf(phone)).toBe(0);
    expect(closed.events.map(({ kind }: { kind: string }) => kind)).toEqual([
      ...['opened', 'approved', 'sent', 'received', 'decided', 'settled'],
    ]);
  });

  test('reads and opens returns of own orders only', async () => {
    const [mine, other] = [await sell(1), await sell(1)];
    const { number } = await open(mine, [phoneLine(mine.numbers[0])]);
    expect(await codeOf(call('getReturn', { params: { number } }, other.guest))).toBe('NOT_FOUND');
    expect(await codeOf(call('cancelReturn', { params: { number } }, other.guest))).toBe('NOT_FOUND');
    const foreign = { params: { id: mine.id }, body: { lines: [phoneLine(mine.numbers[0])] } };
    expect(await codeOf(call('openReturn', foreign, other.guest))).toBe('NOT_FOUND');
    expect(await codeOf(call('getReturnable', { params: { id: mine.id } }))).toBe('NOT_FOUND');
    const crossed = open(mine, [phoneLine(other.numbers[0])]);
    expect(await codeOf(crossed)).toBe('VALIDATION_ERROR');
  });

  test('is refused after the window for a change of mind, and taken outside it for a defect', async () => {
    const sold = await sell(1);
    const before = clock.now;
    clock.now = new Date(before.getTime() + 40 * dayMs);
    const late = await problemOf(open(sold, [phoneLine(sold.numbers[0])]));
    expect(late).toMatchObject({ code: 'RETURN_WINDOW_CLOSED' });
    const defect = await open(sold, [phoneLine(sold.numbers[0], 'does-not-work')]);
    expect(defect).toMatchObject({ state: 'requested', isInPolicy: false, labelBy: 'store' });
    expect(await statesOf(sold)).toEqual(['sold']);
    await act('refuseReturn', defect.number, { reason: 'The screen was broken by a fall.' });
    const staffs = { params: { id: sold.id }, body: { lines: [phoneLine(sold.numbers[0])] } };
    expect(await codeOf(staff('openReturnForCustomer', staffs))).toBe('VALIDATION_ERROR');
    const exception = { ...staffs.body, exceptionReason: 'A regular' };
    const opened = await staff('openReturnForCustomer', { ...staffs, body: exception });
    expect(opened.return).toMatchObject({
      state: 'approved',
      openedBy: 'staff',
      exceptionReason: 'A regular',
    });
    clock.now = before;
  });

  test('cannot return more than was bought, nor one device in two returns', async () => {
    const sold = await sell(1, { cables: 2 });
    const cables = (quantity: number) => ({ product: cable, quantity, reason: 'not-needed' });
    expect(await codeOf(open(sold, [cables(3)]))).toBe('VALIDATION_ERROR');
    expect(await codeOf(open(sold, [cables(1), cables(1)]))).toBe('VALIDATION_ERROR');
    const first = await open(sold, [cables(2), phoneLine(sold.numbers[0])]);
    expect(await codeOf(open(sold, [cables(1)]))).toBe('VALIDATION_ERROR');
    const twice = await problemOf(open(sold, [phoneLine(sold.numbers[0])]));
    expect(twice).toMatchObject({ code: 'RETURN_OPEN', details: { return: first.number } });
    expect(await codeOf(open(sold, [phoneLine(undefined)]))).toBe('VALIDATION_ERROR');
  });

  test('opens one return when the same key is sent twice', async () => {
    const sold = await sell(1);
    const as = { ...sold.guest, idempotencyKey: 'a key of the form' };
    const wire = { params: { id: sold.id }, body: { lines: [phoneLine(sold.numbers[0])] } };
    const [first, second] = [await call('openReturn', wire, as), await call('openReturn', wire, as)];
    expect(second.return.number).toBe(first.return.number);
  });

  test('calls a return off, and the device stays sold', async () => {
    const sold = await sell(1);
    const { number } = await open(sold, [phoneLine(sold.numbers[0])]);
    const cancelled = await call('cancelReturn', { params: { number } }, sold.guest);
    expect(cancelled.return).toMatchObject({ state: 'cancelled', lines: [{ endedAs: 'cancelled' }] });
    expect(await statesOf(sold)).toEqual(['sold']);
    expect(await open(sold, [phoneLine(sold.numbers[0])])).toMatchObject({ state: 'approved' });
  });

  test('waits for approval with a fourth open return', async () => {
    const user = await shop.addUser('customer');
    const states: string[] = [];
    for (let index = 0; index < 4; index++) {
      const sold = await sell(1);
      await db.execute(sql`update orders set user_id = ${user.userId} where id = ${sold.id}`);
      states.push((await open(sold, [phoneLine(sold.numbers[0])])).state);
    }
    expect(states).toEqual(['approved', 'approved', 'approved', 'requested']);
  });

  test('cannot return what was not sent', async () => {
    const sold = await sell(1, { status: 'processing' });
    expect(await codeOf(open(sold, [phoneLine(sold.numbers[0])]))).toBe('RETURN_STATE');
  });
});

describe('the desk', () => {
  test('refunds less a missing charger, and shipping with the last unit of a fault', async () => {
    const sold = await sell(1);
    const { number, lines, amount, shipping } = await open(sold, [phoneLine(sold.numbers[0], 'battery')]);
    const { order } = await staff('getOrder', { params: { id: sold.id } });
    expect([amount, shipping]).toEqual([order.total, order.shipping]);
    await act('approveReturn', number);
    await act('receiveReturn', number, { code: sold.numbers[0], missingParts: ['Charger'] });
    const refund = { line: lines[0].id, decision: 'refund', disposition: 'quarantine' };
    const less = { reason: 'missing-accessory', note: 'No charger', amount: 15 };
    const tooMuch = { decisions: [{ ...refund, deductions: [{ ...less, amount: 5_000 }] }] };
    expect(await codeOf(act('decideReturn', number, tooMuch))).toBe('VALIDATION_ERROR');
    const decided = await act('decideReturn', number, { decisions: [{ ...refund, deductions: [less] }] });
    expect(decided.toSettle).toBeCloseTo(order.total - 15);
    expect(await codeOf(act('settleReturn', number, { amount: order.total }))).toBe('AMOUNT_MISMATCH');
    await act('settleReturn', number, { amount: decided.toSettle });
    expect(await refundedOf(sold)).toEqual([decided.toSettle]);
    expect(await statesOf(sold)).toEqual(['quarantine']);
  });

  test('names whose device another one is, and refunds nothing for it', async () => {
    const [mine, other] = [await sell(1), await sell(1)];
    const { number, lines } = await open(mine, [phoneLine(mine.numbers[0])]);
    const wrong = await problemOf(act('receiveReturn', number, { code: other.serials[0] }));
    expect(wrong).toMatchObject({ code: 'WRONG_UNIT', details: { order: other.orderNumber } });
    const line = lines[0].id;
    const recorded = await act('receiveReturn', number, { code: other.serials[0], line });
    expect(recorded).toMatchObject({ state: 'received', lines: [{ match: 'other' }] });
    expect([...(await statesOf(mine)), ...(await statesOf(other))]).toEqual(['returning', 'sold']);
    const refund = { decisions: [{ line, decision: 'refund', disposition: 'bench' }] };
    expect(await codeOf(act('decideReturn', number, refund))).toBe('RETURN_STATE');
    const kept = { decisions: [{ line, decision: 'keep' }] };
    expect(await codeOf(act('decideReturn', number, kept))).toBe('VALIDATION_ERROR');
    const rejected = await act('decideReturn', number, { decisions: [{ line, decision: 'reject' }] });
    expect(rejected).toMatchObject({ toSettle: null, toSendBack: [line] });
    expect(await codeOf(act('settleReturn', number, { amount: 0 }))).toBe('RETURN_STATE');
    const parcel = { lines: [line], carrier: 'UPS', trackingNumber: '1Z55' };
    expect(await act('sendBackReturn', number, parcel)).toMatchObject({
      state: 'closed',
      lines: [{ endedAs: 'rejected', backTrackingNumber: '1Z55' }],
    });
    expect([...(await statesOf(mine)), ...(await statesOf(other))]).toEqual(['sold', 'sold']);
    expect(await refundedOf(mine)).toEqual([]);
  });

  test('sends a device back that it does not take, and rejects an empty parcel', async () => {
    const sold = await sell(2);
    const { number, lines } = await open(
      sold,
      sold.numbers.map((unit) => phoneLine(unit)),
    );
    await act('receiveReturn', number, { code: sold.serials[0] });
    const missing = { line: lines[1].id, match: 'missing' };
    expect(await codeOf(act('receiveReturn', number, missing))).toBe('VALIDATION_ERROR');
    await act('receiveReturn', number, { ...missing, note: 'Empty box, 140 g' });
    const decisions = lines.map(({ id }: { id: string }) => ({ line: id, decision: 'reject' }));
    await act('decideReturn', number, { decisions });
    expect(await act('settleReturn', number, { amount: 0 })).toMatchObject({ state: 'received' });
    expect(await statesOf(sold)).toEqual(['returned', 'sold']);
    const sent = await act('sendBackReturn', number, { lines: [lines[0].id] });
    expect(sent).toMatchObject({
      state: 'closed',
      lines: [{ endedAs: 'rejected' }, { endedAs: 'rejected' }],
    });
    expect(await statesOf(sold)).toEqual(['sold', 'sold']);
    expect(await refundedOf(sold)).toEqual([]);
  });

  test('refunds a cable without its return, and restocks one that came', async () => {
    const sold = await sell(0, { cables: 3 });
    const line = (quantity: number) => ({ product: cable, quantity, reason: 'does-not-work' });
    const first = await open(sold, [line(1)]);
    const keep = { decisions: [{ line: first.lines[0].id, decision: 'keep' }] };
    const { toSettle } = await act('decideReturn', first.number, keep);
    expect(await act('settleReturn', first.number, { amount: toSettle })).toMatchObject({ state: 'closed' });
    expect(await stockOf(cable)).toBe(2);
    const second = await open(sold, [line(2)]);
    const [{ id }] = second.lines;
    await act('approveReturn', second.number);
    await act('receiveReturn', second.number, { line: id, quantity: 1 });
    const restock = { decisions: [{ line: id, decision: 'refund', disposition: 'restock' }] };
    const decided = await act('decideReturn', second.number, restock);
    await act('settleReturn', second.number, { amount: decided.toSettle });
    expect(await stockOf(cable)).toBe(3);
    const { returnable } = await call('getReturnable', { params: { id: sold.id } }, sold.guest);
    expect(returnable.items).toMatchObject([{ quantity: 1 }]);
  });

  test('records a return that the general scan finds', async () => {
    const sold = await sell(1);
    const { number } = await open(sold, [phoneLine(sold.numbers[0])]);
    await devices.takeBack(sold.serials[0] ?? '');
    const found = (await staff('getReturn', { params: { number } })).return;
    expect(found).toMatchObject({ state: 'received', lines: [{ match: 'same' }] });
  });

  test('takes a parcel in after the return was called off or has expired', async () => {
    const sold = await sell(2);
    const first = await open(sold, [phoneLine(sold.numbers[0])]);
    await act('cancelReturn', first.number);
    await devices.takeBack(sold.serials[0] ?? '');
    expect((await staff('getReturn', { params: { number: first.number } })).return.state).toBe('received');
    const second = await open(sold, [phoneLine(sold.numbers[1])]);
    const before = clock.now;
    clock.now = new Date(before.getTime() + 30 * dayMs);
    await moveDueReturns(deps);
    const expired = (await staff('getReturn', { params: { number: second.number } })).return;
    expect(expired).toMatchObject({ state: 'expired', lines: [{ endedAs: 'not-sent' }] });
    expect(await statesOf(sold)).toEqual(['returned', 'sold']);
    expect(await act('approveReturn', second.number)).toMatchObject({ state: 'approved' });
    await act('receiveReturn', second.number, { code: sold.serials[1] });
    expect(await statesOf(sold)).toEqual(['returned', 'returned']);
    clock.now = before;
  });

  test('ends the line of a device that never comes beside one that did', async () => {
    const sold = await sell(2);
    const { number, lines } = await open(
      sold,
      sold.numbers.map((unit) => phoneLine(unit)),
    );
    await act('receiveReturn', number, { code: sold.serials[0] });
    const [{ id: line }] = lines;
    const decided = await act('decideReturn', number, {
      decisions: [{ line, decision: 'refund', disposition: 'bench' }],
    });
    await act('settleReturn', number, { amount: decided.toSettle });
    const before = clock.now;
    clock.now = new Date(before.getTime() + 8 * dayMs);
    await moveDueReturns(deps);
    const closed = (await staff('getReturn', { params: { number } })).return;
    expect(closed).toMatchObject({
      state: 'closed',
      lines: [{ endedAs: 'refunded' }, { endedAs: 'not-sent' }],
    });
    expect(await statesOf(sold)).toEqual(['bench', 'sold']);
    clock.now = before;
  });

  test('lists and counts what waits, those that wait longest in front', async () => {
    const before = (await staff('countReturns', {})).counts;
    const sales = [await sell(1), await sell(1)];
    const numbers: string[] = [];
    for (const sold of sales) {
      clock.now = new Date(clock.now.getTime() + 60_000);
      numbers.push((await open(sold, [phoneLine(sold.numbers[0], 'battery')])).number);
    }
    const { returns: list } = await staff('listReturns', { query: { tab: 'to-approve' } });
    expect(list.slice(-2).map(({ number }: { number: string }) => number)).toEqual(numbers);
    const search = numbers[0]?.toLowerCase();
    const found = await staff('listReturns', { query: { search } });
    expect(found.returns).toMatchObject([{ orderNumber: sales[0]?.orderNumber, units: 1 }]);
    const { counts } = await staff('countReturns', {});
    expect(counts['to-approve'] - before['to-approve']).toBe(2);
    clock.now = new Date(clock.now.getTime() + 5 * dayMs);
    expect((await staff('listReturns', { query: { search } })).returns).toMatchObject([{ isLate: true }]);
    const { returns: late } = await staff('listReturns', { query: { tab: 'late' } });
    expect(late.map(({ number }: { number: string }) => number)).toEqual(expect.arrayContaining(numbers));
  });

  test('does not refund a device that is locked to an account', async () => {
    const sold = await sell(1);
    const { number, lines } = await open(sold, [phoneLine(sold.numbers[0])]);
    await act('receiveReturn', number, { code: sold.serials[0] });
    await db.execute(
      sql`update units set blocked_by = '{account-lock}' where unit_number = ${sold.numbers[0]}`,
    );
    const { toSettle } = await act('decideReturn', number, {
      decisions: [{ line: lines[0].id, decision: 'refund', disposition: 'bench' }],
    });
    expect(await problemOf(act('settleReturn', number, { amount: toSettle }))).toMatchObject({
      code: 'RETURN_STATE',
      message: expect.stringContaining('locked to an account'),
    });
  });

  test('stops the clock while a device is locked, and refunds it once it is free', async () => {
    const sold = await sell(1);
    const { number, lines } = await open(sold, [phoneLine(sold.numbers[0])]);
    const [{ id: line }] = lines;
    const lock = (isLocked: boolean) => act('lockReturnLine', number, { line, isLocked });
    expect(await codeOf(lock(true))).toBe('RETURN_STATE');
    await act('receiveReturn', number, { code: sold.serials[0] });
    expect(await lock(true)).toMatchObject({ answerBy: null, lines: [{ lockedAt: expect.any(String) }] });
    const refund = { decisions: [{ line, decision: 'refund', disposition: 'bench' }] };
    const { toSettle: amount } = await act('decideReturn', number, refund);
    expect(await codeOf(act('settleReturn', number, { amount }))).toBe('RETURN_STATE');
    expect(await lock(false)).toMatchObject({ answerBy: expect.any(String), lines: [{ lockedAt: null }] });
    expect(await act('settleReturn', number, { amount })).toMatchObject({ state: 'closed' });
  });

  test('repairs a device that stays its customer’s, sends it back, and takes it when it breaks again', async () => {
    const sold = await sell(1);
    const wish = { wish: 'repair' };
    const { number, lines } = await open(sold, [phoneLine(sold.numbers[0], 'battery')], wish);
    await act('approveReturn', number);
    const repair = { decisions: [{ line: lines[0].id, decision: 'repair' }] };
    expect(await codeOf(act('decideReturn', number, repair))).toBe('RETURN_STATE');
    await act('receiveReturn', number, { code: sold.serials[0] });
    const decided = await act('decideReturn', number, repair);
    expect(decided).toMatchObject({ toSettle: null, toSendBack: [lines[0].id], answerBy: null });
    expect(await statesOf(sold)).toEqual(['bench']);
    const { id: unit = '' } = await devices.getUnit(sold.numbers[0] ?? '');
    await openRepair(deps, unit, { fault: 'The battery is worn' }, admin.userId);
    const [onSale] = await devices.moveUnits({ ids: [unit], to: 'ready' });
    expect(onSale?.problem).not.toBe('');
    const back = { lines: [lines[0].id], carrier: 'UPS', trackingNumber: '1Z77' };
    expect(await problemOf(act('sendBackReturn', number, back))).toMatchObject({
      message: expect.stringContaining('Finish it on the bench'),
    });
    const closing = { outcome: 'done' as const, work: 'A new battery', minutes: 20 };
    await closeRepair(deps, unit, closing, admin.userId);
    expect(await act('sendBackReturn', number, back)).toMatchObject({
      state: 'closed',
      lines: [{ endedAs: 'repaired', backTrackingNumber: '1Z77', amount: 0 }],
    });
    expect(await codeOf(act('sendBackReturn', number, back))).toBe('RETURN_STATE');
    expect([await statesOf(sold), await stockOf(phone), await refundedOf(sold)]).toEqual([['sold'], 0, []]);
    const again = await open(sold, [phoneLine(sold.numbers[0], 'battery')]);
    expect(again).toMatchObject({ state: 'requested', isInPolicy: true });
  });
});

/** Saves the share that the store retains after a change of mind. */
async function setPolicy(restockingPercent: number): Promise<void> {
  const terms = { changeOfMind: true, labelBy: 'customer' as const, restockingPercent };
  const row = { ...terms, version: 1, savedAt: clock.now };
  await db
    .insert(generalReturnPolicy)
    .values(row)
    .onConflictDoUpdate({ target: generalReturnPolicy.id, set: row });
}

describe('other writes', () => {
  test('a cancelled order ends its return, and its device is on its way back', async () => {
    const sold = await sell(1);
    const { number } = await open(sold, [phoneLine(sold.numbers[0])]);
    await staff('changeOrderStatus', {
      params: { id: sold.id },
      body: { status: 'cancelled', itemsReturned: true },
    });
    const ended = (await staff('getReturn', { params: { number } })).return;
    expect(ended).toMatchObject({ state: 'closed', lines: [{ endedAs: 'order-cancelled' }] });
    expect(await codeOf(act('receiveReturn', number, { code: sold.serials[0] }))).toBe('RETURN_STATE');
  });

  test('a device of a return is not moved by hand, nor by a status of its order', async () => {
    const sold = await sell(1, { status: 'shipped' });
    await open(sold, [phoneLine(sold.numbers[0])]);
    const { id = '' } = await devices.getUnit(sold.numbers[0] ?? '');
    const [outcome] = await devices.moveUnits({ ids: [id], to: 'returned' });
    expect(outcome?.problem).toContain('comes back with return RMA-');
    await setStatus(sold.id, 'delivered');
    expect(await statesOf(sold)).toEqual(['returning']);
  });

  test('money given back by hand ends the line without a second refund', async () => {
    const sold = await sell(1);
    const { number, lines } = await open(sold, [phoneLine(sold.numbers[0])]);
    await act('receiveReturn', number, { code: sold.serials[0] });
    const item = { product: phone, quantity: 1 };
    await staff('refundOrder', { params: { id: sold.id }, body: { items: [item], restock: false } });
    const [whole] = await refundedOf(sold);
    await act('decideReturn', number, {
      decisions: [{ line: lines[0].id, decision: 'refund', disposition: 'bench' }],
    });
    const closed = await act('settleReturn', number, { amount: 0 });
    expect(closed).toMatchObject({ state: 'closed', lines: [{ endedAs: 'by-hand' }] });
    expect(await refundedOf(sold)).toEqual([whole]);
    expect(await statesOf(sold)).toEqual(['bench']);
  });

  test('the days of a line are those of the day it was ordered', async () => {
    const sold = await sell(1);
    const [item] = await db.select().from(orderItems).where(eq(orderItems.orderId, sold.id));
    expect(item?.returnDays).toBe(30);
  });

  test('words of a return are in the export of a guest, and gone once they are erased', async () => {
    const sold = await sell(1);
    const { number, id } = await open(sold, [{ ...phoneLine(sold.numbers[0]), note: 'Call me at home' }]);
    await call('markReturnSent', { params: { number }, body: { trackingNumber: '1Z77' } }, sold.guest);
    expect(await readReturnsOf(db, [{ id: sold.id }])).toMatchObject([
      { number, order: sold.orderNumber, trackingNumber: '1Z77', lines: [{ note: 'Call me at home' }] },
    ]);
    const { email } = (await staff('getOrder', { params: { id: sold.id } })).order.shippingAddress;
    await inTransaction(db, (tx) => eraseGuestFromOrders(tx, deps.secret, email));
    const stored = await db
      .select()
      .from(returns)
      .innerJoin(returnLines, eq(returnLines.returnId, returns.id))
      .where(eq(returns.id, id));
    expect(stored).toMatchObject([{ returns: { trackingNumber: '' }, return_lines: { note: '' } }]);
    await act('receiveReturn', number, { code: sold.serials[0] });
  });

  test('the store retains the share of the policy of that day after a change of mind only', async () => {
    await setPolicy(10);
    const sold = await sell(2);
    await setPolicy(50);
    const { returnable } = await call('getReturnable', { params: { id: sold.id } }, sold.guest);
    const [{ amount }] = returnable.items;
    const [changed, broken] = [
      await open(sold, [phoneLine(sold.numbers[0])]),
      await open(sold, [phoneLine(sold.numbers[1], 'battery')]),
    ];
    expect(changed.lines[0]).toMatchObject({ restockingPercent: 10, amount: amount * 0.9 });
    expect(broken.lines[0]).toMatchObject({ restockingPercent: 0, amount });
    await setPolicy(0);
  });
});

describe('the database', () => {
  test('accepts the moves of a return that the contract names, and no others', async () => {
    const sold = await sell(1);
    const { id } = await open(sold, [phoneLine(sold.numbers[0])]);
    const columns = sql.raw(
      'order_id, wish, opened_by, is_in_policy, label_by, send_by, closed_at, created_at, updated_at',
    );
    let rows = 0;
    const isAccepted = async (from: string, to: string) => {
      const copy = `ret_move_${++rows}`;
      await db.execute(sql`insert into returns (id, return_number, state, ${columns})
        select ${copy}, ${copy}, ${from}, order_id, wish, opened_by, is_in_policy, label_by, now(), now(), now(), now()
        from returns where id = ${id}`);
      const move = db.execute(sql`update returns set state = ${to} where id = ${copy}`);
      const isDone = await move.then(
        () => true,
        () => false,
      );
      await db.execute(sql`delete from returns where id = ${copy}`);
      return isDone;
    };
    const accepted: Record<string, string[]> = {};
    for (const from of returnStates) {
      accepted[from] = [];
      for (const to of returnStates) if (from !== to && (await isAccepted(from, to))) accepted[from].push(to);
    }
    const sorted = (moves: Record<string, readonly string[]>) =>
      Object.fromEntries(Object.entries(moves).map(([from, to]) => [from, [...to].sort()]));
    expect(sorted(accepted)).toEqual(sorted(returnMoves));
  });

  test('rejects changes of the history of a return', async () => {
    const sold = await sell(1);
    await open(sold, [phoneLine(sold.numbers[0])]);
    const [event] = await db.select().from(returnEvents).orderBy(asc(returnEvents.id)).limit(1);
    const change = db
      .update(returnEvents)
      .set({ detail: 'other' })
      .where(eq(returnEvents.id, event?.id ?? ''));
    await expect(change).rejects.toThrow();
  });
});
