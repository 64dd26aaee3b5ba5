import { permissionsOf } from '@reprise/contract/permissions';
import { sql } from 'drizzle-orm';
import { afterEach, describe, expect, test } from 'vitest';
import { codeOf, orderOf, someAddress } from '../../../../test/order-shop.ts';
import { openReturnShop, type SoldOrder } from '../../../../test/return-shop.ts';
import { openTestDatabase } from '../../../../test/test-database.ts';
import { dayMs } from '../../../platform/time.ts';

const database = await openTestDatabase();
const shop = await openReturnShop(database);
const { cable, call, clock, deps, devices, openReturn, phone, phoneLine, sell, setStatus, staff, statesOf } =
  shop;

afterEach(shop.expectIntegrity);

const phones = (...units: (string | undefined)[]) => ({ product: phone, quantity: units.length, units });
const cables = (quantity: number) => ({ product: cable, quantity });
const ship = ({ id }: SoldOrder, lines: object[], more: object = {}) =>
  staff('shipParcel', { params: { id }, body: { lines, ...more } });
const find = async ({ id }: SoldOrder) => (await staff('getOrder', { params: { id } })).order;
const deliver = async ({ id }: SoldOrder, parcel: string) =>
  (await staff('markParcelDelivered', { params: { id, parcel } })).order;
const packed = (count: number, more: object = {}) => sell(count, { status: null, ...more });
const mailsOf = async (parcel: string) => {
  const { rows } = await deps.db.execute(
    sql`select 1 from pgboss.job where data ->> 'parcelId' = ${parcel} and data ->> 'kind' = 'parcel-shipped'`,
  );
  return rows.length;
};

describe('an order in two parcels', () => {
  test('is processing until the rest has left, then shipped, and delivered with the last', async () => {
    const sold = await packed(2, { cables: 3 });
    const first = (
      await ship(sold, [phones(sold.numbers[0]), cables(1)], { carrier: 'UPS', trackingNumber: '1Z1' })
    ).order;
    expect(first).toMatchObject({ status: 'processing', carrier: 'UPS', trackingNumber: '1Z1' });
    expect(first.parcels).toMatchObject([
      {
        number: 1,
        trackingNumber: '1Z1',
        deliveredAt: null,
        items: [{ units: [sold.numbers[0]] }, { quantity: 1 }],
      },
    ]);
    expect(await statesOf(sold)).toEqual(['shipped', 'allocated']);
    expect(await mailsOf(first.parcels[0].id)).toBe(1);
    const packing = await devices.packingOf(sold.id);
    expect(packing.lines).toMatchObject([
      { quantity: 1, devices: [{ number: sold.numbers[1] }] },
      { quantity: 2, devices: [] },
    ]);
    await setStatus(sold.id, 'shipped', { carrier: 'DHL', trackingNumber: 'D2' });
    const second = await find(sold);
    expect(second).toMatchObject({ status: 'shipped', trackingNumber: 'D2' });
    expect(second.parcels).toMatchObject([
      { number: 1, trackingNumber: '1Z1' },
      {
        number: 2,
        carrier: 'DHL',
        trackingNumber: 'D2',
        items: [{ units: [sold.numbers[1]] }, { quantity: 2 }],
      },
    ]);
    expect(await statesOf(sold)).toEqual(['shipped', 'shipped']);
    const one = await deliver(sold, second.parcels[1].id);
    expect(one.status).toBe('shipped');
    const all = await deliver(sold, second.parcels[0].id);
    expect(all.status).toBe('delivered');
    expect(await statesOf(sold)).toEqual(['sold', 'sold']);
  });

  test('is shipped by the parcel that has everything left', async () => {
    const sold = await packed(2);
    await ship(sold, [phones(sold.numbers[0])], { trackingNumber: 'A1' });
    const { order } = await ship(sold, [phones(sold.numbers[1])]);
    expect(order).toMatchObject({ status: 'shipped', trackingNumber: null });
    expect(order.parcels).toMatchObject([{ trackingNumber: 'A1' }, { trackingNumber: null }]);
  });

  test('is set back with its last parcel only, and delivered with all by its status', async () => {
    const sold = await packed(2);
    await ship(sold, [phones(sold.numbers[0])]);
    await setStatus(sold.id, 'shipped');
    await setStatus(sold.id, 'processing');
    expect((await find(sold)).parcels).toHaveLength(1);
    expect(await statesOf(sold)).toEqual(['shipped', 'allocated']);
    await setStatus(sold.id, 'delivered');
    const delivered = (await find(sold)).parcels.map(
      ({ deliveredAt }: { deliveredAt: string }) => deliveredAt,
    );
    expect(delivered).toEqual([expect.any(String), expect.any(String)]);
    await setStatus(sold.id, 'shipped');
    expect((await find(sold)).parcels).toMatchObject([{ deliveredAt: null }, { deliveredAt: null }]);
  });

  test('is found by the number of each parcel', async () => {
    const sold = await packed(2);
    await ship(sold, [phones(sold.numbers[0])], { trackingNumber: 'FIRST-PARCEL' });
    await setStatus(sold.id, 'shipped', { trackingNumber: 'SECOND-PARCEL' });
    for (const number of ['FIRST-PARCEL', 'SECOND-PARCEL'])
      expect(await call('trackOrder', { params: { number } })).toMatchObject({
        status: 'shipped',
        trackingNumber: number,
        order: null,
      });
  });
});

describe('a parcel', () => {
  test('takes only what is in the order, scanned and not sent', async () => {
    const [sold, other] = [await packed(2, { cables: 2 }), await packed(1)];
    const refused = async (lines: object[]) => codeOf(ship(sold, lines));
    expect(await refused([phones(other.numbers[0])])).toBe('WRONG_UNIT');
    expect(await refused([{ product: phone, quantity: 1 }])).toBe('VALIDATION_ERROR');
    expect(await refused([phones(sold.numbers[0], sold.numbers[0])])).toBe('VALIDATION_ERROR');
    expect(await refused([cables(3)])).toBe('VALIDATION_ERROR');
    expect(await refused([{ ...cables(1), units: [sold.numbers[0]] }])).toBe('VALIDATION_ERROR');
    await ship(sold, [phones(sold.numbers[0])]);
    expect(await refused([phones(sold.numbers[0])])).toBe('WRONG_UNIT');
    expect(await codeOf(devices.unpackDevice(sold.id, sold.numbers[0] ?? ''))).toBe('WRONG_UNIT');
  });

  test('leaves once when its request is repeated', async () => {
    const sold = await packed(2);
    const body = { lines: [phones(sold.numbers[0])] };
    const as = { caller: shop.admin, idempotencyKey: crypto.randomUUID() };
    await call('shipParcel', { params: { id: sold.id }, body }, as);
    const { order } = await call('shipParcel', { params: { id: sold.id }, body }, as);
    expect(order.parcels).toHaveLength(1);
  });

  test('is taken back while the rest is packed, and its phone is packed again', async () => {
    const sold = await packed(2);
    const { order } = await ship(sold, [phones(sold.numbers[0])], { trackingNumber: 'OOPS' });
    const taken = await staff('takeBackParcel', { params: { id: sold.id, parcel: order.parcels[0].id } });
    expect(taken.order.parcels).toBeUndefined();
    expect(taken.order.trackingNumber).toBeNull();
    expect(await statesOf(sold)).toEqual(['allocated', 'allocated']);
    await setStatus(sold.id, 'shipped');
    expect((await find(sold)).parcels).toBeUndefined();
  });

  test('leaves of a paid order only', async () => {
    const { order } = await shop.place(orderOf({ [cable]: 2 }));
    const body = { lines: [cables(1)] };
    const caller = { ...shop.admin, permissions: permissionsOf(['packer']) };
    const unpaid = call('shipParcel', { params: { id: order.id }, body }, { caller });
    expect(await codeOf(unpaid)).toBe('PAYMENT_NOT_COMPLETED');
  });
});

describe('a partly shipped order', () => {
  test('is cancelled by staff alone: what left comes back, the rest is on sale at once', async () => {
    const sold = await packed(2, { cables: 3 });
    const before = (await shop.stockOf(cable)) ?? 0;
    await ship(sold, [phones(sold.numbers[0]), cables(1)]);
    expect(await codeOf(call('cancelOwnOrder', { params: { id: sold.id } }, sold.guest))).toBe(
      'EDIT_CONFLICT',
    );
    await setStatus(sold.id, 'cancelled');
    expect(await statesOf(sold)).toEqual(['returning', 'listed']);
    expect(await shop.stockOf(cable)).toBe(before + 2);
  });

  test('cannot lose what left when it is edited', async () => {
    const sold = await packed(1, { cables: 3 });
    const { order } = await ship(sold, [cables(2)]);
    const edit = (count: number) => {
      const items = [
        { product: phone, quantity: 1 },
        { product: cable, quantity: count },
      ];
      const shippingAddress = { ...someAddress, email: order.shippingAddress.email };
      const body = {
        version: order.version ?? 0,
        shippingMethod: order.shippingMethod,
        shippingAddress,
        items,
      };
      return staff('editOrder', { params: { id: sold.id }, body });
    };
    expect(await codeOf(edit(1))).toBe('VALIDATION_ERROR');
    expect((await edit(2)).order.items).toMatchObject([{ quantity: 1 }, { quantity: 2 }]);
  });

  test('takes back a phone of its first parcel, within the days since that arrived', async () => {
    const sold = await packed(2);
    const { order } = await ship(sold, [phones(sold.numbers[0])]);
    await deliver(sold, order.parcels[0].id);
    const start = clock.now;
    const unsent = openReturn(sold, [phoneLine(sold.numbers[1])]);
    expect(await codeOf(unsent)).toBe('RETURN_STATE');
    clock.now = new Date(start.getTime() + 25 * dayMs);
    await setStatus(sold.id, 'shipped');
    const parcels = (await find(sold)).parcels;
    await deliver(sold, parcels[1].id);
    clock.now = new Date(start.getTime() + 40 * dayMs);
    expect(await codeOf(openReturn(sold, [phoneLine(sold.numbers[0])]))).toBe('RETURN_WINDOW_CLOSED');
    const opened = await openReturn(sold, [phoneLine(sold.numbers[1])]);
    expect(opened.state).toBe('approved');
    await call('cancelReturn', { params: { number: opened.number } }, sold.guest);
    clock.now = start;
  });

  test('leaves a phone that is not returned after all on its way, not on the packing table', async () => {
    const sold = await packed(2);
    await ship(sold, [phones(sold.numbers[0])]);
    const opened = await openReturn(sold, [phoneLine(sold.numbers[0])]);
    expect(await statesOf(sold)).toEqual(['returning', 'allocated']);
    await call('cancelReturn', { params: { number: opened.number } }, sold.guest);
    expect(await statesOf(sold)).toEqual(['shipped', 'allocated']);
  });
});

test('an order that leaves at once answers as before, without parcels', async () => {
  const sold = await packed(1);
  await setStatus(sold.id, 'shipped', { carrier: 'UPS', trackingNumber: '1Z5' });
  const order = await find(sold);
  expect(order).toMatchObject({ status: 'shipped', carrier: 'UPS', trackingNumber: '1Z5' });
  expect('parcels' in order).toBe(false);
});
