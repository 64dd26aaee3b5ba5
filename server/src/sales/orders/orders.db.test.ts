import { cents } from '@reprise/contract/money';
import { permissionsOf } from '@reprise/contract/permissions';
import { eq } from 'drizzle-orm';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type As, codeOf, openOrderShop, orderOf, problemOf, someAddress } from '../../../test/order-shop.ts';
import { openTestDatabase } from '../../../test/test-database.ts';
import { products, stockMovements } from '../../catalog/products/products.tables.ts';
import { indexProducts } from '../../catalog/products/search/index-products.ts';
import { auditEntries } from '../../foundations/audit/audit.tables.ts';
import { mails } from '../../foundations/notifications/notifications.tables.ts';
import { users } from '../../people/identity/identity.tables.ts';
import { signatureOf } from '../../platform/crypto/signed-id.ts';
import { inTransaction } from '../../platform/database/database.ts';
import type { Caller } from '../../platform/http/endpoint.ts';
import { claimOrders } from './claim-orders.ts';
import { eraseUserFromOrders } from './erase-user-from-orders.ts';
import { orders } from './orders.tables.ts';
import { listOwnOrders } from './user-orders.queries.ts';

const database = await openTestDatabase();
const { db } = database;
const shop = await openOrderShop(database);
const { call, place, addProduct, stockOf } = shop;

let admin: Caller;
let customer: Caller;
let phone: string;

beforeAll(async () => {
  admin = await shop.addUser('admin');
});

beforeEach(async () => {
  customer = await shop.addUser();
  phone = await addProduct(10);
  return shop.expectIntegrity;
});

const setStatus = (id: string, status: string, more: object = {}) =>
  call('changeOrderStatus', { params: { id }, body: { status, ...more } }, { caller: admin });
async function pay({ id: orderId, total }: { id: string; total: number }, orderToken: string): Promise<void> {
  const as = { orderToken };
  const intent = await call('createPaymentIntent', { body: { amount: total, orderId } }, as);
  const { clientSecret, paymentIntentId } = intent;
  await call('confirmTestCard', { body: { clientSecret, card: 'pm_card_visa' } });
  await call('confirmPayment', { body: { paymentIntentId, orderId } }, as);
}
const mailsTo = (recipient: string) => db.select().from(mails).where(eq(mails.recipient, recipient));

describe('placing an order', () => {
  test('computes totals, takes stock and starts the timeline when an order is placed', async () => {
    const { order, accessToken } = await place(orderOf({ [phone]: 2 }, { total: 64.78 }));
    expect(order).toMatchObject({
      status: 'pending',
      paymentStatus: 'unpaid',
      subtotal: 59.98,
      shipping: 0,
      tax: 4.8,
      total: 64.78,
      totalPrice: 64.78,
      estimatedDelivery: '2026-11-10T12:00:00.000Z',
      latestDelivery: '2026-11-13T12:00:00.000Z',
      user: { id: null, name: 'Grace Hopper', email: 'grace@example.com' },
    });
    expect(order.orderNumber).toMatch(/^MJ-[A-HJKMNP-Z2-9]{9}$/);
    expect(order.items[0].product).toMatchObject({ id: phone, price: 29.99, images: ['/media/phone.svg'] });
    expect(order.events.map((event: { status: string }) => event.status)).toEqual(['Order Placed']);
    expect(Buffer.from(accessToken.split('.')[2], 'base64url')).toHaveLength(32);
    expect(await stockOf(phone)).toBe(8);
  });

  test.each([
    [5000, 9.99],
    [5001, 0],
  ])('of %i cents costs %f shipping', async (price, shipping) => {
    const product = await addProduct(1, cents(price));
    expect((await place(orderOf({ [product]: 1 }))).order.shipping).toBe(shipping);
  });

  test('sums the lines of one product before the stock check', async () => {
    const lines = [
      { product: phone, quantity: 4 },
      { productId: phone, quantity: 4 },
    ];
    const { order } = await place({ ...orderOf({}), items: lines });
    expect(order.items).toHaveLength(1);
    expect(order.items[0].quantity).toBe(8);
    const problem = await problemOf(place({ ...orderOf({}), items: lines }));
    expect(problem).toMatchObject({ code: 'OUT_OF_STOCK', message: 'Only 2 of Pixel 7 128 GB Snow left.' });
    expect(problem.details).toEqual({
      items: [{ product: phone, name: 'Pixel 7 128 GB Snow', available: 2 }],
    });
  });

  test('assigns the order to the signed-in customer, whatever the body says', async () => {
    const { order, accessToken } = await place(orderOf({ [phone]: 1 }, { userId: admin.userId }), {
      caller: customer,
    });
    expect(order.user.id).toBe(customer.userId);
    expect(accessToken).toBeUndefined();
  });

  test('mails the buyer once, and the store when stock becomes low', async () => {
    const low = await addProduct(5);
    const email = 'low@example.com';
    await place(orderOf({ [low]: 1 }, { shippingAddress: { ...someAddress, email } }));
    await shop.deps.jobs.workUntilIdle();
    expect((await mailsTo(email)).map((mail) => mail.kind)).toEqual(['order-placed']);
    const alerts = await db.select().from(mails).where(eq(mails.kind, 'low-stock'));
    expect(alerts.filter((mail) => mail.eventKey.includes(low))).toHaveLength(1);
  });

  test('rejects an order whose total is more than a cent off, with the new totals', async () => {
    await place(orderOf({ [phone]: 1 }, { total: 42.39 }));
    const problem = await problemOf(place(orderOf({ [phone]: 1 }, { total: 42.36 })));
    expect(problem.code).toBe('PRICE_CHANGED');
    expect(problem.details).toEqual({ subtotal: 29.99, discount: 0, shipping: 9.99, tax: 2.4, total: 42.38 });
    expect(await stockOf(phone)).toBe(9);
    for (const total of [1e15, -1e300])
      expect(await codeOf(place(orderOf({ [phone]: 1 }, { total })))).toBe('PRICE_CHANGED');
  });

  test('rejects the whole order when one line is out of stock', async () => {
    const rare = await addProduct(1);
    expect(await codeOf(place(orderOf({ [phone]: 1, [rare]: 2 })))).toBe('OUT_OF_STOCK');
    expect(await codeOf(place(orderOf({ [phone]: 1, prd_gone: 1 })))).toBe('PRODUCT_UNAVAILABLE');
    expect(await stockOf(phone)).toBe(10);
  });

  test('rejects the order of a customer whose account was just deleted', async () => {
    const deletedCustomer = { ...customer, userId: 'usr_gone' };
    expect(await codeOf(place(orderOf({ [phone]: 1 }), { caller: deletedCustomer }))).toBe('UNAUTHENTICATED');
    expect(await stockOf(phone)).toBe(10);
  });

  test.each([
    [{ items: [] }, 'EMPTY_CART'],
    [{ items: 'all' }, 'EMPTY_CART'],
    [{ items: [{ product: 'x', quantity: 1.5 }] }, 'VALIDATION_ERROR'],
    [{ total: 'ten' }, 'VALIDATION_ERROR'],
    [{ paymentMethod: 'gold' }, 'VALIDATION_ERROR'],
    [{ shippingAddress: { ...someAddress, country: 'Atlantis' } }, 'VALIDATION_ERROR'],
    [{ shippingAddress: { ...someAddress, city: ' ' } }, 'VALIDATION_ERROR'],
  ])('refuses %j', async (wrong, code) => {
    expect(await codeOf(place(orderOf({ [phone]: 1 }, wrong)))).toBe(code);
  });
});

describe('an order changed before it is paid', () => {
  const elsewhere = { shippingAddress: { ...someAddress, city: 'Elsewhere' } };

  test('replaces an unpaid order, even with the last unit in stock', async () => {
    const last = await addProduct(1);
    const { order: first, accessToken } = await place(orderOf({ [last]: 1 }));
    const body = { ...orderOf({ [last]: 1 }, elsewhere), replaces: first.id };
    const as = { orderToken: accessToken, idempotencyKey: 'changed' };
    const { order: second } = await place(body, as);
    expect((await place(body, as)).order.id).toBe(second.id);

    const { order: gone } = await call('getOrder', { params: { id: first.id } }, as);
    expect(gone).toMatchObject({ status: 'cancelled', paymentStatus: 'unpaid' });
    expect(gone.events.at(-1).description).toContain(second.orderNumber);
    expect(second.shippingAddress.city).toBe('Elsewhere');
    expect(await stockOf(last)).toBe(0);
  });

  test('leaves the first order unchanged when its replacement is rejected', async () => {
    const few = await addProduct(2);
    const { order: first, accessToken: orderToken } = await place(orderOf({ [few]: 1 }));
    const more = { ...orderOf({ [few]: 3 }), replaces: first.id };
    expect(await codeOf(place(more, { orderToken }))).toBe('OUT_OF_STOCK');
    const { order } = await call('getOrder', { params: { id: first.id } }, { orderToken });
    expect(order.status).toBe('pending');
    expect(await stockOf(few)).toBe(1);
  });

  test('inherits the reservation of the replaced order and is rejected after two hours', async () => {
    let last = await place(orderOf({ [phone]: 1 }));
    const placedAt = Date.parse(last.order.createdAt);
    const firstEnd = Date.parse(last.order.reservedUntil);
    const replace = () =>
      place(
        { ...orderOf({ [phone]: 1 }, elsewhere), replaces: last.order.id },
        { orderToken: last.accessToken },
      );
    const endAfter = async (minutes: number) => {
      shop.clock.now = new Date(placedAt + minutes * 60_000);
      last = await replace();
      return Date.parse(last.order.reservedUntil) - placedAt;
    };
    expect(await endAfter(1)).toBe(firstEnd - placedAt);
    expect(await endAfter(29)).toBe(34 * 60_000);
    expect(await endAfter(118)).toBe(120 * 60_000);
    const { id: orderId, total: amount } = last.order;
    await call('createPaymentIntent', { body: { orderId, amount } }, { orderToken: last.accessToken });
    const { order } = await call('getOrder', { params: { id: orderId } }, { orderToken: last.accessToken });
    expect(Date.parse(order.reservedUntil) - placedAt).toBe(120 * 60_000);
    shop.clock.now = new Date(placedAt + 120 * 60_000);
    expect(await codeOf(replace())).toBe('EDIT_CONFLICT');
  });

  test('rejects replacing a paid or processing order, or the order of someone else', async () => {
    const { order: prepared, accessToken: orderToken } = await place(orderOf({ [phone]: 1 }));
    await setStatus(prepared.id, 'processing');
    const again = { ...orderOf({ [phone]: 1 }, elsewhere), replaces: prepared.id };
    expect(await codeOf(place(again, { orderToken }))).toBe('EDIT_CONFLICT');

    const { order: paid, accessToken: paidToken } = await place(orderOf({ [phone]: 1 }));
    await pay(paid, paidToken);
    const instead = { ...again, replaces: paid.id };
    expect(await codeOf(place(instead, { orderToken: paidToken }))).toBe('ALREADY_PAID');

    const { order: others } = await place(orderOf({ [phone]: 1 }));
    for (const as of [{}, { caller: customer }, { caller: admin }]) {
      await place({ ...again, replaces: others.id }, as);
      const { order: otherOrder } = await call('getOrder', { params: { id: others.id } }, { caller: admin });
      expect(otherOrder.status).toBe('pending');
    }
  });
});

describe('an Idempotency-Key', () => {
  test('replays the response byte for byte after price, status and stock have changed', async () => {
    const as = { idempotencyKey: 'a key' };
    const body = orderOf({ [phone]: 10 });
    const first = JSON.stringify(await place(body, as));
    await db
      .update(products)
      .set({ priceCents: cents(9900), name: 'Renamed' })
      .where(eq(products.id, phone));
    await setStatus(JSON.parse(first).order.id, 'shipped');
    expect(JSON.stringify(await place(body, as))).toBe(first);
    expect(await stockOf(phone)).toBe(0);
  });

  test('replays a response stored by an earlier release without payment method', async () => {
    const as = { idempotencyKey: 'older' };
    const first = await place(orderOf({ [phone]: 1 }), as);
    const own = eq(orders.id, first.order.id);
    const [row] = await db.select({ answer: orders.placementResponse }).from(orders).where(own);
    const { paymentMethod: _, ...older } = JSON.parse(row?.answer ?? '{}');
    await db
      .update(orders)
      .set({ placementResponse: JSON.stringify(older) })
      .where(own);
    expect(await place(orderOf({ [phone]: 1 }), as)).toEqual(first);
  });

  test('accepts a repeated key when the order is equal but formatted differently', async () => {
    const as = { idempotencyKey: 'words' };
    const first = await place(orderOf({ [phone]: 1 }, { total: 42.38 }), as);
    const { shippingAddress, paymentMethod } = orderOf({});
    const again = await place(
      {
        unknown: 'field',
        total: 42.38,
        paymentMethod,
        shippingAddress: Object.fromEntries(Object.entries(shippingAddress).reverse()),
        items: [{ quantity: 1, productId: phone }],
      },
      as,
    );
    expect(JSON.stringify(again)).toBe(JSON.stringify(first));
    expect(await stockOf(phone)).toBe(9);
  });

  test('rejects a key that was used for another order', async () => {
    const as = { idempotencyKey: 'used', caller: customer };
    await place(orderOf({ [phone]: 1 }), as);
    expect(await codeOf(place(orderOf({ [phone]: 2 }), as))).toBe('IDEMPOTENCY_KEY_REUSED');
    expect(await stockOf(phone)).toBe(9);
  });

  test('keeps idempotency keys of customers and guests apart', async () => {
    const other = { ...someAddress, email: 'other@example.com' };
    const numbers = [
      await place(orderOf({ [phone]: 1 }), { idempotencyKey: 'k', caller: customer }),
      await place(orderOf({ [phone]: 1 }), { idempotencyKey: 'k' }),
      await place(orderOf({ [phone]: 1 }, { shippingAddress: other }), { idempotencyKey: 'k' }),
    ].map(({ order }) => order.orderNumber);
    expect(new Set(numbers).size).toBe(3);
  });

  test('does not bind the key of a rejected order', async () => {
    const as = { idempotencyKey: 'later' };
    const rare = await addProduct(1);
    expect(await codeOf(place(orderOf({ [rare]: 2 }), as))).toBe('OUT_OF_STOCK');
    expect((await place(orderOf({ [rare]: 1 }), as)).order.status).toBe('pending');
  });
});

describe('reading one order', () => {
  test('returns an order to its owner, an administrator and the guest with its token', async () => {
    const owned = (await place(orderOf({ [phone]: 1 }), { caller: customer })).order;
    const { order, accessToken } = await place(orderOf({ [phone]: 1 }));
    const get = async (id: string, as = {}) => (await call('getOrder', { params: { id } }, as)).order;
    expect(await get(owned.id, { caller: customer })).toEqual(owned);
    expect(await get(owned.orderNumber.toLowerCase(), { caller: admin })).toEqual({ ...owned, payments: [] });
    expect(await get(order.orderNumber, { orderToken: accessToken })).toEqual(order);

    const stranger = await shop.addUser();
    const problems = await Promise.all([
      problemOf(get(owned.id)),
      problemOf(get(owned.id, { caller: stranger })),
      problemOf(get(owned.id, { orderToken: accessToken })),
      problemOf(get(order.id, { orderToken: 'x' })),
      problemOf(get('ord_none', { caller: admin })),
    ]);
    for (const problem of problems) {
      expect(problem).toMatchObject({ code: 'NOT_FOUND', message: 'Order not found.' });
    }
  });

  test('shows the order items after the product was deleted', async () => {
    const { order } = await place(orderOf({ [phone]: 1 }), { caller: customer });
    await db.delete(products).where(eq(products.id, phone));
    const read = await call('getOrder', { params: { id: order.id } }, { caller: customer });
    expect(read.order.items).toEqual(order.items);
    expect((await setStatus(order.id, 'cancelled')).order.status).toBe('cancelled');
  });
});

describe('lists', () => {
  test('lists own orders only, newest first, searchable by number and product', async () => {
    const watch = await addProduct(3, cents(100), '100% Watch_Case');
    const [first, second] = [
      await place(orderOf({ [phone]: 1 }), { caller: customer }),
      await place(orderOf({ [watch]: 1 }), { caller: customer }),
    ].map(({ order }) => order);
    await place(orderOf({ [phone]: 1 }), { caller: await shop.addUser() });
    const list = async (query: object = {}) => {
      const { orders } = await call('listOwnOrders', { query }, { caller: customer });
      return orders.map((order: { id: string }) => order.id);
    };
    expect(new Set(await list())).toEqual(new Set([first.id, second.id]));
    expect(await list({ search: first.orderNumber.slice(3).toLowerCase() })).toEqual([first.id]);
    expect(await list({ search: '100% watch_' })).toEqual([second.id]);
    expect(await list({ search: '1__%' })).toEqual([]);
    expect(await list({ status: 'shipped' })).toEqual([]);
    expect(await codeOf(call('listOwnOrders', { query: { status: 'lost' } }, { caller: customer }))).toBe(
      'VALIDATION_ERROR',
    );
    expect(await codeOf(call('listOwnOrders', {}))).toBe('UNAUTHENTICATED');
  });

  test('finds orders by number, name, email and tracking number, with status counts', async () => {
    const address = { ...someAddress, firstName: 'Zo_é', lastName: 'Quill', email: 'zoe@example.com' };
    const { order } = await place(orderOf({ [phone]: 1 }, { shippingAddress: address }));
    await setStatus(order.id, 'shipped', { trackingNumber: '1Z-FIND' });
    const list = (query: object) => call('listAllOrders', { query }, { caller: admin });
    for (const search of [order.orderNumber, 'zo_é quill', 'ZOE@', '1z-find', order.id]) {
      const result = await list({ search });
      expect(result.orders.map((row: { id: string }) => row.id)).toEqual([order.id]);
      expect(result.pagination).toEqual({ page: 1, limit: 100, total: 1, pages: 1 });
    }
    expect((await list({ search: 'z%quill' })).orders).toEqual([]);
    const { counts, pagination } = await list({ limit: '1' });
    expect(pagination.total).toBe(counts.all);
    const { all, ...byStatus } = counts as Record<string, number>;
    expect(Object.values(byStatus).reduce((sum, count) => sum + count, 0)).toBe(all);
    expect(await codeOf(call('listAllOrders', {}))).toBe('UNAUTHENTICATED');
    expect(await codeOf(call('listAllOrders', {}, { caller: customer }))).toBe('FORBIDDEN');
  });

  test('finds orders by phone, postal code, city, product and the beginning of an SKU', async () => {
    const address = { ...someAddress, phone: '+1 503 555 0188', city: 'Gresham', zipCode: '97080' };
    const console = await addProduct(5, cents(9900), 'Grey Market Console');
    await inTransaction(db, (tx) => indexProducts(tx, [console]));
    const { order } = await place(orderOf({ [console]: 1 }, { shippingAddress: address }));
    const found = async (search: string) => {
      const { orders } = await call('listAllOrders', { query: { search } }, { caller: admin });
      return [search, orders.map((row: { id: string }) => row.id)];
    };
    for (const search of [
      '(503) 555-0188',
      '0503 5550188',
      '97080',
      'gresham',
      'console grey',
      console.slice(0, -2),
    ])
      expect(await found(search)).toEqual([search, [order.id]]);
  });

  test('finds no order by contact data for staff who may not read customers', async () => {
    const address = { ...someAddress, phone: '+1 503 555 0177', city: 'Sandy' };
    const { order } = await place(orderOf({ [phone]: 1 }, { shippingAddress: address }));
    const packer = { ...admin, permissions: permissionsOf(['packer']) };
    const found = async (search: string) =>
      (await call('listAllOrders', { query: { search } }, { caller: packer })).orders.length;
    expect([await found('5550177'), await found('grace@'), await found('sandy')]).toEqual([0, 0, 1]);
    expect(order.status).toBe('pending');
  });

  test('lists twenty orders with as many queries as one', async () => {
    let queries = 0;
    const counting = new Proxy(db, {
      get(target, name: keyof typeof db) {
        if (name === 'select' || name === '$count' || name === 'execute') queries++;
        return target[name];
      },
    });
    const queriesForAll = async () => {
      queries = 0;
      await listOwnOrders(counting, customer.userId, {});
      return queries;
    };
    await place(orderOf({ [phone]: 1 }), { caller: customer });
    const forOne = await queriesForAll();
    const cable = await addProduct(100);
    for (let n = 0; n < 19; n++) await place(orderOf({ [cable]: 1 }), { caller: customer });
    expect(await queriesForAll()).toBe(forOne);
  });
});

describe('changing the status', () => {
  test('updates stock, timeline, delivery date and mails when the status changes', async () => {
    const email = `${customer.userId}@mail.example.com`;
    const { order } = await place(orderOf({ [phone]: 3 }, { shippingAddress: { ...someAddress, email } }));
    await shop.deps.jobs.workUntilIdle();
    shop.clock.now = new Date('2026-11-03T10:00:00Z');
    const shipped = (await setStatus(order.id, 'shipped', { trackingNumber: '1Z1', carrier: 'UPS' })).order;
    expect(shipped).toMatchObject({
      status: 'shipped',
      trackingNumber: '1Z1',
      carrier: 'UPS',
      estimatedDelivery: '2026-11-10T12:00:00.000Z',
      latestDelivery: '2026-11-12T12:00:00.000Z',
    });
    await shop.deps.jobs.workUntilIdle();
    await setStatus(order.id, 'cancelled');
    await shop.deps.jobs.workUntilIdle();
    expect(await stockOf(phone)).toBe(10);
    const reopened = (await setStatus(order.id, 'processing')).order;
    expect(await stockOf(phone)).toBe(7);
    expect(reopened.events.map((event: { status: string }) => event.status)).toEqual([
      'Order Placed',
      'Shipped',
      'Cancelled',
      'Reopened',
      'Processing',
    ]);
    expect((await mailsTo(email)).map((mail) => mail.kind).sort()).toEqual([
      'order-cancelled',
      'order-placed',
      'order-shipped',
    ]);
    const audit = await db
      .select()
      .from(auditEntries)
      .where(eq(auditEntries.subject, `order ${order.id}`));
    expect(audit).toHaveLength(3);
  });

  test('sends no delivery mails to a customer who turned them off', async () => {
    await db.update(users).set({ deliveryEmails: false }).where(eq(users.id, customer.userId));
    const shippingAddress = { ...someAddress, email: customer.email };
    const { order } = await place(orderOf({ [phone]: 1 }, { shippingAddress }), { caller: customer });
    for (const status of ['shipped', 'delivered', 'cancelled']) await setStatus(order.id, status);
    await shop.deps.jobs.workUntilIdle();
    const kinds = (await mailsTo(customer.email)).map((mail) => mail.kind);
    expect(kinds).toEqual(['order-cancelled']);
  });

  test('stores only the tracking number when the status stays the same', async () => {
    const { order } = await place(orderOf({ [phone]: 1 }));
    await setStatus(order.id, 'cancelled');
    const again = (await setStatus(order.id, 'cancelled', { trackingNumber: '1Z2' })).order;
    expect(again.trackingNumber).toBe('1Z2');
    expect(again.events).toHaveLength(2);
    await setStatus(order.id, 'cancelled');
    const audit = await db
      .select()
      .from(auditEntries)
      .where(eq(auditEntries.subject, `order ${order.id}`));
    expect(audit).toHaveLength(2);
    expect((await setStatus(order.id, 'cancelled', { trackingNumber: '' })).order.trackingNumber).toBe('1Z2');
    expect(await stockOf(phone)).toBe(10);
    const ledger = await db.select().from(stockMovements).where(eq(stockMovements.orderId, order.id));
    expect(ledger.map((row) => row.change).sort()).toEqual([-1, 1]);
  });

  test('rejects reopening a cancelled order when the stock is gone', async () => {
    const rare = await addProduct(1);
    const { order } = await place(orderOf({ [rare]: 1 }));
    await setStatus(order.id, 'cancelled');
    await place(orderOf({ [rare]: 1 }));
    expect(await codeOf(setStatus(order.id, 'pending'))).toBe('OUT_OF_STOCK');
  });

  test('rejects unknown orders, invalid values and callers without permission', async () => {
    const { order } = await place(orderOf({ [phone]: 1 }), { caller: customer });
    expect(await codeOf(setStatus('ord_none', 'shipped'))).toBe('NOT_FOUND');
    expect(await codeOf(setStatus(order.id, 'lost'))).toBe('VALIDATION_ERROR');
    expect(await codeOf(setStatus(order.id, 'shipped', { trackingNumber: 'a\u0007' }))).toBe(
      'VALIDATION_ERROR',
    );
    const wire = { params: { id: order.id }, body: { status: 'shipped' } };
    expect(await codeOf(call('changeOrderStatus', wire))).toBe('UNAUTHENTICATED');
    expect(await codeOf(call('changeOrderStatus', wire, { caller: customer }))).toBe('FORBIDDEN');
  });
});

describe('adding a step', () => {
  const add = (id: string, body: object, as: object = { caller: admin }) =>
    call('addOrderEvent', { params: { id }, body }, as);

  test('adds the location of the parcel to the timeline', async () => {
    const { order } = await place(orderOf({ [phone]: 1 }));
    await setStatus(order.id, 'shipped');
    const { events } = (await add(order.id, { status: 'In Transit', location: 'Boise, ID' })).order;
    expect(events.at(-1)).toMatchObject({
      status: 'In Transit',
      location: 'Boise, ID',
      completed: true,
      description: 'Your parcel is on its way.',
    });
  });

  test('rejects steps ahead of the status and callers who are not administrators', async () => {
    const { order } = await place(orderOf({ [phone]: 1 }), { caller: customer });
    expect(await codeOf(add(order.id, { status: 'In Transit' }))).toBe('VALIDATION_ERROR');
    expect(await codeOf(add(order.id, { status: 'Cancelled' }))).toBe('VALIDATION_ERROR');
    expect(await codeOf(add(order.id, { status: 'Teleported' }))).toBe('VALIDATION_ERROR');
    expect(await codeOf(add('ord_none', { status: 'Processing' }))).toBe('NOT_FOUND');
    expect(await codeOf(add(order.id, { status: 'Processing' }, {}))).toBe('UNAUTHENTICATED');
    expect(await codeOf(add(order.id, { status: 'Processing' }, { caller: customer }))).toBe('FORBIDDEN');
  });
});

describe('tracking', () => {
  const track = (number: string, email?: string) =>
    call('trackOrder', { params: { number }, query: email === undefined ? {} : { email } });

  test('shows the order for its number and email', async () => {
    const { order } = await place(orderOf({ [phone]: 1 }));
    await setStatus(order.id, 'shipped', { trackingNumber: '1Z-TRACK', carrier: 'UPS' });
    for (const number of [order.orderNumber, order.orderNumber.toLowerCase()]) {
      const open = await track(number);
      expect(open).toMatchObject({ orderNumber: order.orderNumber, carrier: 'UPS', order: null });
      expect(JSON.stringify(open)).not.toMatch(/grace|hopper|harbor/i);
      expect(await track(number, 'wrong@example.com')).toEqual(open);
      expect((await track(number, 'GRACE@example.com')).order.id).toBe(order.id);
    }
  });

  test('shows progress by tracking number, and the order only to its signed-in buyer', async () => {
    const { order } = await place(orderOf({ [phone]: 1 }), { caller: customer });
    await setStatus(order.id, 'shipped', { trackingNumber: '1Z-TRACK', carrier: 'UPS' });
    const open = await track('1Z-TRACK');
    expect(open).toMatchObject({ orderNumber: null, order: null, carrier: 'UPS', status: 'shipped' });
    expect(await track('1Z-TRACK', 'grace@example.com')).toEqual(open);
    const as = (caller: Caller) => call('trackOrder', { params: { number: '1Z-TRACK' } }, { caller });
    expect(await as(customer)).toMatchObject({ orderNumber: order.orderNumber, order: { id: order.id } });
    expect(await as(admin)).toEqual(open);
  });

  test('confirms only receipt for the number shown at checkout', async () => {
    await place(orderOf({ [phone]: 1 }, { clientReference: 'MJ1762000000000' }));
    expect(await track('MJ1762000000000', 'grace@example.com')).toEqual({
      received: true,
      message: 'We have received this order; its number is in the mail we sent you.',
    });
    const problems = [
      problemOf(track('MJ1762000000000')),
      problemOf(track('MJ1762000000000', 'wrong@example.com')),
      problemOf(track('nothing', 'grace@example.com')),
    ];
    for (const problem of await Promise.all(problems)) {
      expect(problem.code).toBe('NOT_FOUND');
      expect(problem.message).toBe(
        'Tracking number not found. Please check your tracking number and try again.',
      );
    }
  });
});

describe('the browser that placed an order', () => {
  let key: string;
  beforeEach(() => {
    key = crypto.randomUUID();
  });
  const find = (body: object, as: As) => call('findPlacedOrder', { body }, { idempotencyKey: key, ...as });

  test('returns a placed order by its idempotency key to its guest or customer', async () => {
    const byGuest = await place(orderOf({ [phone]: 1 }), { idempotencyKey: key });
    const response = await find({ email: 'Grace@example.com' }, {});
    expect(response).toEqual(byGuest);
    expect(await codeOf(find({ email: 'other@example.com' }, {}))).toBe('NOT_FOUND');
    expect(await codeOf(find({}, {}))).toBe('NOT_FOUND');
    const ofCustomer = await place(orderOf({ [phone]: 1 }), { idempotencyKey: key, caller: customer });
    expect((await find({}, { caller: customer })).order.id).toBe(ofCustomer.order.id);
    expect(await codeOf(find({}, { caller: await shop.addUser() }))).toBe('NOT_FOUND');
  });

  test('rejects lookups by a guessable idempotency key', async () => {
    await place(orderOf({ [phone]: 1 }), { idempotencyKey: 'order-1' });
    const short = { idempotencyKey: 'order-1' };
    expect(await codeOf(find({ email: 'grace@example.com' }, short))).toBe('NOT_FOUND');
  });

  test('rejects lookups by key after a claim and after 90 days', async () => {
    await place(orderOf({ [phone]: 1 }), { idempotencyKey: key });
    shop.clock.now = new Date(shop.clock.now.getTime() + 90 * 24 * 3600 * 1000);
    expect(await codeOf(find({ email: 'grace@example.com' }, {}))).toBe('NOT_FOUND');
    await place(orderOf({ [phone]: 1 }), { idempotencyKey: `${key}-2` });
    await inTransaction(db, (tx) => claimOrders(tx, customer.userId, 'grace@example.com'));
    const second = { idempotencyKey: `${key}-2` };
    expect(await codeOf(find({ email: 'grace@example.com' }, second))).toBe('NOT_FOUND');
    expect((await find({ email: 'grace@example.com' }, { ...second, caller: customer })).order).toBeDefined();
  });
});

describe('an access token', () => {
  const open = (id: string, orderToken: string) => call('getOrder', { params: { id } }, { orderToken });
  const days = (count: number) => {
    shop.clock.now = new Date(shop.clock.now.getTime() + count * 24 * 3600 * 1000);
  };

  test('grants a token access to its order only, for 90 days', async () => {
    const { order, accessToken } = await place(orderOf({ [phone]: 1 }));
    const other = await place(orderOf({ [phone]: 1 }));
    expect(await codeOf(open(other.order.id, accessToken))).toBe('NOT_FOUND');
    expect((await open(order.id, `${other.accessToken}, ${accessToken}`)).order.id).toBe(order.id);
    days(89);
    expect((await open(order.id, accessToken)).order.id).toBe(order.id);
    days(1);
    expect(await codeOf(open(order.id, accessToken))).toBe('NOT_FOUND');
  });

  test('rejects a token whose expiry was changed', async () => {
    const { order, accessToken } = await place(orderOf({ [phone]: 1 }));
    const [version, expiry, signature] = accessToken.split('.');
    const later = (Number.parseInt(expiry, 36) + 1).toString(36);
    expect(await codeOf(open(order.id, `${version}.${later}.${signature}`))).toBe('NOT_FOUND');
    expect(await codeOf(open(order.id, signature))).toBe('NOT_FOUND');
  });

  test('revokes a token when the order is claimed or erased', async () => {
    const { order, accessToken } = await place(orderOf({ [phone]: 1 }));
    await inTransaction(db, (tx) => claimOrders(tx, customer.userId, 'grace@example.com'));
    expect(await codeOf(open(order.id, accessToken))).toBe('NOT_FOUND');
    await inTransaction(db, (tx) => eraseUserFromOrders(tx, shop.deps.secret, customer.userId));
    expect(await codeOf(open(order.id, accessToken))).toBe('NOT_FOUND');
  });

  test('accepts tokens without expiry until 90 days after the upgrade', async () => {
    const { order } = await place(orderOf({ [phone]: 1 }));
    const before = signatureOf(shop.deps.secret, 'order access', order.id);
    expect(await codeOf(open(order.id, before))).toBe('NOT_FOUND');
    const unversionedAccessUntil = new Date(shop.clock.now.getTime() + 90 * 24 * 3600 * 1000);
    await db.update(orders).set({ unversionedAccessUntil }).where(eq(orders.id, order.id));
    days(89);
    expect((await open(order.id, before)).order.id).toBe(order.id);
    days(1);
    expect(await codeOf(open(order.id, before))).toBe('NOT_FOUND');
  });
});

describe('deleting a user', () => {
  test('erases a deleted user from closed orders at once, from open ones when they close', async () => {
    const as = { caller: customer, idempotencyKey: 'erase' };
    const closed = (await place(orderOf({ [phone]: 1 }), as)).order;
    const open = (await place(orderOf({ [phone]: 1 }), { caller: customer })).order;
    await setStatus(closed.id, 'delivered', { trackingNumber: '1Z-OLD' });
    await inTransaction(db, (tx) => eraseUserFromOrders(tx, shop.deps.secret, customer.userId));
    const rowOf = async (id: string) => {
      const [row] = await db.select().from(orders).where(eq(orders.id, id));
      return JSON.stringify(row);
    };
    const personal = new RegExp(`grace|hopper|harbor|555 0199|97201|portland|1Z-OLD|${customer.userId}`, 'i');
    expect(await rowOf(closed.id)).not.toMatch(personal);
    expect(await rowOf(open.id)).toMatch(/Harbor/);
    await setStatus(open.id, 'delivered', { trackingNumber: '1Z-OLD' });
    await shop.deps.jobs.workUntilIdle();
    expect(await rowOf(open.id)).not.toMatch(personal);
    const read = await call('getOrder', { params: { id: closed.id } }, { caller: admin });
    expect(read.order).toMatchObject({ total: closed.total, user: { name: 'Former customer', email: '' } });
  });
});

describe('an archived product', () => {
  test('does not sell an archived product, but returns cancelled units to its stock', async () => {
    const sold = async () => {
      const [row] = await db
        .select({ sold: products.soldCount })
        .from(products)
        .where(eq(products.id, phone));
      return row?.sold;
    };
    const { order } = await place(orderOf({ [phone]: 2 }));
    expect(await sold()).toBe(0);
    await db.update(orders).set({ paymentStatus: 'paid' }).where(eq(orders.id, order.id));
    expect(await sold()).toBe(2);
    // A returned order is refunded in full; a partial refund is a discount.
    for (const [paymentStatus, units] of [
      ['refunded', 0],
      ['partly-refunded', 2],
    ] as const) {
      await db.update(orders).set({ paymentStatus }).where(eq(orders.id, order.id));
      expect([paymentStatus, await sold()]).toEqual([paymentStatus, units]);
    }
    await db.update(products).set({ archivedAt: new Date() }).where(eq(products.id, phone));
    expect(await codeOf(place(orderOf({ [phone]: 1 })))).toBe('PRODUCT_UNAVAILABLE');
    await setStatus(order.id, 'cancelled');
    expect([await stockOf(phone), await sold()]).toEqual([10, 0]);
  });
});
