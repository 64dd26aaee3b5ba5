import type { StaffRole } from '@reprise/contract/permissions';
import { beforeAll, describe, expect, test } from 'vitest';
import { orderOf, someAddress } from '../../../../test/order-shop.ts';
import { openTestApp } from '../../../../test/test-app.ts';
import { openTestDatabase } from '../../../../test/test-database.ts';

const database = await openTestDatabase();
const { call, signIn, register, appoint } = await openTestApp(database);

let owner: string;
let packer: string;
let support: string;
let technician: string;
let product: string;
beforeAll(async () => {
  owner = await signIn();
  const signInAs = async (role: StaffRole) => appoint(await register(role), [role]);
  packer = await signInAs('packer');
  support = await signInAs('support');
  technician = await signInAs('technician');
  await call('POST', '/categories', { token: owner, body: { name: 'Phones', description: 'Phones' } });
  const body = { name: 'Pixel 7', price: 20, brand: 'Google', category: 'Phones', stockCount: 99 };
  product = (await call('POST', '/products', { token: owner, body })).body.data.product.id;
});

const email = 'hidden-address@mail.example';

/** A customer's order whose address differs from the account's. */
async function buy(token?: string) {
  const body = { ...orderOf({ [product]: 1 }), shippingAddress: { ...someAddress, email } };
  const { data } = (await call('POST', '/orders', { ...(token && { token }), body })).body;
  return data.order as { id: string; orderNumber: string };
}

const markPaid = (id: string) =>
  call('POST', `/orders/${id}/payments`, { token: owner, body: { method: 'cash' } });
const setStatus = (token: string, id: string, status: string) =>
  call('PUT', `/orders/${id}/status`, { token, body: { status } });

describe('a packer', () => {
  test('shows packers name, address and phone number, but neither email nor account', async () => {
    const person = await register('Buyer');
    const { id } = await buy(person.token);
    const paths = [`/orders/${id}`, '/orders/admin/all', '/orders/admin/summaries', `/orders/${id}/context`];
    for (const path of paths) {
      const { status, text } = await call('GET', path, { token: packer });
      expect(status, path).toBe(200);
      for (const secret of [email, person.email, person.id]) expect(text, path).not.toContain(secret);
    }
    const { order } = (await call('GET', `/orders/${id}`, { token: packer })).body.data;
    const { firstName, phone, address } = someAddress;
    expect(order).toMatchObject({ shippingAddress: { firstName, phone, address }, user: { id: null } });
    expect(order).not.toHaveProperty('payments');
    await markPaid(id);
    const changed = await setStatus(packer, id, 'shipped');
    expect([changed.status, changed.text.includes(email)]).toEqual([200, false]);
    const step = { token: packer, body: { status: 'In Transit' } };
    const added = await call('POST', `/orders/${id}/events`, step);
    expect([added.status, added.text.includes(email)]).toEqual([201, false]);
  });

  test('shows packers no other orders of the customer', async () => {
    const { token } = await register('Buyer');
    const [first] = [await buy(token), await buy(token)];
    const path = `/orders/${first.id}/context`;
    const { data } = (await call('GET', path, { token: packer })).body;
    expect(data).toMatchObject({ otherOrders: [], customer: null, mails: [] });
    const { data: whole } = (await call('GET', path, { token: support })).body;
    expect(whole.otherOrders).toHaveLength(1);
    expect(whole.customer.orders).toBe(2);
  });

  test.each(['hidden-address', 'hidden-address@mail', email, 'mail.example', '@m', 'hi'])(
    'finds nothing by the e-mail address: %s',
    async (search) => {
      await buy();
      for (const path of ['/orders/admin/all', '/orders/admin/summaries']) {
        const query = `?search=${encodeURIComponent(search)}`;
        const { orders, pagination } = (await call('GET', path + query, { token: packer })).body.data;
        expect([orders, pagination?.total ?? 0]).toEqual([[], 0]);
        const { orders: rows } = (await call('GET', path + query, { token: support })).body.data;
        expect(rows.length).toBeGreaterThan(0);
      }
    },
  );

  test('lets packers find orders by number, name and tracking number', async () => {
    const { id, orderNumber } = await buy();
    await markPaid(id);
    const body = { status: 'shipped', trackingNumber: 'TRACK-4711' };
    await call('PUT', `/orders/${id}/status`, { token: packer, body });
    for (const search of [orderNumber, someAddress.lastName, 'track-4711']) {
      const query = `?limit=100&search=${encodeURIComponent(search)}`;
      const { orders } = (await call('GET', `/orders/admin/all${query}`, { token: packer })).body.data;
      expect(orders.map((order: { id: string }) => order.id)).toContain(id);
    }
  });

  test('ships what is unpaid or refunded only by staff who may record payments', async () => {
    const [unpaid, refunded] = [(await buy()).id, (await buy()).id];
    await markPaid(refunded);
    await call('POST', `/orders/${refunded}/refunds`, { token: owner, body: {} });
    for (const id of [unpaid, refunded]) {
      for (const token of [packer, support]) {
        const { status, body } = await setStatus(token, id, 'shipped');
        expect([status, body.code]).toEqual([409, 'PAYMENT_NOT_COMPLETED']);
      }
      expect((await setStatus(owner, id, 'shipped')).status).toBe(200);
    }
  });

  test('lets packers change the status, but neither cancel nor reopen', async () => {
    const { id } = await buy();
    expect((await setStatus(packer, id, 'processing')).status).toBe(200);
    const response = await setStatus(packer, id, 'cancelled');
    expect([response.status, response.body.code]).toEqual([403, 'FORBIDDEN']);
    const many = { changes: [{ id, status: 'cancelled' }] };
    const { outcomes } = (await call('POST', '/orders/admin/statuses', { token: packer, body: many })).body
      .data;
    expect(outcomes).toMatchObject([{ changed: false, message: 'You do not have access to this.' }]);
    expect((await setStatus(support, id, 'cancelled')).status).toBe(200);
    expect((await setStatus(packer, id, 'processing')).status).toBe(403);
    expect((await setStatus(support, id, 'processing')).status).toBe(200);
  });

  test('rejects packers who start or confirm a payment', async () => {
    const { id } = await buy();
    const start = { token: packer, body: { orderId: id, amount: 1 } };
    expect((await call('POST', '/payments/create-payment-intent', start)).status).toBe(404);
    const confirm = { token: packer, body: { orderId: id, paymentIntentId: 'pi_1' } };
    expect((await call('POST', '/payments/confirm-payment', confirm)).status).toBe(404);
  });

  test('shows packers their own order in full', async () => {
    const { id } = await buy(packer);
    const { order } = (await call('GET', `/orders/${id}`, { token: packer })).body.data;
    expect(order.shippingAddress.email).toBe(email);
  });
});

test('rejects a technician who reads an order by its number', async () => {
  const { orderNumber } = await buy();
  expect((await call('GET', `/orders/${orderNumber}`, { token: technician })).status).toBe(404);
});
