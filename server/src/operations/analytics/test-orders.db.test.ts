import type { FileResponse } from '@reprise/contract/endpoint';
import { expect, test } from 'vitest';
import { openOrderShop, orderOf } from '../../../test/order-shop.ts';
import { openTestDatabase } from '../../../test/test-database.ts';
import { products } from '../../catalog/products/products.tables.ts';
import { exportInvoices } from '../../sales/orders/invoices/invoices.queries.ts';
import { stopCountingTestOrders } from '../../sales/orders/stop-counting-test-orders.ts';
import { readDashboard } from './dashboard.queries.ts';
import { readSales } from './sales.queries.ts';

async function linesOf(file: Promise<FileResponse>): Promise<string[]> {
  let text = '';
  for await (const piece of (await file).pieces) text += piece;
  return text.trim().split('\n');
}

/** Revenue of the month on the dashboard, and of the report. */
const inCents = ({ total }: { total: number }) => [Math.round(total * 100), Math.round(total * 100)];

test('figures count test orders only while the shop has no sale for real money', async () => {
  const { deps, call, place, addProduct, addUser, expectIntegrity } = await openOrderShop(
    await openTestDatabase(),
  );
  const as = { caller: await addUser('admin') };
  const productId = await addProduct(9);
  const settled = async () => {
    const { order, accessToken } = await place(orderOf({ [productId]: 2 }));
    const guest = { orderToken: accessToken };
    const body = { amount: order.total, orderId: order.id };
    const { clientSecret, paymentIntentId } = await call('createPaymentIntent', { body }, guest);
    await call('confirmTestCard', { body: { clientSecret, card: 'pm_card_visa' } }, guest);
    await call('confirmPayment', { body: { orderId: order.id, paymentIntentId } }, guest);
    return order;
  };
  const figures = async () => {
    const { overview, topSellingProducts } = await readDashboard(deps.db, deps.now());
    const { totals, categoryPerformance } = await readSales(deps.db, deps.now());
    const [product] = await deps.db.select().from(products);
    return {
      orders: overview.totalOrders,
      revenue: [overview.monthlyRevenue, totals.revenue],
      refunds: totals.refunds,
      units: [topSellingProducts[0]?.unitsSold, categoryPerformance[0]?.unitsSold, product?.soldCount],
      invoices: (await linesOf(exportInvoices(deps, {}))).length - 1,
    };
  };
  const test = await settled();
  const alone = { orders: 1, revenue: inCents(test), units: [2, 2, 2], invoices: 1 };
  expect(await figures()).toMatchObject(alone);
  await stopCountingTestOrders(deps.db);
  expect(await figures(), 'no sale for money yet').toMatchObject(alone);

  const { order } = await place(orderOf({ [productId]: 1 }));
  await call('recordPayment', { params: { id: order.id }, body: { method: 'cash' } }, as);
  await deps.jobs.workUntilIdle();
  const real = { orders: 1, revenue: inCents(order), refunds: 0, units: [1, 1, 1], invoices: 1 };
  expect(await figures()).toEqual(real);
  const later = await settled();
  const body = { changes: [test, later].map(({ id }) => ({ id, status: 'cancelled' })) };
  await call('changeOrderStatuses', { body }, as);
  await deps.jobs.workUntilIdle();
  expect(await figures(), 'test orders of later').toEqual(real);
  await expectIntegrity();
});
