import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { openEditing } from '../../../../test/order-editing.ts';
import { codeOf, openOrderShop, problemOf } from '../../../../test/order-shop.ts';
import { openTestDatabase } from '../../../../test/test-database.ts';
import type { Caller } from '../../../platform/http/endpoint.ts';
import { orderEdits } from '../../orders/orders.tables.ts';

const database = await openTestDatabase();
const { db } = database;
const shop = await openOrderShop(database);

let editing: Awaited<ReturnType<typeof openEditing>>;

beforeEach(async () => {
  editing = await openEditing(shop);
  return shop.expectIntegrity;
});

describe('guards', () => {
  test('an edit of an older version changes nothing', async () => {
    const { phone, placed, editOf, send, edit } = editing;
    const order = await placed();
    const stale = await editOf(order, { [phone]: 1 });
    await edit(order, { [phone]: 3 });
    expect(await problemOf(send(order, stale))).toMatchObject({
      code: 'EDIT_CONFLICT',
      details: { version: 1 },
    });
    expect(await shop.stockOf(phone)).toBe(7);
  });

  test('of two edits at once one wins', async () => {
    const { phone, paid, read, editOf, send } = editing;
    const order = await paid();
    const bodies = [await editOf(order, { [phone]: 1 }), await editOf(order, { [phone]: 3 })];
    const all = await Promise.allSettled(bodies.map((body) => send(order, body)));
    expect(all.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(await read(order)).toMatchObject({ version: 1 });
  });

  test.each(['cancelled', 'shipped'])(
    'an edit at the moment the order is %s keeps the books',
    async (status) => {
      const { phone, laptop, paid, read, setStatus, received, editOf, send, edit } = editing;
      const order = await paid();
      const body = await editOf(order, { [phone]: 1, [laptop]: 1 });
      await Promise.allSettled([send(order, body), setStatus(order, status)]);
      const { total, amountDue = 0, version = 0, ...left } = await read(order);
      expect(await received(order)).toBeCloseTo(status === 'cancelled' ? 0 : total - amountDue);
      expect(await shop.stockOf(laptop)).toBe(status === 'cancelled' ? 10 : 10 - version);
      // An edit that came first left an amount due, and such an order is not shipped.
      const editedFirst = status === 'shipped' && version === 1;
      expect(left.status).toBe(editedFirst ? 'processing' : status);
      expect(amountDue > 0).toBe(editedFirst);
      if (!editedFirst) expect(await codeOf(edit(order, { [phone]: 2 }))).toBe('EDIT_CONFLICT');
    },
  );

  test('an order with an amount due ships once that is paid, alone or in bulk', async () => {
    const { admin, phone, paid, pay, read, setStatus, edit } = editing;
    const order = await paid();
    await edit(order, { [phone]: 4 });
    for (const status of ['shipped', 'delivered']) {
      expect(await problemOf(setStatus(order, status))).toMatchObject({
        code: 'PAYMENT_NOT_COMPLETED',
        message: expect.stringMatching(/^\$64\.80 is still due\./),
      });
    }
    const changes = [{ id: order.id, status: 'shipped' }];
    const { outcomes } = await shop.call('changeOrderStatuses', { body: { changes } }, { caller: admin });
    expect(outcomes).toMatchObject([{ changed: false, message: expect.stringContaining('still due') }]);
    const { orders } = await shop.call('listOrderSummaries', {}, { caller: admin });
    expect(orders.find((one: { id: string }) => one.id === order.id)).toMatchObject({ amountDue: 64.8 });
    await pay(order);
    await setStatus(order, 'shipped');
    expect(await read(order)).toMatchObject({ status: 'shipped', amountDue: 0 });
  });

  test('an edit at the moment of a refund never returns more than was paid', async () => {
    const { phone, paid, read, refund, received, editOf, send } = editing;
    const order = await paid();
    const body = await editOf(order, { [phone]: 1 });
    await Promise.allSettled([send(order, body), refund(order, 50)]);
    const { total } = await read(order);
    expect(await received(order)).toBeGreaterThanOrEqual(0);
    expect(await received(order)).toBeLessThanOrEqual(total);
  });

  test('rejects amounts that changed since they were shown', async () => {
    const { phone, placed, pay, editOf, send, preview } = editing;
    const order = await placed();
    const seen = await preview(order, { [phone]: 1 });
    const expected = { amountDue: seen.amountDue, refund: 0 };
    const body = await editOf(order, { [phone]: 1 }, { expected });
    await pay(order);
    expect(await codeOf(send(order, body))).toBe('PRICE_CHANGED');
  });

  test('takes all stock or none', async () => {
    const { phone, laptop, placed, edit } = editing;
    const order = await placed();
    expect(await codeOf(edit(order, { [phone]: 1, [laptop]: 11 }))).toBe('OUT_OF_STOCK');
    expect([await shop.stockOf(phone), await shop.stockOf(laptop)]).toEqual([8, 10]);
    expect(await codeOf(edit(order, { [phone]: 2, prd_none: 1 }))).toBe('PRODUCT_UNAVAILABLE');
    expect(await codeOf(edit(order, {}))).toBe('EMPTY_CART');
  });

  test('a price set by hand needs the permission and a reason', async () => {
    const { admin, phone, paid, editOf, send, edit } = editing;
    const order = await paid();
    const body = await editOf(order, { [phone]: 2 }, { prices: [{ product: phone, price: 25 }] });
    expect(await problemOf(send(order, body))).toMatchObject({ errors: [{ field: 'reason' }] });
    const support = { ...admin, permissions: new Set(['orders.edit', 'refunds.make']) } as Caller;
    expect(await codeOf(send(order, { ...body, reason: 'Scratch' }, support))).toBe('FORBIDDEN');
    const { order: after } = await send(order, { ...body, reason: 'Scratch' });
    expect(after.subtotal).toBe(50);
    const { order: free } = await edit(order, { [phone]: 2 }, { shipping: 0, reason: 'Late' });
    expect([free.subtotal, free.shipping]).toEqual([50, 0]);
  });

  test('an edit that changes nothing leaves no trace', async () => {
    const { paid, read, edit } = editing;
    const order = await paid();
    await edit(order);
    expect(await read(order)).not.toHaveProperty('version');
    expect(await db.$count(orderEdits, eq(orderEdits.orderId, order.id))).toBe(0);
  });
});
