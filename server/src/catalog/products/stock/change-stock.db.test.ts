import { asc, eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { openOrderShop, problemOf } from '../../../../test/order-shop.ts';
import { openTestDatabase } from '../../../../test/test-database.ts';
import { inTransaction } from '../../../platform/database/database.ts';
import { deviceCounts } from '../../../workshop/units/count-devices.ts';
import { alertTriggers } from '../../alerts/trigger-alerts.ts';
import { products, stockMovements } from '../products.tables.ts';
import { changeStock, putBackStock, type StockLine, takeStock } from './change-stock.ts';

const database = await openTestDatabase();
const { db } = database;
const { addProduct, stockOf } = await openOrderShop(database);

const by = {
  actorId: 'usr_test',
  now: new Date('2026-11-02T10:00:00Z'),
  alerts: alertTriggers,
  devices: deviceCounts,
};
const take = (lines: StockLine[]) =>
  inTransaction(db, (tx) => takeStock(tx, lines, { ...by, orderId: 'ord_test', reason: 'order' }));
const putBack = (lines: StockLine[]) =>
  inTransaction(db, (tx) => putBackStock(tx, lines, { ...by, orderId: 'ord_test', reason: 'cancellation' }));
const change = (productId: string, difference: number) =>
  inTransaction(db, (tx) =>
    changeStock(tx, productId, difference, { ...by, reason: 'adjustment', note: 'count' }),
  );
const ledgerOf = (productId: string) =>
  db
    .select({ change: stockMovements.change, reason: stockMovements.reason, note: stockMovements.note })
    .from(stockMovements)
    .where(eq(stockMovements.productId, productId))
    .orderBy(asc(stockMovements.id));

test('every stock change adds a ledger row', async () => {
  const product = await addProduct(5);
  const line = { productId: product, quantity: 2 };
  expect(await take([line])).toMatchObject([{ productId: product, left: 3, change: -2 }]);
  await putBack([line]);
  expect(await change(product, -4)).toBe(1);
  expect(await change(product, 0)).toBe(1);
  const ledger = await ledgerOf(product);
  expect(ledger.map((row) => row.change).sort()).toEqual([-2, -4, 2, 5]);
  expect(ledger).toContainEqual({ change: -4, reason: 'adjustment', note: 'count' });
});

test('takes all lines or none and reports the stock left', async () => {
  const [plenty, one, none] = [await addProduct(9), await addProduct(1), await addProduct(0)];
  const lines = [plenty, one, none].map((productId) => ({ productId, quantity: 2 }));
  const problem = await problemOf(take(lines));
  expect(problem.code).toBe('OUT_OF_STOCK');
  expect(problem.message).toContain('Only 1 of Pixel 7 128 GB Snow left.');
  expect(problem.message).toContain('Pixel 7 128 GB Snow is sold out.');
  expect(problem.details?.items).toHaveLength(2);
  expect(await stockOf(plenty)).toBe(9);
  expect(await ledgerOf(plenty)).toHaveLength(1);
});

test('rejects a correction below zero', async () => {
  const product = await addProduct(1);
  expect((await problemOf(change(product, -2))).code).toBe('OUT_OF_STOCK');
  expect((await problemOf(change('prd_none', 1))).code).toBe('NOT_FOUND');
  expect(await stockOf(product)).toBe(1);
});

test('rejects a deleted product when taking and skips it when putting back', async () => {
  const [existing, deleted] = [await addProduct(3), await addProduct(3)];
  const lines = [existing, deleted].map((productId) => ({ productId, quantity: 1 }));
  await take(lines);
  await db.delete(products).where(eq(products.id, deleted));
  expect(await problemOf(take(lines))).toMatchObject({
    code: 'PRODUCT_UNAVAILABLE',
    details: { items: [{ product: deleted, available: 0 }] },
  });
  await putBack(lines);
  expect(await stockOf(existing)).toBe(3);
});
