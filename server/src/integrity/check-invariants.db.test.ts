import { eq, type SQL, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openOrderShop, orderOf } from '../../test/order-shop.ts';
import { openTestDatabase } from '../../test/test-database.ts';
import { facetCounts, productStockAndSales, products, stockMovements } from '../catalog/catalog.tables.ts';
import { rollUpFacetCounts } from '../catalog/listing/facet-counts.ts';
import { dailyOrderStats, dailySalesStats } from '../orders/order-stats.tables.ts';
import { rollUpOrderStats } from '../orders/order-stats.ts';
import { orderEvents, orderItems, orders } from '../orders/orders.tables.ts';
import { inTransaction } from '../platform/database/database.ts';
import { findBrokenInvariants } from './check-invariants.ts';

const database = await openTestDatabase();
const { db } = database;
const { place, addProduct, expectIntegrity } = await openOrderShop(database);

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

const found = async () => (await findBrokenInvariants(db)).map((broken) => broken.what);

test('sees stock that its ledger does not explain', async () => {
  await db.update(products).set({ stockCount: 9 }).where(eq(products.id, productId));
  expect(await found()).toEqual(['stock is not the sum of its ledger']);
});

test('sees units that no order has, and orders that took none', async () => {
  await db.update(orders).set({ status: 'cancelled', holdUntil: null }).where(eq(orders.id, orderId));
  expect(await found()).toEqual(['units in orders are not what the ledger gave them']);
  await db.update(orders).set({ status: 'pending', holdUntil: new Date() }).where(eq(orders.id, orderId));
  await db.update(stockMovements).set({ orderId: null }).where(eq(stockMovements.orderId, orderId));
  expect(await found()).toEqual(['units in orders are not what the ledger gave them']);
});

test('sees items that are not the subtotal', async () => {
  await db
    .update(orderItems)
    .set({ unitPriceCents: sql`unit_price_cents + 1` })
    .where(eq(orderItems.orderId, orderId));
  expect(await found()).toEqual(['the items of an order are not its subtotal']);
});

test('sees an order that claims to be paid, and one that never began', async () => {
  await db.update(orders).set({ paymentStatus: 'paid', holdUntil: null }).where(eq(orders.id, orderId));
  await db.delete(orderEvents).where(eq(orderEvents.orderId, orderId));
  expect(await found()).toEqual(['an order is paid without a payment', 'an order has no beginning']);
});

test('sees an unpaid order whose reservation never ends', async () => {
  await db.update(orders).set({ holdUntil: null }).where(eq(orders.id, orderId));
  expect(await found()).toEqual(['an unpaid order reserves its stock without end']);
});

test('sees figures kept beside products and orders that are not theirs', async () => {
  await rollUpFacetCounts(db);
  await rollUpOrderStats(db);
  await expectIntegrity();
  const planted: [string, PgTable, Record<string, SQL>][] = [
    ['products are not as many as were counted', facetCounts, { featured: sql`featured + 1` }],
    ['products are not as many as were counted', facetCounts, { products: sql`products + 1` }],
    [
      'a price lies outside the bounds kept for its kind',
      facetCounts,
      { lowestCents: sql`highest_cents + 1` },
    ],
    [
      'the back office sorts a product by other figures than it has',
      productStockAndSales,
      { soldCount: sql`sold_count + 1` },
    ],
    ['orders are not as many, or not as much, as was added up', dailyOrderStats, { orders: sql`orders + 1` }],
    ['goods sold are not what was added up', dailySalesStats, { revenueCents: sql`revenue_cents + 1` }],
    ['goods sold are not what was added up', dailySalesStats, { paidUnits: sql`paid_units + 1` }],
    ['what was sold is not what was paid for', products, { soldCount: sql`sold_count + 1` }],
  ];
  for (const [what, table, wrong] of planted) {
    const undone = new Error('undone');
    const look = inTransaction(db, async (tx) => {
      await tx.update(table).set(wrong);
      expect((await findBrokenInvariants(tx)).map((broken) => broken.what)).toEqual([what]);
      throw undone;
    });
    await expect(look).rejects.toBe(undone);
  }
});
