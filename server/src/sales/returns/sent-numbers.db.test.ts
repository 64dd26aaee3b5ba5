import { beforeEach, expect, test } from 'vitest';
import { orderOf } from '../../../test/order-shop.ts';
import { openReturnShop } from '../../../test/return-shop.ts';
import { openTestDatabase } from '../../../test/test-database.ts';
import { ensureGrading } from '../../catalog/grading/ensure-grading.ts';
import { gradeStandards } from '../../catalog/grading/grading.tables.ts';
import { newId } from '../../platform/database/new-id.ts';
import { unitGradings } from '../../workshop/units/bench/bench.tables.ts';

const shop = await openReturnShop(await openTestDatabase());
const { devices, act, call, phone } = shop;
beforeEach(async () => shop.expectIntegrity);

/** Returns a sent phone for a refund. */
async function returnPhone(sold: Awaited<ReturnType<typeof shop.sell>>) {
  const [unit, serial] = [sold.numbers[0] ?? '', sold.serials[0] ?? ''];
  const opened = await shop.openReturn(sold, [shop.phoneLine(unit)]);
  await act('receiveReturn', opened.number, { code: serial });
  const decisions = [{ line: opened.lines[0].id, decision: 'refund', disposition: 'bench' }];
  const { toSettle } = await act('decideReturn', opened.number, { decisions });
  await act('settleReturn', opened.number, { amount: toSettle });
  return { unit, serial };
}

test('the first buyer of a returned device reads the numbers that were sent, the second its new ones', async () => {
  const sold = await shop.sell(1);
  const { unit, serial } = await returnPhone(sold);
  const { id } = await devices.getUnit(unit);
  await devices.setIdentifier(id, { kind: 'serial', value: 'NEWBOARD001' });
  await devices.moveUnits({ ids: [id], to: 'ready' });
  await devices.listForSale([id], phone);
  const second = await shop.place(orderOf({ [phone]: 1 }));
  await shop.staff('recordPayment', { params: { id: second.order.id }, body: { method: 'cash' } });
  await devices.packDevice(second.order.id, unit);
  await shop.setStatus(second.order.id, 'delivered');

  const first = await call('getOrder', { params: { id: sold.id } }, sold.guest);
  expect(first.order.items[0].devices).toBeUndefined();
  expect(first.order.items[0].returnedDevices).toEqual([
    { number: unit, identifiers: [{ kind: 'serial', value: serial }] },
  ]);
  const later = await call(
    'getOrder',
    { params: { id: second.order.id } },
    { orderToken: second.accessToken },
  );
  expect(later.order.items[0]).toMatchObject({
    devices: [{ number: unit, identifiers: [{ kind: 'serial', value: 'NEWBOARD001' }] }],
  });
  expect(later.order.items[0].returnedDevices).toBeUndefined();
});

test('a device that was packed, but never left, is none that was returned', async () => {
  const sold = await shop.sell(1, { status: null });
  await shop.setStatus(sold.id, 'cancelled');
  const { order } = await call('getOrder', { params: { id: sold.id } }, sold.guest);
  expect(order.items[0].returnedDevices).toBeUndefined();
});

test('staff read what the bench found before a device left beside what it finds since', async () => {
  const { deps } = shop;
  await ensureGrading(deps.db, deps.now());
  const [standard] = await deps.db.select().from(gradeStandards).limit(1);
  const sold = await shop.sell(1);
  const unit = sold.numbers[0] ?? '';
  const { id: unitId } = await devices.getUnit(unit);
  const gradeAt = (code: string, minutes: number) =>
    deps.db.insert(unitGradings).values({
      ...{ id: newId('ugr'), unitId, intake: 1, standardId: standard?.id ?? '' },
      ...{ answers: { surfaces: {}, isRefurbished: false }, suggested: code, code, reason: '' },
      createdAt: new Date(deps.now().getTime() + minutes * 60_000),
    });
  await gradeAt('A', -60);
  const opened = await shop.openReturn(sold, [shop.phoneLine(unit)]);
  const inspectionsOf = async (more = {}) =>
    (await call('getReturn', { params: { number: opened.number } }, more)).return.lines[0].inspections;
  const sent = { grade: 'A', verdict: null, battery: null };
  expect(await inspectionsOf({ caller: shop.admin })).toEqual({ sent, received: null });
  await gradeAt('B', 60);
  expect(await inspectionsOf({ caller: shop.admin })).toEqual({ sent, received: { ...sent, grade: 'B' } });
  expect(await inspectionsOf(sold.guest)).toBeUndefined();
});
