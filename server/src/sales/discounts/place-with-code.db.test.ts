import { cents } from '@reprise/contract/money';
import { eq } from 'drizzle-orm';
import { afterEach, describe, expect, test } from 'vitest';
import { openDiscounts, someCode } from '../../../test/discount-codes.ts';
import { openOrderShop, orderOf, problemOf, someAddress } from '../../../test/order-shop.ts';
import { openTestDatabase } from '../../../test/test-database.ts';
import { products } from '../../catalog/products/products.tables.ts';
import { endDiscount, updateDiscount } from './save-discount.ts';

const database = await openTestDatabase();
const shop = await openOrderShop(database);
const { call, place, addProduct, addUser, clock, deps } = shop;
const { addCode, usesOf, adminId } = await openDiscounts(shop);
const admin = await addUser('admin');

afterEach(() => shop.expectIntegrity());

let buyers = 0;
const buyer = () => ({ shippingAddress: { ...someAddress, email: `guest${++buyers}@example.com` } });
const rejectionOf = async (work: Promise<unknown>) => {
  const { code, errors = [] } = await problemOf(work);
  return [code, ...errors.flatMap(({ field, message }) => [field, message])];
};
const refused = (message: string) => ['VALIDATION_ERROR', 'discountCode', message];

describe('an order with a discount code', () => {
  test('takes a use and stores the discount with its shares', async () => {
    const code = await addCode({ amount: cents(1000) });
    const [phone, cable] = [await addProduct(5, cents(10_000)), await addProduct(5, cents(2000))];
    const { order } = await place(
      orderOf({ [phone]: 1, [cable]: 1 }, { ...buyer(), discountCode: ` ${code.code.toLowerCase()} ` }),
    );
    expect(order).toMatchObject({
      ...{ subtotal: 120, discount: 10, shipping: 0, tax: 8.8, total: 118.8, discountCode: code.code },
      items: [{ discount: 8.33 }, { discount: 1.67 }],
    });
    expect(await usesOf(code)).toBe(1);
    const read = await call('getOrder', { params: { id: order.id } }, { caller: admin });
    expect(read.order).toMatchObject({ discount: 10, discountCode: code.code, total: 118.8 });
  });

  test('is the same when it is sent again after the code ended', async () => {
    const code = await addCode({ maxUses: 1 });
    const phone = await addProduct(5);
    const body = orderOf({ [phone]: 1 }, { ...buyer(), discountCode: code.code });
    const first = await place(body, { idempotencyKey: 'a repeated order with a code' });
    await endDiscount(deps, code.id, adminId);
    expect(await place(body, { idempotencyKey: 'a repeated order with a code' })).toEqual(first);
    expect(await usesOf(code)).toBe(1);
  });

  test('gives its use back when it is cancelled and takes it again when reopened', async () => {
    const code = await addCode({ maxUses: 1 });
    const phone = await addProduct(5);
    const orderBody = () => orderOf({ [phone]: 1 }, { ...buyer(), discountCode: code.code });
    const { order } = await place(orderBody());
    const set = (status: string) =>
      call('changeOrderStatus', { params: { id: order.id }, body: { status } }, { caller: admin });
    await set('cancelled');
    expect(await usesOf(code)).toBe(0);
    await place(orderBody());
    await set('pending');
    expect(await usesOf(code)).toBe(2);
  });

  test('that replaces an unpaid one uses the code of the former', async () => {
    const code = await addCode({ maxUses: 1, oncePerCustomer: true });
    const phone = await addProduct(5);
    const { order, accessToken } = await place(
      orderOf({ [phone]: 1 }, { ...buyer(), discountCode: code.code }),
    );
    const body = orderOf({ [phone]: 2 }, { discountCode: code.code, replaces: order.id });
    const { email } = order.shippingAddress;
    const again = { ...body, shippingAddress: { ...someAddress, email } };
    const { order: second } = await place(again, { orderToken: accessToken });
    expect(second).toMatchObject({ discount: 5, items: [{ quantity: 2 }] });
    expect(await usesOf(code)).toBe(1);
  });

  test('that costs nothing is paid without a payment, and stays so when it is reopened', async () => {
    const code = await addCode({ type: 'percent', percent: 100 });
    const phone = await addProduct(5, cents(10_000));
    await deps.db.execute('update store_settings set free_shipping_threshold_cents = 0');
    const free = await addCode({ type: 'amount', amount: cents(1_000_000) });
    const { order: charged } = await place(orderOf({ [phone]: 1 }, { ...buyer(), discountCode: code.code }));
    expect(charged).toMatchObject({ total: 9.99, paymentStatus: 'unpaid' });
    await deps.db.execute('update store_settings set standard_shipping_rate_cents = 0');
    const body = orderOf({ [phone]: 1 }, { ...buyer(), discountCode: free.code });
    const key = { idempotencyKey: 'an order that costs nothing' };
    const { order } = await place(body, key);
    expect(order).toMatchObject({ total: 0, paymentStatus: 'paid', status: 'processing' });
    expect((await place(body, key)).order).toEqual(order);
    for (const status of ['cancelled', 'pending']) {
      await call('changeOrderStatus', { params: { id: order.id }, body: { status } }, { caller: admin });
    }
    await deps.jobs.workUntilIdle();
    const read = await call('getOrder', { params: { id: order.id } }, { caller: admin });
    expect(read.order).toMatchObject({ status: 'pending', paymentStatus: 'paid', reservedUntil: null });
    await deps.db.execute(
      'update store_settings set free_shipping_threshold_cents = 5000, standard_shipping_rate_cents = 999',
    );
  });

  test('follows its code when staff edit it', async () => {
    const code = await addCode({ type: 'percent', percent: 10, conditions: ['good'] });
    const [phone, fair] = [await addProduct(5, cents(10_000)), await addProduct(5, cents(20_000))];
    await deps.db.update(products).set({ condition: 'fair' }).where(eq(products.id, fair));
    const { order } = await place(orderOf({ [phone]: 1 }, { ...buyer(), discountCode: code.code }));
    const halved = { ...someCode, code: code.code, type: 'percent' as const, percent: 50, version: 0 };
    await updateDiscount(deps, code.id, halved, adminId);
    const { shippingAddress, shippingMethod } = order;
    const items = [
      { product: phone, quantity: 2 },
      { product: fair, quantity: 1 },
    ];
    const body = { version: 0, shippingAddress, shippingMethod, items };
    const edited = await call('editOrder', { params: { id: order.id }, body }, { caller: admin });
    expect(edited.order).toMatchObject({ subtotal: 400, discount: 20, tax: 30.4, total: 410.4 });
    expect(edited.order.items.map((item: { discount?: number }) => item.discount)).toEqual([20, undefined]);
  });
});

describe('refuses a code', () => {
  test('that is unknown, ended, not begun or used up', async () => {
    const phone = await addProduct(9);
    const tryCode = (discountCode: string) =>
      rejectionOf(place(orderOf({ [phone]: 1 }, { ...buyer(), discountCode })));
    expect(await tryCode('NEVER')).toEqual(refused('This code is not valid. Check the spelling.'));
    const ended = await addCode({ endsAt: clock.now.toISOString() });
    expect(await tryCode(ended.code)).toEqual(refused('This code has ended.'));
    const later = await addCode({ startsAt: new Date(clock.now.getTime() + 1).toISOString() });
    expect(await tryCode(later.code)).toEqual(refused('This code is not valid yet.'));
    const once = await addCode({ maxUses: 1 });
    await place(orderOf({ [phone]: 1 }, { ...buyer(), discountCode: once.code }));
    expect(await tryCode(once.code)).toEqual(refused('This code has been used up.'));
  });

  test('that is for other categories or conditions', async () => {
    const phone = await addProduct(9);
    const refusal = refused('This code is not for the products in your cart.');
    for (const fields of [{ categories: ['cat_other'] }, { conditions: ['fair' as const] }]) {
      const { code } = await addCode(fields);
      const body = orderOf({ [phone]: 1 }, { ...buyer(), discountCode: code });
      expect(await rejectionOf(place(body))).toEqual(refusal);
    }
  });

  test('that the customer has used, by account or email', async () => {
    const { code } = await addCode({ oncePerCustomer: true });
    const phone = await addProduct(9);
    const ada = await addUser();
    const body = { ...buyer(), discountCode: code };
    await place(orderOf({ [phone]: 1 }, body), { caller: ada });
    const refusal = refused('You have already used this code.');
    expect(await rejectionOf(place(orderOf({ [phone]: 2 }, body)))).toEqual(refusal);
    const fromElsewhere = { ...buyer(), discountCode: code };
    expect(await rejectionOf(place(orderOf({ [phone]: 1 }, fromElsewhere), { caller: ada }))).toEqual(
      refusal,
    );
    await place(orderOf({ [phone]: 1 }, fromElsewhere));
  });
});
