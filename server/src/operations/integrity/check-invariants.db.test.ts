import { receivedUnit } from '@reprise/contract/workshop/units/unit';
import { eq, type SQL, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openOrderShop, orderOf } from '../../../test/order-shop.ts';
import { openTestDatabase } from '../../../test/test-database.ts';
import { productStockAndSales, products, stockMovements } from '../../catalog/products/products.tables.ts';
import { inTransaction, type Queryable } from '../../platform/database/database.ts';
import { dailyOrderStats, dailySalesStats } from '../../sales/orders/order-stats.tables.ts';
import { rollUpOrderStats } from '../../sales/orders/order-stats.ts';
import { orderEvents, orderItems, orders } from '../../sales/orders/orders.tables.ts';
import { receiveUnit } from '../../workshop/units/receive-unit.ts';
import { units } from '../../workshop/units/units.tables.ts';
import { findBrokenInvariants } from './check-invariants.ts';

const database = await openTestDatabase();
const { db } = database;
const { deps, call, place, addProduct, addUser, expectIntegrity } = await openOrderShop(database);

let productId: string;
let orderId: string;

beforeEach(async () => {
  productId = await addProduct(5);
  orderId = (await place(orderOf({ [productId]: 2 }))).order.id;
  await expectIntegrity();
});

afterEach(async () => {
  await db.delete(orders);
  await db.delete(products);
  await db.delete(stockMovements);
});

const brokenInvariants = async (queryable: Queryable = db) =>
  (await findBrokenInvariants(queryable)).map((broken) => broken.what);

test('reports stock that is not the sum of its ledger', async () => {
  await db.update(products).set({ stockCount: 9 }).where(eq(products.id, productId));
  expect(await brokenInvariants()).toEqual(['stock is not the sum of its ledger']);
});

test('reports ledger units without an order, and order units without a ledger row', async () => {
  await db.update(orders).set({ status: 'cancelled', reservedUntil: null }).where(eq(orders.id, orderId));
  expect(await brokenInvariants()).toEqual(['units in orders are not those of the ledger']);
  await db.update(orders).set({ status: 'pending', reservedUntil: new Date() }).where(eq(orders.id, orderId));
  await db.update(stockMovements).set({ orderId: null }).where(eq(stockMovements.orderId, orderId));
  expect(await brokenInvariants()).toEqual(['units in orders are not those of the ledger']);
});

test('reports items that do not add up to the subtotal', async () => {
  await db
    .update(orderItems)
    .set({ unitPriceCents: sql`unit_price_cents + 1` })
    .where(eq(orderItems.orderId, orderId));
  expect(await brokenInvariants()).toEqual(['the items of an order are not its subtotal']);
});

test('reports a paid order without a payment, and an order without its first event', async () => {
  await db.update(orders).set({ paymentStatus: 'paid', reservedUntil: null }).where(eq(orders.id, orderId));
  await db.delete(orderEvents).where(eq(orderEvents.orderId, orderId));
  expect(await brokenInvariants()).toEqual([
    'an order is paid without a payment',
    'a paid order has no invoice',
    'an order has no event of its placement',
  ]);
});

test('reports an unpaid order whose reservation never ends', async () => {
  await db.update(orders).set({ reservedUntil: null }).where(eq(orders.id, orderId));
  expect(await brokenInvariants()).toEqual([
    'an unpaid order has no end of its reservation, or another order has one',
  ]);
});

test('reports a gap in a series, and invoices that are not what was paid', async () => {
  await call(
    'recordPayment',
    { params: { id: orderId }, body: { method: 'cash' } },
    { caller: await addUser('admin') },
  );
  await expectIntegrity();
  const disagree = 'the invoices and credit notes of an order are not what was paid and not refunded';
  const planted: [string[], SQL][] = [
    [['a series of invoices has a gap'], sql`update invoice_series set next_number = next_number + 1`],
    [['a series of invoices has a gap'], sql`update invoice_series set next_number = next_number - 1`],
    [
      ['a series of invoices has a gap', disagree, 'a paid order has no invoice'],
      sql`delete from invoices where kind = 'invoice'`,
    ],
    [[disagree], sql`update invoices set amount_cents = amount_cents + 1`],
    [
      ['a series of invoices has a gap', 'more of an invoice was credited than it was for'],
      sql`insert into invoices (id, kind, prefix, sequence, number, order_number, order_version, credits_id,
          credit_reason, credited_items, amount_cents, tax_cents, is_test, content, issued_at)
        select 'inv_2', 'credit-note', prefix, 2, prefix || 2, order_number, 0, id, 'refund', '[]', amount_cents + 1, 0,
          false, content, issued_at from invoices`,
    ],
  ];
  for (const [violations, change] of planted) {
    const rollback = new Error('roll back');
    const check = inTransaction(db, async (tx) => {
      await tx.execute(sql`alter table invoices disable trigger invoices_frozen`);
      await tx.execute(change);
      expect(await brokenInvariants(tx)).toEqual(violations);
      throw rollback;
    });
    await expect(check).rejects.toBe(rollback);
  }
});

test('reports a device whose state has no move', async () => {
  const model = { model: { new: { name: 'Pixel 8', brand: 'Google' } }, identifiers: [] };
  const { id } = await receiveUnit(deps, receivedUnit.parse(model), 'usr_admin', null);
  await expectIntegrity();
  await db.update(units).set({ state: 'repair' }).where(eq(units.id, id));
  expect(await brokenInvariants()).toEqual(['the state of a device is not that of its newest move']);
  await db.update(units).set({ state: 'bench' }).where(eq(units.id, id));
});

test('reports a device that counts as erased without an erasure', async () => {
  const model = { model: { new: { name: 'Pixel 8', brand: 'Google' } }, identifiers: [] };
  const { id } = await receiveUnit(deps, receivedUnit.parse(model), 'usr_admin', null);
  await db.update(units).set({ wipedAt: deps.now() }).where(eq(units.id, id));
  expect(await brokenInvariants()).toEqual([
    'a device counts as erased without a passed erasure since it came in, or its newest one failed',
  ]);
  await db.update(units).set({ wipedAt: null }).where(eq(units.id, id));
});

test('reports counts and stats that differ from their products and orders', async () => {
  await rollUpOrderStats(db);
  await expectIntegrity();
  const planted: [string, PgTable, Record<string, SQL>][] = [
    [
      'the stock and sales that the back office sorts by are not those of the product',
      productStockAndSales,
      { soldCount: sql`sold_count + 1` },
    ],
    ['the daily order stats are not the sums of the orders', dailyOrderStats, { orders: sql`orders + 1` }],
    ['the daily sales stats are not the sums of the order items', dailySalesStats, { units: sql`units + 1` }],
    [
      'the daily sales stats are not the sums of the order items',
      dailySalesStats,
      { revenueCents: sql`revenue_cents + 1` },
    ],
    [
      'the units sold of a product are not those of its paid orders',
      products,
      { soldCount: sql`sold_count + 1` },
    ],
  ];
  for (const [violation, table, wrongValue] of planted) {
    const rollback = new Error('roll back');
    const check = inTransaction(db, async (tx) => {
      await tx.update(table).set(wrongValue);
      expect(await brokenInvariants(tx)).toEqual([violation]);
      throw rollback;
    });
    await expect(check).rejects.toBe(rollback);
  }
});
