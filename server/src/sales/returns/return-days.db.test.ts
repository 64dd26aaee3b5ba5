import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { codeOf } from '../../../test/order-shop.ts';
import { openReturnShop } from '../../../test/return-shop.ts';
import { openTestDatabase } from '../../../test/test-database.ts';
import { dayMs } from '../../platform/time.ts';
import { moveDueReturns } from './due-returns.ts';

const database = await openTestDatabase();
const shop = await openReturnShop(database);
const { act, call, clock, deps, openReturn, phoneLine, sell, staff, statesOf } = shop;

const address = {
  name: 'Returns of the shop',
  street: '7 Dock Road',
  street2: '',
  city: 'Salem',
  state: 'Oregon',
  zipCode: '97301',
  country: 'United States',
  phone: '',
};
const usual = { sendDays: 14, graceDays: 7, answerDays: 2, address: null, instructions: '' };
const readVersion = async () => (await staff('getReturnSettings', {})).settings.version;
const save = async (body: object) =>
  staff('updateReturnSettings', { body: { ...usual, version: await readVersion(), ...body } });
const find = async (number: string) => (await staff('getReturn', { params: { number } })).return;
const pass = (days: number) => {
  clock.now = new Date(clock.now.getTime() + days * dayMs);
};
/** Returns the steps of the mails that are queued about a case. */
const mailsOf = async (id: string): Promise<string[]> => {
  const { rows } = await deps.db.execute<{ step: string }>(sql`
    select coalesce(data ->> 'step', data ->> 'kind') as step from pgboss.job
    where data ->> 'returnId' = ${id} order by created_on, id`);
  return rows.map(({ step }) => step);
};

const start = clock.now;
beforeEach(async () => {
  clock.now = start;
  await save({});
});
afterEach(shop.expectIntegrity);

test('days, address and steps of the settings are those of the next returns', async () => {
  await save({ sendDays: 5, answerDays: 1, address, instructions: 'Sign out.\nPack it well.' });
  const sold = await sell(2);
  const opened = await openReturn(sold, [phoneLine(sold.numbers[0])]);
  expect(opened).toMatchObject({
    state: 'approved',
    sendBy: '2026-11-09T23:59:59.999Z',
    sendTo: ['Returns of the shop', '7 Dock Road', 'Salem, Oregon 97301', 'United States'],
    instructions: 'Sign out.\nPack it well.',
  });
  const defect = await openReturn(sold, [phoneLine(sold.numbers[1], 'battery')]);
  expect(defect.answerBy).toBe('2026-11-03T23:59:59.999Z');
  await save({});
  expect((await find(opened.number)).sendBy).toBe('2026-11-09T23:59:59.999Z');
});

test('a form that is older than the last save is refused', async () => {
  const stale = await readVersion();
  await save({ sendDays: 20 });
  expect(await codeOf(staff('updateReturnSettings', { body: { ...usual, version: stale } }))).toBe(
    'EDIT_CONFLICT',
  );
  expect((await staff('getReturnSettings', {})).settings.sendDays).toBe(20);
  expect(await codeOf(save({ sendDays: 0 }))).toBe('VALIDATION_ERROR');
});

test('a customer is reminded once of the last day to send, and the case expires after grace', async () => {
  await save({ sendDays: 14, graceDays: 3 });
  const sold = await sell(1);
  const { id, number } = await openReturn(sold, [phoneLine(sold.numbers[0])]);
  pass(6);
  await moveDueReturns(deps);
  expect(await mailsOf(id)).toEqual(['approved']);
  pass(2);
  await moveDueReturns(deps);
  await moveDueReturns(deps);
  expect(await mailsOf(id)).toEqual(['approved', 'reminder']);
  pass(8);
  await moveDueReturns(deps);
  expect(await find(number)).toMatchObject({ state: 'approved', isLate: true });
  pass(3);
  await moveDueReturns(deps);
  expect((await find(number)).state).toBe('expired');
  expect(await statesOf(sold)).toEqual(['sold']);
});

test('the store is told once of an answer that is overdue', async () => {
  const sold = await sell(1);
  const { id, number } = await openReturn(sold, [phoneLine(sold.numbers[0], 'battery')]);
  await moveDueReturns(deps);
  pass(3);
  await moveDueReturns(deps);
  await moveDueReturns(deps);
  expect((await mailsOf(id)).filter((step) => step === 'return-overdue')).toHaveLength(1);
  expect((await find(number)).isLate).toBe(true);
});

test('a lost parcel ends its case without a refund, and the phone stays the customer’s', async () => {
  const sold = await sell(1);
  const { id, number } = await openReturn(sold, [phoneLine(sold.numbers[0])]);
  await call('markReturnSent', { params: { number }, body: {} }, sold.guest);
  const closed = await act('markReturnLost', number, { isRefunded: false });
  expect(closed).toMatchObject({ state: 'closed', lines: [{ endedAs: 'lost', match: 'lost', amount: 0 }] });
  expect(await statesOf(sold)).toEqual(['sold']);
  expect(await mailsOf(id)).toContain('lost');
  expect(await codeOf(act('markReturnLost', number, { isRefunded: true }))).toBe('RETURN_STATE');
});

test('a lost parcel that is refunded gives everything back and ends the phone as lost', async () => {
  const sold = await sell(1, { cables: 2 });
  const opened = await openReturn(sold, [
    phoneLine(sold.numbers[0], 'does-not-work'),
    { product: shop.cable, quantity: 2, reason: 'does-not-work' },
  ]);
  await act('approveReturn', opened.number);
  const lost = await act('markReturnLost', opened.number, { isRefunded: true });
  expect(lost.toSettle).toBeGreaterThan(200);
  const closed = await act('settleReturn', opened.number, { amount: lost.toSettle });
  expect(closed).toMatchObject({
    state: 'closed',
    lines: [{ endedAs: 'refunded', match: 'lost' }, { endedAs: 'refunded' }],
  });
  expect(await shop.devices.getUnit(sold.numbers[0] ?? '')).toMatchObject({ state: 'gone', goneAs: 'lost' });
});

test('a parcel that turns up before its refund is received as any other', async () => {
  const sold = await sell(1);
  const { number, lines } = await openReturn(sold, [phoneLine(sold.numbers[0])]);
  await act('markReturnLost', number, { isRefunded: true });
  const received = await act('receiveReturn', number, { code: sold.serials[0] });
  expect(received).toMatchObject({ state: 'received', lines: [{ match: 'same', decision: null }] });
  expect(lines).toHaveLength(1);
});
