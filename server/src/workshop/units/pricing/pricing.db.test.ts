import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { erased } from '../../../../test/device-shop.ts';
import { openTestApp } from '../../../../test/test-app.ts';
import { openTestDatabase } from '../../../../test/test-database.ts';
import { users } from '../../../people/identity/identity.tables.ts';
import { units } from '../units.tables.ts';

const database = await openTestDatabase();
const { db } = database;
const { call, deps, signIn } = await openTestApp(database);
const token = await signIn();

async function post(path: string, body: object, method: 'POST' | 'PUT' = 'POST') {
  const answer = await call(method, path, { token, body });
  expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300);
  return answer.body.data;
}
const pricingOf = async (unit: string) =>
  (await call('GET', `/units/${unit}/pricing`, { token })).body.data.pricing;

await post('/categories', { name: 'Laptops', description: 'All kinds' });

/** Adds a product tracked by device with devices on sale for so many days; returns it and its devices. */
async function sell(change: { condition?: string; price?: number; devices: number; days: number }) {
  const { devices, days, condition = 'good', price = 399.99 } = change;
  const input = { name: 'ThinkPad T14', brand: 'Lenovo', modelKey: 'thinkpad-t14', category: 'Laptops' };
  const { product } = await post('/products', { ...input, condition, price, stockCount: 0 });
  await post(`/products/${product.id}/tracking`, { tracking: 'serial' }, 'PUT');
  const ids: string[] = [];
  for (let device = 0; device < devices; device += 1) {
    const { unit } = await post('/units', { model: { product: product.id }, identifiers: [] });
    ids.push(unit.id);
  }
  if (ids.length > 0) {
    await post('/units/wipes', { ids, ...erased });
    await post('/units/moves', { ids, to: 'ready', reason: 'Sealed box' });
    await post('/units/listings', { ids, product: product.id });
  }
  const listedAt = new Date(deps.now().getTime() - days * 86_400_000);
  await db.update(units).set({ listedAt }).where(eq(units.productId, product.id));
  return { product, ids };
}

test('a device on sale shows its price, its sales and a suggestion that keeps the least margin', async () => {
  const { product, ids } = await sell({ devices: 3, days: 40 });
  const [first = '', dearest = ''] = ids;
  expect(await pricingOf(first)).toMatchObject({
    product: { id: product.id, price: 399.99 },
    left: 3,
    oldestDays: 40,
    soldLately: 0,
    margin: null,
    suggestion: { price: 379.99, reason: 'On sale for 40 days, none sold in 30: 5% less.' },
  });

  const { unit } = (await call('GET', `/units/${dearest}`, { token })).body.data;
  const paid = { version: unit.version, purchase: 355, reason: 'Receipt 12' };
  await post(`/units/${dearest}/cost`, paid, 'PUT');
  expect(await pricingOf(dearest)).toMatchObject({ cost: 355, margin: 44.99 });
  const { suggestion } = await pricingOf(first);
  expect(suggestion).toEqual({
    price: 390.5,
    reason: 'On sale for 40 days, none sold in 30: 5% less. Its cost with 10% margin allows no less.',
  });
  await post('/settings', { leastMargin: 20 }, 'PUT');
  expect((await pricingOf(first)).suggestion).toBeNull();
});

test('a device that is not on sale yet shows the product of its condition, one without a product nothing', async () => {
  const { unit } = await post('/units', {
    model: { new: { name: 'Galaxy Book', brand: 'Samsung', category: 'laptops' } },
    identifiers: [],
  });
  expect(await pricingOf(unit.id)).toBeNull();
});

test('costs stay with those who may see them', async () => {
  await db.update(users).set({ staffRoles: ['technician'] });
  const calls = ['/units?belowCost=true', '/units/export?belowCost=true', '/units/none/pricing'];
  for (const path of calls) expect((await call('GET', path, { token })).status, path).toBe(403);
  expect((await call('GET', '/units', { token })).status).toBe(200);
  await db.update(users).set({ staffRoles: ['owner'] });
  expect((await call('GET', '/units/none/pricing', { token })).status).toBe(404);
  expect((await call('GET', '/units/none/pricing', {})).status).toBe(401);
});

test('devices on sale below their cost are found by those who may see costs', async () => {
  const { product, ids } = await sell({ condition: 'fair', price: 100, devices: 2, days: 1 });
  const [dear = ''] = ids;
  await db
    .update(units)
    .set({ costCents: 10100 as never })
    .where(eq(units.id, dear));
  const list = async (query: string) => {
    const { body } = await call('GET', `/units?product=${product.id}&${query}`, { token });
    return body.data.units.map(({ id }: { id: string }) => id);
  };
  expect(await list('belowCost=true')).toEqual([dear]);

  await db.update(units).set({ battery: 79, gradeCode: 'C' }).where(eq(units.id, dear));
  expect(await list('maxBattery=79')).toEqual([dear]);
  expect(await list('grade=C')).toEqual([dear]);
  expect(await list('grade=C&maxBattery=78')).toEqual([]);
  expect((await list('minDays=1')).length).toBe(0);
  const { body } = await call('GET', '/units/filters', { token });
  expect(body.data).toEqual({ grades: ['C'], suppliers: [], assignees: [] });
});
