import { cents } from '@reprise/contract/money';
import { sql } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { deviceCalls } from '../../../test/device-shop.ts';
import { type As, codeOf, openOrderShop, orderOf, problemOf, someAddress } from '../../../test/order-shop.ts';
import { openTestDatabase } from '../../../test/test-database.ts';
import type { Caller } from '../../platform/http/endpoint.ts';
import { invoices } from '../orders/invoices/invoices.tables.ts';
import { returnMailReaders } from './return-mails.ts';

const database = await openTestDatabase();
const shop = await openOrderShop(database);
const { call, deps, stockOf } = shop;
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

type Name = Parameters<typeof call>[0];
const staff = (name: Name, wire: object) => call(name, wire, { caller: admin });
const act = async (name: Name, number: string, body?: object) =>
  (await staff(name, { params: { number }, ...(body && { body }) })).return;
const setStatus = (id: string, status: string) =>
  staff('changeOrderStatus', { params: { id }, body: { status } });

/** Puts a device on sale. */
async function stock(product = phone) {
  const serial = `REP${String(++made).padStart(7, '0')}`;
  const { id, number } = await devices.receive(product, serial);
  await devices.moveUnits({ ids: [id], to: 'ready' });
  await devices.listForSale([id], product);
  return { serial, number };
}
type Device = Awaited<ReturnType<typeof stock>>;

/** Sells and delivers devices and cables to a guest. */
async function sell(count: number, cables = 0) {
  const sold: Device[] = [];
  for (let index = 0; index < count; index++) sold.push(await stock());
  const items = { ...(count > 0 && { [phone]: count }), ...(cables > 0 && { [cable]: cables }) };
  const shippingAddress = { ...someAddress, email: `swap${++buyers}@example.com` };
  const { order, accessToken } = await shop.place(orderOf(items, { shippingAddress }));
  await staff('recordPayment', { params: { id: order.id }, body: { method: 'cash' } });
  for (const { serial } of sold) await devices.packDevice(order.id, serial);
  await setStatus(order.id, 'delivered');
  return {
    id: order.id as string,
    orderNumber: order.orderNumber as string,
    guest: { orderToken: accessToken },
    sold,
  };
}

const phoneLine = (unit: string | undefined) => ({ product: phone, unit, reason: 'does-not-work' });

/** Opens, approves and receives a return of these devices; returns its case. */
async function receive(id: string, as: As, back: Device[]) {
  const lines = back.map(({ number }) => phoneLine(number));
  const opened = await call('openReturn', { params: { id }, body: { lines, wish: 'replacement' } }, as);
  const { number } = opened.return;
  await act('approveReturn', number);
  for (const { serial } of back) await act('receiveReturn', number, { code: serial });
  return (await staff('getReturn', { params: { number } })).return;
}

type Case = Awaited<ReturnType<typeof receive>>;

const decide = (found: Case, decision: object) =>
  act('decideReturn', found.number, {
    decisions: found.lines
      .filter(({ settledAt }: { settledAt: string | null }) => settledAt === null)
      .map(({ id }: { id: string }) => ({ line: id, disposition: 'bench', ...decision })),
  });
const settle = ({ number, toSettle }: Case) => act('settleReturn', number, { amount: toSettle });

/** Replaces what came back; returns the case and the order of the replacement. */
async function replace(found: Case, more: object = {}) {
  const closed = await settle(await decide(found, { decision: 'replace', ...more }));
  const number = closed.lines.at(-1).replacement.order;
  const { order } = await staff('getOrder', { params: { id: number } });
  return { closed, order };
}

/** Packs and delivers the devices of a replacement. */
async function deliver({ id }: { id: string }, sent: Device[]) {
  for (const { serial } of sent) await devices.packDevice(id, serial);
  await setStatus(id, 'delivered');
}

const stateOf = async ({ number }: Device) => (await devices.getUnit(number)).state;
const invoicesOf = (orderId: string) => db.$count(invoices, sql`${invoices.orderId} = ${orderId}`);
const refundsOf = async ({ id }: { id: string }) => {
  const { order } = await staff('getOrder', { params: { id } });
  return order.payments.flatMap(({ refunds }: { refunds: { amount: number }[] }) =>
    refunds.map(({ amount }) => amount),
  );
};
const soldCountOf = async (product: string) => {
  const { rows } = await db.execute<{ sold: number }>(
    sql`select sold_count as sold from products where id = ${product}`,
  );
  return rows[0]?.sold;
};

describe('a replacement', () => {
  test('is an order of total 0 that is packed, shipped, and no sale', async () => {
    const bought = await sell(1);
    const spare = await stock();
    const { closed, order } = await replace(await receive(bought.id, bought.guest, bought.sold));
    expect(closed).toMatchObject({ state: 'closed', amount: 0, lines: [{ endedAs: 'replaced', amount: 0 }] });
    expect(order).toMatchObject({
      status: 'processing',
      paymentStatus: 'paid',
      total: 0,
      replaces: { order: bought.orderNumber, return: closed.number },
      items: [{ quantity: 1, lineTotal: 0 }],
    });
    expect(order.shippingAddress).toMatchObject({ address: someAddress.address });
    expect(await refundsOf(bought)).toEqual([]);
    expect(await stockOf(phone)).toBe(0);
    await deliver(order, [spare]);
    expect([await stateOf(bought.sold[0] as Device), await stateOf(spare)]).toEqual(['bench', 'sold']);
    expect(await invoicesOf(order.id)).toBe(0);
    expect(await invoicesOf(bought.id)).toBe(1);
    expect(await soldCountOf(phone)).toBe(1);
  });

  test('comes back in a return of the first order, which is refunded once', async () => {
    const bought = await sell(1);
    const spare = await stock();
    const { order } = await replace(await receive(bought.id, bought.guest, bought.sold));
    const body = { lines: [phoneLine(bought.sold[0]?.number)], wish: 'refund' };
    const twice = call('openReturn', { params: { id: bought.id }, body }, bought.guest);
    expect(await codeOf(twice)).toBe('VALIDATION_ERROR');
    const waiting = await call('getReturnable', { params: { id: bought.id } }, bought.guest);
    expect(waiting.returnable.items).toEqual([]);
    await deliver(order, [spare]);
    const { returnable } = await call('getReturnable', { params: { id: bought.id } }, bought.guest);
    expect(returnable.items).toMatchObject([{ unit: spare.number, quantity: 1, amount: 216 }]);
    const again = await receive(bought.id, bought.guest, [spare]);
    expect(again.orderNumber).toBe(bought.orderNumber);
    const decided = await decide(again, { decision: 'refund' });
    const paid = (await staff('getOrder', { params: { id: bought.id } })).order.total;
    expect(decided.toSettle).toBe(paid);
    expect(await settle(decided)).toMatchObject({ state: 'closed', lines: [{ endedAs: 'refunded' }] });
    expect(await refundsOf(bought)).toEqual([paid]);
    expect(await stateOf(spare)).toBe('bench');
    expect(await soldCountOf(phone)).toBe(0);
    const rest = await call('getReturnable', { params: { id: bought.id } }, bought.guest);
    expect(rest.returnable.items).toEqual([]);
  });

  test('that comes back locked to an account keeps the money of the first order', async () => {
    const bought = await sell(1);
    const spare = await stock();
    const { order } = await replace(await receive(bought.id, bought.guest, bought.sold));
    await deliver(order, [spare]);
    const { number, lines } = await receive(bought.id, bought.guest, [spare]);
    const lock = (isLocked: boolean) => act('lockReturnLine', number, { line: lines[0].id, isLocked });
    const refund = () => staff('refundOrder', { params: { id: bought.id }, body: {} });
    await lock(true);
    expect(await problemOf(refund())).toMatchObject({
      code: 'NOT_REFUNDABLE',
      message: expect.stringContaining(`${spare.number} came back locked`),
    });
    await lock(false);
    await refund();
    expect(await refundsOf(bought)).toHaveLength(1);
  });

  test('is itself replaced, and the third device is refunded', async () => {
    const bought = await sell(1);
    const [second, third] = [await stock(), await stock()];
    const first = await replace(await receive(bought.id, bought.guest, bought.sold), {
      replacement: { product: phone, unit: second.number },
    });
    await deliver(first.order, [second]);
    const next = await replace(await receive(bought.id, bought.guest, [second]));
    await deliver(next.order, [third]);
    const decided = await decide(await receive(bought.id, bought.guest, [third]), { decision: 'refund' });
    await settle(decided);
    expect(await refundsOf(bought)).toEqual([decided.toSettle]);
    expect(await stateOf(third)).toBe('bench');
  });

  test('is of another product, and its own stock follows', async () => {
    const bought = await sell(1);
    const better = await shop.addProduct(0, cents(30_000));
    await devices.setTracking(better, 'serial');
    const spare = await stock(better);
    const found = await receive(bought.id, bought.guest, bought.sold);
    const { order } = await replace(found, { replacement: { product: better, unit: spare.number } });
    expect(order.items).toMatchObject([
      { product: { id: better }, devices: [{ number: spare.number, isChosen: true }] },
    ]);
    await deliver(order, [spare]);
    const decided = await decide(await receive(bought.id, bought.guest, [spare]), { decision: 'refund' });
    await settle(decided);
    expect(await stockOf(better)).toBe(0);
    expect(await stockOf(phone)).toBe(0);
  });

  test('of two phones of a line goes in one order', async () => {
    const bought = await sell(2);
    await stock();
    await stock();
    const { closed, order } = await replace(await receive(bought.id, bought.guest, bought.sold));
    expect(order.items).toMatchObject([{ quantity: 2 }]);
    const numbers = closed.lines.map(
      ({ replacement }: { replacement: { order: string } }) => replacement.order,
    );
    expect(new Set(numbers)).toEqual(new Set([order.orderNumber]));
  });

  test('of a counted item goes back to stock with it, and is refunded once', async () => {
    const bought = await sell(0, 2);
    expect(await stockOf(cable)).toBe(3);
    const lines = [{ product: cable, quantity: 1, reason: 'missing-parts' }];
    const open = async () => {
      const opened = await call('openReturn', { params: { id: bought.id }, body: { lines } }, bought.guest);
      const { number } = opened.return;
      await act('approveReturn', number);
      return act('receiveReturn', number, { line: opened.return.lines[0].id, quantity: 1 });
    };
    const { order } = await replace(await open(), { disposition: 'restock' });
    expect(await stockOf(cable)).toBe(3);
    const other = { ...lines[0], quantity: 2 };
    const tooMany = call('openReturn', { params: { id: bought.id }, body: { lines: [other] } }, bought.guest);
    expect(await codeOf(tooMany)).toBe('VALIDATION_ERROR');
    await setStatus(order.id, 'delivered');
    const decided = await decide(await open(), { decision: 'refund', disposition: 'restock' });
    await settle(decided);
    expect(await stockOf(cable)).toBe(4);
    expect(await soldCountOf(cable)).toBe(1);
  });
});

describe('the desk', () => {
  test('hears that nothing is there, and keeps the case as it was', async () => {
    const bought = await sell(1);
    const found = await receive(bought.id, bought.guest, bought.sold);
    const nothing = await problemOf(decide(found, { decision: 'replace' }));
    expect(nothing).toMatchObject({ code: 'OUT_OF_STOCK' });
    expect(nothing.message).toContain('sold out');
    await stock();
    const decided = await decide(found, { decision: 'replace' });
    await shop.place(orderOf({ [phone]: 1 }));
    expect(await codeOf(settle(decided))).toBe('OUT_OF_STOCK');
    expect((await staff('getReturn', { params: { number: found.number } })).return.lines).toMatchObject([
      { decision: 'replace', settledAt: null },
    ]);
    expect(await stateOf(bought.sold[0] as Device)).toBe('returned');
  });

  test('replaces nothing that has not arrived, is locked, or was refunded', async () => {
    const bought = await sell(1);
    await stock();
    const body = { lines: [phoneLine(bought.sold[0]?.number)], wish: 'replacement' };
    const opened = await call('openReturn', { params: { id: bought.id }, body }, bought.guest);
    await act('approveReturn', opened.return.number);
    expect(await codeOf(decide(opened.return, { decision: 'replace' }))).toBe('RETURN_STATE');
    const found = await act('receiveReturn', opened.return.number, { code: bought.sold[0]?.serial });
    const decided = await decide(found, { decision: 'replace' });
    await act('lockReturnLine', found.number, { line: found.lines[0].id, isLocked: true });
    expect(await codeOf(settle(decided))).toBe('RETURN_STATE');
    await act('lockReturnLine', found.number, { line: found.lines[0].id, isLocked: false });
    await staff('refundOrder', {
      params: { id: bought.id },
      body: { items: [{ product: phone, quantity: 1 }] },
    });
    expect(await codeOf(settle(decided))).toBe('RETURN_STATE');
    expect(await codeOf(decide(found, { decision: 'replace' }))).toBe('RETURN_STATE');
  });

  test('decides again once the replacement is cancelled before it leaves', async () => {
    const bought = await sell(1);
    const spare = await stock();
    const { closed, order } = await replace(await receive(bought.id, bought.guest, bought.sold));
    await setStatus(order.id, 'cancelled');
    const reopened = (await staff('getReturn', { params: { number: closed.number } })).return;
    expect(reopened).toMatchObject({
      state: 'received',
      lines: [{ decision: null, endedAs: null, isTakenOver: true, replacement: null }],
    });
    expect(await stockOf(phone)).toBe(1);
    expect(await codeOf(setStatus(order.id, 'processing'))).toBe('EDIT_CONFLICT');
    expect(await codeOf(decide(reopened, { decision: 'reject' }))).toBe('RETURN_STATE');
    const next = await replace(reopened);
    await setStatus(next.order.id, 'cancelled');
    const decided = await decide(reopened, { decision: 'refund' });
    expect(await settle(decided)).toMatchObject({ state: 'closed', lines: [{ endedAs: 'refunded' }] });
    expect(await refundsOf(bought)).toEqual([decided.toSettle]);
    expect(await soldCountOf(phone)).toBe(0);
    expect(await stateOf(spare)).toBe('listed');
  });

  test('cancels neither a replacement that left nor the order whose device was replaced', async () => {
    const bought = await sell(1);
    const spare = await stock();
    const { order } = await replace(await receive(bought.id, bought.guest, bought.sold));
    await deliver(order, [spare]);
    for (const id of [order.id, bought.id])
      expect(await codeOf(setStatus(id, 'cancelled'))).toBe('EDIT_CONFLICT');
    const restocked = { items: [{ product: phone, quantity: 1 }], restock: true };
    expect(await codeOf(staff('refundOrder', { params: { id: bought.id }, body: restocked }))).toBe(
      'VALIDATION_ERROR',
    );
  });
});

test('a customer reaches the case from both orders, and others from neither', async () => {
  const [bought, other] = [await sell(1), await sell(1)];
  const spare = await stock();
  const { closed, order } = await replace(await receive(bought.id, bought.guest, bought.sold));
  await deliver(order, [spare]);
  const { number } = closed;
  const seen = (await call('getReturn', { params: { number } }, bought.guest)).return;
  const token: As = { orderToken: seen.lines[0].replacement.accessToken };
  const shown = await call('getOrder', { params: { id: order.orderNumber } }, token);
  expect(shown.order.replaces).toEqual({ order: bought.orderNumber, return: number });
  expect((await call('getReturn', { params: { number } }, token)).return.number).toBe(number);
  const { returnable } = await call('getReturnable', { params: { id: order.id } }, token);
  expect(returnable).toMatchObject({ orderNumber: bought.orderNumber, items: [{ unit: spare.number }] });
  const body = { lines: [phoneLine(spare.number)] };
  const opened = await call('openReturn', { params: { id: order.id }, body }, token);
  expect(opened.return).toMatchObject({ orderId: bought.id, lines: [{ unit: spare.number }] });
  for (const id of [order.id, bought.id])
    expect(await codeOf(call('getReturnable', { params: { id } }, other.guest))).toBe('NOT_FOUND');
  expect(await codeOf(call('getReturn', { params: { number } }, other.guest))).toBe('NOT_FOUND');
  expect(await codeOf(call('getOrder', { params: { id: bought.id } }, token))).toBe('NOT_FOUND');
});

test('a mail of the settlement names the order of the replacement and what comes next', async () => {
  const bought = await sell(1);
  await stock();
  const { closed, order } = await replace(await receive(bought.id, bought.guest, bought.sold));
  const read = returnMailReaders(deps)['return-update'];
  const mail = await read({ kind: 'return-update', eventKey: 'k', step: 'settled', returnId: closed.id });
  expect(mail).toMatchObject({
    amount: 0,
    replacements: [order.orderNumber],
    replaced: [`1 × ${order.items[0].product.name}`],
  });
});
