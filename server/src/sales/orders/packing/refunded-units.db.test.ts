import { afterEach, describe, expect, test } from 'vitest';
import { problemOf } from '../../../../test/order-shop.ts';
import { openReturnShop, type SoldOrder } from '../../../../test/return-shop.ts';
import { openTestDatabase } from '../../../../test/test-database.ts';

const database = await openTestDatabase();
const shop = await openReturnShop(database);
const { cable, devices, phone, sell, setStatus, staff, statesOf, stockOf } = shop;

afterEach(shop.expectIntegrity);

const refund = ({ id }: SoldOrder, product: string, quantity = 1) =>
  staff('refundOrder', { params: { id }, body: { items: [{ product, quantity }] } });
const toPack = async ({ id }: SoldOrder) =>
  (await devices.packingOf(id)).lines.map(({ quantity }: { quantity: number }) => quantity);
const ship = ({ id }: SoldOrder, quantity: number) =>
  staff('shipParcel', { params: { id }, body: { lines: [{ product: cable, quantity }] } });

describe('a unit that is refunded before it leaves', () => {
  test('is neither packed nor picked nor shipped, also if it is not back in stock', async () => {
    const sold = await sell(0, { cables: 3, status: null });
    const stock = await stockOf(cable);
    await refund(sold, cable);
    expect(await toPack(sold)).toEqual([2]);
    expect(await devices.listPacking()).toMatchObject([{ units: 2 }]);
    expect((await devices.pickList([sold.id])).items).toMatchObject([{ quantity: 2 }]);
    expect((await problemOf(ship(sold, 3))).message).toMatch(/^Only 2 of .* are left to send\.$/);
    await ship(sold, 1);
    expect(await toPack(sold)).toEqual([1]);
    await ship(sold, 1);
    const { order } = await staff('getOrder', { params: { id: sold.id } });
    expect(order.status).toBe('shipped');
    expect(await stockOf(cable)).toBe(stock);
  });

  test('is gone when its order is cancelled, and taken from stock when it is reopened', async () => {
    const stock = (await stockOf(cable)) ?? 0;
    const sold = await sell(0, { cables: 3, status: null });
    await refund(sold, cable, 2);
    await setStatus(sold.id, 'cancelled');
    expect(await stockOf(cable)).toBe(stock - 2);
    await setStatus(sold.id, 'processing');
    expect(await stockOf(cable)).toBe(stock - 5);
  });

  test('is the one that left, if a part of the order did', async () => {
    const sold = await sell(0, { cables: 3, status: null });
    await ship(sold, 1);
    await refund(sold, cable);
    expect(await toPack(sold)).toEqual([2]);
    await refund(sold, cable);
    expect(await toPack(sold)).toEqual([1]);
  });

  test('is on sale again if it is a device, and the order leaves without it', async () => {
    const [spare] = (await shop.listPhones(1)).numbers;
    const sold = await sell(1, { unscanned: 1, status: null });
    const stock = await stockOf(phone);
    await refund(sold, phone);
    expect(await toPack(sold)).toEqual([1]);
    expect(await stockOf(phone)).toBe((stock ?? 0) + 1);
    await setStatus(sold.id, 'shipped');
    expect(await statesOf(sold)).toEqual(['shipped']);
    expect((await devices.getUnit(spare ?? '')).state).toBe('listed');
  });
});
