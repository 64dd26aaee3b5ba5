import { eq } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { deviceCalls } from '../../../../test/device-shop.ts';
import { openOrderShop, orderOf } from '../../../../test/order-shop.ts';
import { openTestDatabase } from '../../../../test/test-database.ts';
import { bulkEditProducts } from '../../../catalog/products/bulk-edit-products.ts';
import { createCategory } from '../../../catalog/products/categories/create-category.ts';
import { products } from '../../../catalog/products/products.tables.ts';
import { updateProduct } from '../../../catalog/products/update-product.ts';
import type { Caller } from '../../../platform/http/endpoint.ts';
import { units } from '../../../workshop/units/units.tables.ts';

const database = await openTestDatabase();
const { db } = database;
const shop = await openOrderShop(database);
const { deps } = shop;
const devices = deviceCalls(shop);

let admin: Caller;
let phone: string;

/** Grades all devices of the product as "good", the condition that it has. */
const gradeAll = () =>
  db
    .update(units)
    .set({ condition: 'good', gradeCode: 'B', gate: 'passed', testedAt: new Date(), gradedAt: new Date() })
    .where(eq(units.productId, phone));

const { id: category } = await createCategory(deps, { name: 'Phones', description: 'Phones' }, null);

beforeEach(async () => {
  admin = await shop.addUser('admin');
  phone = await shop.addProduct(3);
  await db.update(products).set({ condition: 'good' }).where(eq(products.id, phone));
  await devices.setTracking(phone, 'serial');
  await gradeAll();
  return shop.expectIntegrity;
});

const edit = async (condition: 'good' | 'fair') => {
  const [product] = await db.select().from(products).where(eq(products.id, phone));
  if (!product) throw new Error('The product is missing.');
  const { name, priceCents: price } = product;
  await updateProduct(deps, phone, { name, price, category, condition }, admin.userId);
};
const readUnits = () =>
  db
    .select({ id: units.id, state: units.state, condition: units.condition, gate: units.gate })
    .from(units)
    .where(eq(units.productId, phone));

test('devices on sale and packed ones take a condition that is set by hand, with an event each', async () => {
  const { order } = await shop.place(orderOf({ [phone]: 1 }));
  await shop.call('recordPayment', { params: { id: order.id }, body: { method: 'cash' } }, { caller: admin });
  const [packed] = await devices.unitsOf(phone, 'listed');
  await devices.packDevice(order.id, packed?.number ?? '');
  const [onBench] = await devices.unitsOf(phone, 'listed');
  await devices.moveUnits({ ids: [onBench?.id], to: 'ready' });
  await edit('fair');
  const after = await readUnits();
  expect(after.map(({ state, condition, gate }) => `${state} ${condition} ${gate}`).sort()).toEqual([
    'allocated fair waived',
    'listed fair waived',
    'ready good passed',
  ]);
  expect(await devices.historyOf(packed?.id ?? '')).toContainEqual(
    expect.objectContaining({
      kind: 'edited',
      detail: 'condition Fair',
      reason: 'Condition changed by hand',
    }),
  );
});

test('an edit that leaves the condition leaves the grades', async () => {
  await edit('good');
  expect(new Set((await readUnits()).map(({ gate }) => gate))).toEqual(new Set(['passed']));
});

test('a bulk change of the condition reaches the devices', async () => {
  const change = { kind: 'condition', condition: 'excellent' } as const;
  await bulkEditProducts(deps, { products: [phone], change }, admin.userId);
  expect(new Set((await readUnits()).map(({ condition }) => condition))).toEqual(new Set(['excellent']));
});
