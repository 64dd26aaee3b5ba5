import { cents } from '@reprise/contract/money';
import { sql } from 'drizzle-orm';
import { afterEach, expect, test } from 'vitest';
import { deviceCalls } from '../../../test/device-shop.ts';
import { type As, openOrderShop, orderOf, someAddress } from '../../../test/order-shop.ts';
import { raceRounds } from '../../../test/race-rounds.ts';
import { openTestDatabase } from '../../../test/test-database.ts';
import { dayMs } from '../../platform/time.ts';
import { moveDueReturns } from './due-returns.ts';

// Races that need several database connections. Each pair runs at once; the integrity checks hold afterwards.

const database = await openTestDatabase();
const shop = await openOrderShop(database);
const { call, clock, deps } = shop;
const devices = deviceCalls(shop);
const admin = await shop.addUser('admin');
const phone = await shop.addProduct(0, cents(20_000));
await devices.setTracking(phone, 'serial');
let made = 0;

afterEach(shop.expectIntegrity);

type Name = Parameters<typeof call>[0];
const staff = (name: Name, wire: object) => call(name, wire, { caller: admin });
const act = async (name: Name, number: string, body?: object) =>
  (await staff(name, { params: { number }, ...(body && { body }) })).return;

async function race(...calls: (() => Promise<unknown>)[]): Promise<string[]> {
  const outcomes = await Promise.allSettled(calls.map((run) => run()));
  return outcomes.map((outcome) =>
    outcome.status === 'fulfilled' ? 'done' : (outcome.reason.code ?? String(outcome.reason)),
  );
}

/** Sells and delivers one phone, and opens its return; one for a defect waits for staff. */
async function openCase(reason = 'not-needed') {
  const serial = `RACE${String(++made).padStart(6, '0')}`;
  const device = await devices.receive(phone, serial);
  await devices.moveUnits({ ids: [device.id], to: 'ready' });
  await devices.listForSale([device.id], phone);
  const shippingAddress = { ...someAddress, email: `race${made}@example.com` };
  const { order, accessToken } = await shop.place(orderOf({ [phone]: 1 }, { shippingAddress }));
  const { id } = order;
  await staff('recordPayment', { params: { id }, body: { method: 'cash' } });
  await devices.packDevice(id, serial);
  await staff('changeOrderStatus', { params: { id }, body: { status: 'delivered' } });
  const guest: As = { orderToken: accessToken };
  const lines = [{ product: phone, unit: device.number, reason }];
  const opened = await call('openReturn', { params: { id }, body: { lines } }, guest);
  const { number } = opened.return;
  const { orderNumber } = order;
  return {
    id,
    orderNumber,
    guest,
    serial,
    number,
    line: opened.return.lines[0].id,
    unit: device.number,
    lines,
  };
}
type Case = Awaited<ReturnType<typeof openCase>>;

const receive = ({ number, serial }: Case) => act('receiveReturn', number, { code: serial });
const find = async ({ number }: Case) => (await staff('getReturn', { params: { number } })).return;
const stateOf = async ({ unit }: Case) => (await devices.getUnit(unit)).state;
const kindsOf = async (opened: Case) =>
  (await find(opened)).events.map(({ kind }: { kind: string }) => kind) as string[];
const refundsOf = async ({ id }: Case): Promise<number[]> => {
  const { order } = await staff('getOrder', { params: { id } });
  return order.payments[0].refunds.map(({ amount }: { amount: number }) => amount);
};

/** Receives the device and decides to refund it; returns the amount. */
async function decide(opened: Case): Promise<number> {
  await receive(opened);
  const decision = { line: opened.line, decision: 'refund', disposition: 'bench' };
  return (await act('decideReturn', opened.number, { decisions: [decision] })).toSettle;
}

test('one device received twice at once is recorded once', async () => {
  for (let round = 0; round < raceRounds; round++) {
    const opened = await openCase();
    expect(
      await race(
        () => receive(opened),
        () => receive(opened),
      ),
    ).toEqual(['done', 'done']);
    expect((await kindsOf(opened)).filter((kind) => kind === 'received')).toHaveLength(1);
    expect(await stateOf(opened)).toBe('returned');
  }
});

test('one device asked for in two returns at once is in one', async () => {
  for (let round = 0; round < raceRounds; round++) {
    const { id, guest, lines, number } = await openCase();
    await call('cancelReturn', { params: { number } }, guest);
    const open = () => call('openReturn', { params: { id }, body: { lines } }, guest);
    expect((await race(open, open)).sort()).toEqual(['RETURN_OPEN', 'done']);
  }
});

test('a return settled twice at once refunds once', async () => {
  for (let round = 0; round < raceRounds; round++) {
    const opened = await openCase();
    const amount = await decide(opened);
    const settle = () => act('settleReturn', opened.number, { amount });
    expect((await race(settle, settle)).sort()).toEqual(['RETURN_STATE', 'done']);
    expect(await refundsOf(opened)).toEqual([amount]);
  }
});

test('a settlement and a refund by hand at once refund once', async () => {
  for (let round = 0; round < raceRounds; round++) {
    const opened = await openCase();
    const amount = await decide(opened);
    const items = [{ product: phone, quantity: 1, units: [opened.unit] }];
    const outcomes = await race(
      () => act('settleReturn', opened.number, { amount }),
      () => staff('refundOrder', { params: { id: opened.id }, body: { items } }),
    );
    // Locks decide, in words, before a check of the database has to.
    expect(outcomes.toSorted()).toEqual([
      expect.stringMatching(/^(AMOUNT_MISMATCH|NOT_REFUNDABLE|VALIDATION_ERROR)$/),
      'done',
    ]);
    expect(await refundsOf(opened)).toEqual([amount]);
  }
});

test('a settlement and the cancellation of its order at once refund once in full', async () => {
  for (let round = 0; round < raceRounds; round++) {
    const opened = await openCase();
    const amount = await decide(opened);
    const body = { status: 'cancelled', itemsReturned: true };
    await race(
      () => act('settleReturn', opened.number, { amount }),
      () => staff('changeOrderStatus', { params: { id: opened.id }, body }),
    );
    const { order } = await staff('getOrder', { params: { id: opened.id } });
    const refunded = (await refundsOf(opened)).reduce((sum, part) => sum + part, 0);
    expect(refunded).toBeLessThanOrEqual(order.total);
    expect(order.status).toBe('cancelled');
    expect((await find(opened)).state).toBe('closed');
  }
});

test('a return called off and received at once has its device in custody or sold', async () => {
  for (let round = 0; round < raceRounds; round++) {
    const opened = await openCase();
    const { number } = opened;
    await race(
      () => call('cancelReturn', { params: { number } }, opened.guest),
      () => receive(opened),
    );
    // Received last it is opened again; called off last it is refused, because its device is here.
    expect([(await find(opened)).state, await stateOf(opened)]).toEqual(['received', 'returned']);
  }
});

test('a return that expires while it is received stays received', async () => {
  const before = clock.now;
  for (let round = 0; round < raceRounds; round++) {
    const opened = await openCase();
    clock.now = new Date(clock.now.getTime() + 30 * dayMs);
    await race(
      () => moveDueReturns(deps),
      () => receive(opened),
    );
    expect([(await find(opened)).state, await stateOf(opened)]).toEqual(['received', 'returned']);
  }
  clock.now = before;
});

test('a withdrawal and the scan of the device at once end in one received return', async () => {
  for (let round = 0; round < raceRounds; round++) {
    const opened = await openCase();
    const { id, orderNumber, guest } = opened;
    await deps.db.execute(sql`update orders set country = 'United Kingdom' where id = ${id}`);
    await deps.db.execute(sql`update return_lines set restocking_percent = 10 where id = ${opened.line}`);
    const body = { name: 'Ada', email: `race${made}@example.com`, orderNumber };
    const outcomes = await race(
      () => call('withdrawFromContract', { body }),
      () => receive(opened),
    );
    expect(outcomes).toEqual(['done', 'done']);
    const { returnable } = await call('getReturnable', { params: { id } }, guest);
    expect(returnable.returns).toMatchObject([{ number: opened.number, state: 'received' }]);
    const { lines } = await find(opened);
    expect(lines).toMatchObject([{ reason: 'withdrawal', restockingPercent: 0, match: 'same' }]);
    expect(await stateOf(opened)).toBe('returned');
  }
});

test('a return approved and called off at once leaves its device with the customer', async () => {
  for (let round = 0; round < raceRounds; round++) {
    const opened = await openCase('does-not-work');
    const { number, guest } = opened;
    expect((await find(opened)).state).toBe('requested');
    const [approved, cancelled] = await race(
      () => act('approveReturn', number),
      () => call('cancelReturn', { params: { number } }, guest),
    );
    // An approved return can still be called off; one that was called off is not approved.
    expect(cancelled).toBe('done');
    expect(['done', 'RETURN_STATE']).toContain(approved);
    expect([(await find(opened)).state, await stateOf(opened)]).toEqual(['cancelled', 'sold']);
    const kinds = approved === 'done' ? ['opened', 'approved', 'cancelled'] : ['opened', 'cancelled'];
    expect(await kindsOf(opened)).toEqual(kinds);
  }
});
