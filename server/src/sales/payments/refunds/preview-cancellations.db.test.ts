import { beforeEach, expect, test } from 'vitest';
import { openOrderShop, orderOf } from '../../../../test/order-shop.ts';
import { openTestDatabase } from '../../../../test/test-database.ts';
import type { Caller } from '../../../platform/http/endpoint.ts';

const database = await openTestDatabase();
const shop = await openOrderShop(database);
const { call, place } = shop;

let admin: Caller;

beforeEach(async () => {
  admin = await shop.addUser('admin');
  return shop.expectIntegrity;
});

test('a preview of cancellations tells what each of them then does', async () => {
  const phone = await shop.addProduct(20);
  const of = (id: string) => ({ params: { id } });
  const setStatus = (id: string, status: string) =>
    call('changeOrderStatus', { ...of(id), body: { status } }, { caller: admin });
  const ids: string[] = [];
  for (const quantity of [1, 2, 3, 7]) ids.push((await place(orderOf({ [phone]: quantity }))).order.id);
  const [unpaid, paid, cancelled, aboveLimit] = ids as [string, string, string, string];
  for (const id of [paid, aboveLimit]) {
    await call('recordPayment', { ...of(id), body: { method: 'cash' } }, { caller: admin });
  }
  await call('refundOrder', { ...of(paid), body: { amount: 5 } }, { caller: admin });
  await setStatus(cancelled, 'cancelled');

  const { cancellations } = await call('previewCancellations', { body: { ids } }, { caller: admin });
  expect(cancellations).toMatchObject([
    { id: unpaid, units: 1, refund: 0 },
    { id: paid, units: 2, needsApproval: false, isRefundedByHand: true },
    { id: cancelled, isCancelled: true, units: 0, refund: 0 },
    { id: aboveLimit, units: 7, needsApproval: true },
  ]);

  const refundable = new Map<string, { refund: number; needsApproval: boolean }>(
    cancellations.map((preview: { id: string }) => [preview.id, preview]),
  );
  const before = (await shop.stockOf(phone)) ?? 0;
  for (const id of [unpaid, paid, aboveLimit]) await setStatus(id, 'cancelled');
  await shop.deps.jobs.workUntilIdle();
  expect(await shop.stockOf(phone)).toBe(before + 10);
  for (const id of [paid, aboveLimit]) {
    const { order } = await call('getOrder', of(id), { caller: admin });
    const newest = order.payments[0].refunds[0];
    const { refund, needsApproval } = refundable.get(id) ?? {};
    expect(newest.amount).toBe(refund);
    expect(newest.status).toBe(needsApproval ? 'awaiting-approval' : 'succeeded');
  }
});
