import { cents } from '@reprise/contract/money';
import { deviceCalls } from './device-shop.ts';
import { type As, openOrderShop, orderOf, someAddress } from './order-shop.ts';
import type { openTestDatabase } from './test-database.ts';

export type SoldOrder = { id: string; orderNumber: string; guest: As; serials: string[]; numbers: string[] };

/** Opens a shop that sells a phone by device and a cable by count, with the calls of its returns. */
export async function openReturnShop(database: Awaited<ReturnType<typeof openTestDatabase>>) {
  const shop = await openOrderShop(database);
  const { call } = shop;
  const devices = deviceCalls(shop);
  const admin = await shop.addUser('admin');
  const phone = await shop.addProduct(0, cents(20_000));
  const cable = await shop.addProduct(1000, cents(1_000));
  await devices.setTracking(phone, 'serial');
  type Name = Parameters<typeof call>[0];
  const staff = (name: Name, wire: object) => call(name, wire, { caller: admin });
  const act = async (name: Name, number: string, body?: object) =>
    (await staff(name, { params: { number }, ...(body && { body }) })).return;
  const setStatus = (id: string, status: string, more: object = {}) =>
    staff('changeOrderStatus', { params: { id }, body: { status, ...more } });
  let made = 0;
  /** Puts phones on sale. */
  const listPhones = async (count: number) => {
    const serials = Array.from({ length: count }, () => `RET${String(++made).padStart(7, '0')}`);
    const numbers: string[] = [];
    for (const serial of serials) {
      const { id, number } = await devices.receive(phone, serial);
      await devices.moveUnits({ ids: [id], to: 'ready' });
      await devices.listForSale([id], phone);
      numbers.push(number);
    }
    return { serials, numbers };
  };
  /**
   * Sells phones and cables in one paid order of a guest, packs the phones and sets the status. `unscanned` phones, which
   * are on sale already, leave without a scan.
   */
  const sell = async (
    count: number,
    {
      cables = 0,
      unscanned = 0,
      status = 'delivered',
    }: { cables?: number; unscanned?: number; status?: string | null } = {},
  ): Promise<SoldOrder> => {
    const { serials, numbers } = await listPhones(count);
    const phones = count + unscanned;
    const items = { ...(phones > 0 && { [phone]: phones }), ...(cables > 0 && { [cable]: cables }) };
    const shippingAddress = { ...someAddress, email: `buyer${++made}@example.com` };
    const { order, accessToken } = await shop.place(orderOf(items, { shippingAddress }));
    await staff('recordPayment', { params: { id: order.id }, body: { method: 'cash' } });
    for (const serial of serials) await devices.packDevice(order.id, serial);
    if (status !== null) await setStatus(order.id, status);
    const { id, orderNumber } = order;
    return { id, orderNumber, guest: { orderToken: accessToken }, serials, numbers };
  };
  const openReturn = async ({ id, guest }: SoldOrder, lines: object[], more: object = {}) =>
    (await call('openReturn', { params: { id }, body: { lines, ...more } }, guest)).return;
  const phoneLine = (unit: string | undefined, reason = 'not-needed') => ({ product: phone, unit, reason });
  const statesOf = async ({ numbers }: SoldOrder) =>
    Promise.all(numbers.map(async (number) => (await devices.getUnit(number)).state));
  const calls = { staff, act, setStatus, listPhones, sell, openReturn, phoneLine, statesOf };
  return { ...shop, devices, admin, phone, cable, ...calls };
}
