/** @module-tag slow */

import { maxTrackedDevices } from '@reprise/contract/workshop/units/tracking';
import { and, eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { openTestApp } from '../../../test/test-app.ts';
import { openTestDatabase } from '../../../test/test-database.ts';
import { findBrokenInvariants } from '../../operations/integrity/check-invariants.ts';
import { unitEvents, units } from './units.tables.ts';

const database = await openTestDatabase();
const { db } = database;
const { call, signIn } = await openTestApp(database);
const token = await signIn();

async function send(method: 'POST' | 'PUT', path: string, body: object) {
  const answer = await call(method, path, { token, body });
  expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300);
  return answer.body.data;
}

// The history of 10,000 moves has more values than one statement takes.
test('ten thousand devices of a product leave the sale in one step, each with its history', async () => {
  await send('POST', '/categories', { name: 'Phones', description: 'All kinds' });
  const input = { name: 'Pixel 8', brand: 'Google', modelKey: 'pixel-8', category: 'Phones', price: 300 };
  const { product } = await send('POST', '/products', { ...input, stockCount: maxTrackedDevices });
  await send('PUT', `/products/${product.id}/tracking`, { tracking: 'serial' });
  await send('PUT', `/products/${product.id}`, { ...input, stockCount: 2 * maxTrackedDevices });
  await send('PUT', `/products/${product.id}`, { ...input, stockCount: 0 });
  const count = 2 * maxTrackedDevices;
  expect(await db.$count(units, and(eq(units.productId, product.id), eq(units.state, 'ready')))).toBe(count);
  expect(await db.$count(unitEvents, eq(unitEvents.kind, 'moved'))).toBe(count);
  expect(await findBrokenInvariants(db)).toEqual([]);
});
