import { cents } from '@reprise/contract/money';
import { eq, sql } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { mailedSecrets } from '../../../../test/mailed-links.ts';
import { codeOf, openOrderShop, orderOf, problemOf, someAddress } from '../../../../test/order-shop.ts';
import { openTestDatabase } from '../../../../test/test-database.ts';
import { auditEntries } from '../../../foundations/audit/audit.tables.ts';
import { mails } from '../../../foundations/notifications/notifications.tables.ts';
import { storeSettings } from '../../../foundations/settings/settings.tables.ts';
import { users } from '../../../people/identity/identity.tables.ts';
import { inTransaction } from '../../../platform/database/database.ts';
import type { Caller } from '../../../platform/http/endpoint.ts';
import { eraseUserFromOrders } from '../erase-user-from-orders.ts';
import { orderNotes, orders } from '../orders.tables.ts';

const database = await openTestDatabase();
const { db } = database;
const shop = await openOrderShop(database);
const { addProduct, stockOf } = shop;

let admin: Caller;
let customer: Caller;

beforeAll(async () => {
  admin = await shop.addUser('admin');
  customer = await shop.addUser();
});

const call = (name: Parameters<typeof shop.call>[0], wire: object = {}) =>
  shop.call(name, wire, { caller: admin });
const setStatus = (id: string, status: string, more: object = {}) =>
  call('changeOrderStatus', { params: { id }, body: { status, ...more } });
const auditOf = async (id: string) => {
  const rows = await db
    .select()
    .from(auditEntries)
    .where(eq(auditEntries.subject, `order ${id}`));
  return rows.map(({ action, actorId }) => [action, actorId]);
};
const mailsTo = async (recipient: string) => {
  await shop.deps.jobs.workUntilIdle();
  return db.select().from(mails).where(eq(mails.recipient, recipient));
};

/** Access tokens of the payment links mailed to a recipient. */
const mailedTokens = (email: string, orderNumber: string) =>
  mailedSecrets(shop.deps.environment.dataDir, email, `orders/${orderNumber}`);

describe('the list of all orders', () => {
  const placed: Record<string, { id: string; orderNumber: string }> = {};

  beforeAll(async () => {
    const cheap = await addProduct(20, cents(1000), 'Cheap');
    const dear = await addProduct(20, cents(90_000), 'Dear');
    const placeAt = async (name: string, day: string, product: string, firstName: string) => {
      shop.clock.now = new Date(`${day}T12:00:00Z`);
      const shippingAddress = { ...someAddress, firstName, email: `${firstName}@list.example.com` };
      placed[name] = (await shop.place(orderOf({ [product]: 1 }, { shippingAddress }))).order;
    };
    await placeAt('first', '2026-09-01', cheap, 'Annabella');
    await placeAt('second', '2026-09-02', dear, 'Bob');
    await placeAt('third', '2026-09-03', cheap, 'Cleo_x');
    await placeAt('fourth', '2026-09-04', dear, 'Dan');
    await setStatus(placed.second?.id ?? '', 'shipped', { carrier: 'UPS', trackingNumber: '1Z%LIST' });
    await setStatus(placed.fourth?.id ?? '', 'cancelled');
    await db
      .update(orders)
      .set({ paymentStatus: 'started' })
      .where(eq(orders.id, placed.third?.id ?? ''));
  });

  const names = async (query: object) => {
    const { orders: rows } = await call('listAllOrders', { query });
    const nameOf = (id: string) => Object.keys(placed).find((name) => placed[name]?.id === id);
    return rows.map(({ id }: { id: string }) => nameOf(id));
  };

  test.each([
    ['a first name', { search: 'annabella' }, ['first']],
    ['a whole name', { search: 'BOB HOPPER' }, ['second']],
    ['an e-mail', { search: 'dan@list.example' }, ['fourth']],
    ['a tracking number, its % as written', { search: '1z%list' }, ['second']],
    ['a letter that SQL reads as any', { search: 'leo_x' }, ['third']],
    ['a status', { status: 'shipped' }, ['second']],
    ['a payment state', { payment: 'started' }, ['third']],
    ['days, the last one left out', { from: '2026-09-02', to: '2026-09-04' }, ['third', 'second']],
    ['a start time', { from: '2026-09-03T12:00:00.001Z' }, ['fourth']],
    ['several at once', { search: 'hopper', status: 'pending', to: '2026-09-02' }, ['first']],
    ['nothing that is there', { search: 'zebra' }, []],
    ['newest first', {}, ['fourth', 'third', 'second', 'first']],
    ['oldest first', { sort: 'oldest' }, ['first', 'second', 'third', 'fourth']],
    ['the dearest first', { sort: 'total-high' }, ['fourth', 'second', 'third', 'first']],
    ['the cheapest first', { sort: 'total-low' }, ['first', 'third', 'second', 'fourth']],
  ])('by %s', async (_what, query, expected) => {
    expect(await names(query)).toEqual(expected);
  });

  test('lists the summaries of all matches in list order', async () => {
    const { orders: heads, complete } = await call('listOrderSummaries', {
      query: { search: 'hopper', sort: 'oldest', status: 'pending' },
    });
    expect(complete).toBe(true);
    expect(heads).toEqual([
      {
        id: placed.first?.id,
        orderNumber: placed.first?.orderNumber,
        status: 'pending',
        paymentStatus: 'unpaid',
        isTestPaid: false,
        shippingMethod: 'standard',
        shippingAddress: { name: 'Annabella Hopper', city: someAddress.city },
      },
      expect.objectContaining({ id: placed.third?.id }),
    ]);
  });

  test('finds an order by its number', async () => {
    const number = placed.first?.orderNumber ?? '';
    expect(await names({ search: number.toLowerCase() })).toEqual(['first']);
  });

  test('counts all orders per status, whatever the filter', async () => {
    const { counts, pagination, hasMore } = await call('listAllOrders', {
      query: { search: 'annabella', limit: '1' },
    });
    const { rows } = await db.execute<{ status: string; count: number }>(
      sql`select status, count(*) as count from orders group by status`,
    );
    const counted = Object.fromEntries(rows.map(({ status, count }) => [status, count]));
    expect(counts).toEqual({ all: 4, pending: 2, processing: 0, shipped: 1, delivered: 0, cancelled: 1 });
    expect(counts).toMatchObject(counted);
    expect([pagination.total, hasMore]).toEqual([1, false]);
  });

  test('shows every order on exactly one page', async () => {
    const pages = await Promise.all(['1', '2', '3'].map((page) => names({ page, limit: '2' })));
    expect(pages).toEqual([['fourth', 'third'], ['second', 'first'], []]);
  });

  test('exports all filtered orders with formulas escaped', async () => {
    const shippingAddress = { ...someAddress, firstName: '=cmd|x', email: 'evil@export.example.com' };
    const evil = (await shop.place(orderOf({ [await addProduct(1)]: 1 }, { shippingAddress }))).order;
    const textOf = async (query: object) => {
      let text = '';
      for await (const piece of (await call('exportOrders', { query })).pieces) text += piece;
      return text;
    };
    const lines = (await textOf({ search: 'export.example.com' })).trim().split('\r\n');
    expect(lines).toHaveLength(2);
    expect(lines[1]).toContain(`${evil.orderNumber},`);
    expect(lines[1]).toContain(",'=cmd|x,Hopper,evil@export.example.com,(+1) 555 0199,");
    expect(lines[1]).toContain('"1 x Pixel 7 128 GB Snow, Good (');
    expect((await textOf({ search: 'list.example.com' })).trim().split('\r\n')).toHaveLength(5);
    await setStatus(evil.id, 'cancelled');
  });

  test.each([{ from: 'yesterday' }, { sort: 'random' }, { payment: 'owed' }])('refuses %j', async (query) => {
    expect(await codeOf(call('listAllOrders', { query }))).toBe('VALIDATION_ERROR');
  });
});

describe('changing several orders', () => {
  test('ships the orders that can be shipped and reports why others failed', async () => {
    const phone = await addProduct(3);
    const rare = await addProduct(1, cents(500), 'Rare');
    const { order: good } = await shop.place(orderOf({ [phone]: 1 }));
    const { order: gone } = await shop.place(orderOf({ [rare]: 1 }));
    await setStatus(gone.id, 'cancelled');
    await shop.place(orderOf({ [rare]: 1 }));
    const { outcomes } = await call('changeOrderStatuses', {
      body: {
        changes: [
          { id: gone.id, status: 'shipped' },
          { id: good.id, status: 'shipped', carrier: 'UPS', trackingNumber: '1ZBULK' },
          { id: 'ord_none', status: 'shipped' },
        ],
      },
    });
    expect(outcomes.map(({ changed, message }: Record<string, unknown>) => [changed, message])).toEqual([
      [false, 'Rare is sold out.'],
      [true, null],
      [false, 'Order not found.'],
    ]);
    const { order } = await call('getOrder', { params: { id: good.id } });
    expect(order).toMatchObject({ status: 'shipped', carrier: 'UPS', trackingNumber: '1ZBULK' });
    expect(await auditOf(good.id)).toEqual([['change order status', admin.userId]]);
    await shop.expectIntegrity();
  });

  test('refuses a tracking number that is on another order', async () => {
    const phone = await addProduct(3);
    const [{ order: one }, { order: two }] = [
      await shop.place(orderOf({ [phone]: 1 })),
      await shop.place(orderOf({ [phone]: 1 })),
    ];
    const parcel = { status: 'shipped', carrier: 'UPS', trackingNumber: '1ZTWICE' };
    const { outcomes } = await call('changeOrderStatuses', {
      body: { changes: [one, two].map(({ id }) => ({ id, ...parcel })) },
    });
    expect(outcomes).toMatchObject([
      { changed: true },
      {
        changed: false,
        message: `This number is already on order ${one.orderNumber}. If both orders are in one parcel, ship this one by itself.`,
      },
    ]);
  });

  test('accepts 1 to 100 orders at once', async () => {
    const changes = (length: number) => ({
      body: { changes: Array.from({ length }, () => ({ id: 'x', status: 'pending' })) },
    });
    expect(await codeOf(call('changeOrderStatuses', changes(0)))).toBe('VALIDATION_ERROR');
    expect(await codeOf(call('changeOrderStatuses', changes(101)))).toBe('VALIDATION_ERROR');
  });
});

describe('what only the staff sees', () => {
  test('stores, lists and deletes notes, audits them without text, hides them', async () => {
    const phone = await addProduct(2);
    const { order } = await shop.place(orderOf({ [phone]: 1 }), { caller: customer });
    const params = { id: order.orderNumber };
    const { note } = await call('addOrderNote', { params, body: { text: '  Calls before noon  ' } });
    expect(note).toMatchObject({ text: 'Calls before noon', author: admin.name });
    expect((await call('getOrderContext', { params })).notes).toEqual([note]);
    const own = await shop.call('getOrder', { params }, { caller: customer });
    expect(JSON.stringify(own)).not.toContain('noon');
    expect(await codeOf(shop.call('getOrderContext', { params }, { caller: customer }))).toBe('FORBIDDEN');
    await call('deleteOrderNote', { params: { ...params, noteId: note.id } });
    expect(await codeOf(call('deleteOrderNote', { params: { ...params, noteId: note.id } }))).toBe(
      'NOT_FOUND',
    );
    expect((await call('getOrderContext', { params })).notes).toEqual([]);
    expect((await auditOf(order.id)).map(([action]) => action)).toEqual([
      'add order note',
      'delete order note',
    ]);
    const entries = await db.select().from(auditEntries);
    expect(JSON.stringify(entries)).not.toContain('noon');
    expect(await codeOf(call('addOrderNote', { params, body: { text: ' ' } }))).toBe('VALIDATION_ERROR');
  });

  test('shows the customer’s other orders, total spent and the author of each event', async () => {
    const phone = await addProduct(9, cents(10_000));
    const buyer = await shop.addUser();
    const place = async () => (await shop.place(orderOf({ [phone]: 1 }), { caller: buyer })).order;
    const [one, two, three] = [await place(), await place(), await place()];
    await call('recordPayment', { params: { id: three.id }, body: { method: 'cash' } });
    await call('refundOrder', { params: { id: three.id }, body: { amount: 8 } });
    await setStatus(two.id, 'cancelled');
    await setStatus(one.id, 'processing');
    const background = await call('getOrderContext', { params: { id: one.id } });
    expect(background.otherOrders.map(({ id }: { id: string }) => id)).toEqual([three.id, two.id]);
    expect(background.customer).toEqual({ orders: 2, spent: 100 });
    const { events } = (await call('getOrder', { params: { id: one.id } })).order;
    expect(background.authors).toEqual({ [events[1].id]: admin.name });
    expect(background.mails).toEqual(['order-placed']);
  });

  test('hides the order context when the customer is erased', async () => {
    const phone = await addProduct(1);
    const buyer = await shop.addUser();
    const { order } = await shop.place(orderOf({ [phone]: 1 }), { caller: buyer });
    await call('addOrderNote', { params: { id: order.id }, body: { text: 'Grace likes blue' } });
    await setStatus(order.id, 'delivered');
    await inTransaction(db, (tx) => eraseUserFromOrders(tx, shop.deps.secret, buyer.userId));
    expect(await db.select().from(orderNotes).where(eq(orderNotes.orderId, order.id))).toEqual([]);
    const background = await call('getOrderContext', { params: { id: order.id } });
    expect(background).toMatchObject({ otherOrders: [], customer: { orders: 0, spent: 0 }, mails: [] });
  });
});

describe('sending a mail again', () => {
  test('sends an order mail again, with a payment link while unpaid, and audits it', async () => {
    const phone = await addProduct(1);
    const email = 'again@example.com';
    const { order } = await shop.place(
      orderOf({ [phone]: 1 }, { shippingAddress: { ...someAddress, email } }),
    );
    const send = (kind: string) => call('sendOrderMail', { params: { id: order.id }, body: { kind } });
    await db.update(storeSettings).set({ emailNotifications: false });
    await send('order-placed');
    const [first, ...more] = await mailsTo(email);
    expect([first?.kind, more]).toEqual(['order-placed', []]);
    expect(first?.html).toContain(`/orders/${order.orderNumber}#hidden`);
    expect(mailedTokens(email, order.orderNumber)).toHaveLength(1);
    await db.update(storeSettings).set({ emailNotifications: true });
    expect(await codeOf(send('order-shipped'))).toBe('VALIDATION_ERROR');
    await setStatus(order.id, 'shipped', { trackingNumber: '1ZAGAIN' });
    await send('order-shipped');
    const shipped = (await mailsTo(email)).filter(({ kind }) => kind === 'order-shipped');
    expect(shipped).toHaveLength(2);
    expect(shipped[1]?.html).not.toContain(`/orders/${order.orderNumber}#`);
    expect((await auditOf(order.id)).map(([action]) => action)).toEqual([
      'send order mail',
      'change order status',
      'send order mail',
    ]);
  });
});

describe('an order given by phone', () => {
  const body = (items: Record<string, number>, more: object = {}) => {
    const { paymentMethod, ...order } = orderOf(items, more) as Record<string, unknown>;
    return order;
  };
  const placeFor = (wire: object, key: string | null = null) =>
    shop.call('placeStaffOrder', { body: wire }, { caller: admin, idempotencyKey: key });

  test('places a phone order for its customer and mails a payment link', async () => {
    const phone = await addProduct(3);
    const buyer = await shop.addUser();
    await db.update(users).set({ emailVerified: true }).where(eq(users.id, buyer.userId));
    const email = 'caller@example.com';
    const shippingAddress = { ...someAddress, email };
    const { order } = await placeFor(body({ [phone]: 2 }, { shippingAddress, customerId: buyer.userId }));
    expect(order).toMatchObject({ status: 'pending', paymentStatus: 'unpaid', user: { id: buyer.userId } });
    expect(await stockOf(phone)).toBe(1);
    expect(await auditOf(order.id)).toEqual([['place order', admin.userId]]);
    const background = await call('getOrderContext', { params: { id: order.id } });
    expect(background.authors).toEqual({ [order.events[0].id]: admin.name });
    await mailsTo(email);
    const [token = ''] = mailedTokens(email, order.orderNumber);
    const amount = order.total;
    const guest = { orderToken: token };
    const wire = { body: { orderId: order.id, amount } };
    const intent = await shop.call('createPaymentIntent', wire, guest);
    await shop.call('confirmTestCard', { body: { clientSecret: intent.clientSecret, card: 'pm_card_visa' } });
    const confirm = { body: { orderId: order.id, paymentIntentId: intent.paymentIntentId } };
    const paid = await shop.call('confirmPayment', confirm, guest);
    expect(paid.order).toMatchObject({ paymentStatus: 'paid', status: 'processing' });
    await shop.expectIntegrity();
  });

  test('places a repeated phone order once and rejects it like any other', async () => {
    const phone = await addProduct(2);
    const wire = body({ [phone]: 1 }, { customerId: null });
    const [first, second] = [await placeFor(wire, 'phone-1'), await placeFor(wire, 'phone-1')];
    expect(second).toEqual(first);
    expect(await stockOf(phone)).toBe(1);
    const problem = await problemOf(placeFor(body({ [phone]: 5 })));
    expect(problem).toMatchObject({ code: 'OUT_OF_STOCK' });
    expect(await codeOf(placeFor(body({})))).toBe('EMPTY_CART');
    expect(await codeOf(placeFor(body({ [phone]: 1 }, { customerId: 'usr_gone' })))).toBe('VALIDATION_ERROR');
    expect(await codeOf(shop.call('placeStaffOrder', { body: wire }, { caller: customer }))).toBe(
      'FORBIDDEN',
    );
  });
});
