/** @module-tag slow */

import { cents } from '@reprise/contract/money';
import { analyticsEndpoints } from '@reprise/contract/operations/analytics';
import { permissionsOf } from '@reprise/contract/permissions';
import { gt, inArray } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';
import { callsTo } from '../../../test/call-endpoints.ts';
import { openDiscounts } from '../../../test/discount-codes.ts';
import { openOrderShop, orderOf } from '../../../test/order-shop.ts';
import { openTestDatabase } from '../../../test/test-database.ts';
import { listAdminProducts } from '../../catalog/products/listing/admin-product.queries.ts';
import { categories, products } from '../../catalog/products/products.tables.ts';
import { recordDemoStart } from '../../foundations/settings/demo-load.ts';
import type { Caller } from '../../platform/http/endpoint.ts';
import { orderItems, orders } from '../../sales/orders/orders.tables.ts';
import { readOrderTotals } from '../../sales/orders/user-orders.queries.ts';
import { payments, refunds } from '../../sales/payments/payments.tables.ts';
import { analyticsHandlers } from './analytics.routes.ts';

const database = await openTestDatabase();
const { db } = database;
const shop = await openOrderShop(database);
const { addCode } = await openDiscounts(shop);
const call = callsTo(analyticsEndpoints, analyticsHandlers(shop.deps));
const admin = { as: 'admin' } as const;

/** Deterministic, so that a failure repeats. */
let seed = 19;
const draw = (below: number) => {
  seed = (seed * 48_271) % 2_147_483_647;
  return seed % below;
};
const pick = <T>(list: readonly T[]): T => list[draw(list.length)] as T;

const orderCount = 120;
const start = Date.parse('2026-09-01T00:00:00Z');
const dayMs = 86_400_000;
const today = '2026-10-31T20:00:00Z';

let boss: Caller;
let buyers: Caller[];
let productIds: string[];
let codes: string[];

beforeAll(async () => {
  // The demo shop, which counts test payments beside recorded ones.
  await recordDemoStart(db, new Date(start));
  boss = await shop.addUser('admin');
  buyers = [await shop.addUser(), await shop.addUser(), await shop.addUser()];
  await db.insert(categories).values(
    ['Phones', 'Laptops'].map((name) => ({
      id: `cat_${name}`,
      name,
      slug: name,
      description: '',
      image: '',
    })),
  );
  productIds = [];
  for (let index = 0; index < 6; index++) {
    productIds.push(await shop.addProduct(2000, cents(999 + draw(60_000)), `Device ${index}`));
  }
  for (const [index, categoryId] of ['cat_Phones', 'cat_Laptops', null].entries()) {
    const ids = productIds.filter((_, position) => position % 3 === index);
    const condition = index === 0 ? 'excellent' : 'good';
    await db.update(products).set({ categoryId, condition }).where(inArray(products.id, ids));
  }
  codes = [];
  for (const terms of [{}, { type: 'percent', percent: 15 }, { type: 'free-shipping' }] as const) {
    const { code } = await addCode({ ...terms, startsAt: new Date(start).toISOString() });
    codes.push(code);
  }
  for (let index = 0; index < orderCount; index++) await drawOrder(index);
  await shop.deps.jobs.workUntilIdle();
  shop.clock.now = new Date(today);
});

/** Places an order and takes it through a random life. */
async function drawOrder(index: number): Promise<void> {
  shop.clock.now = new Date(start + Math.floor((index * 60.5 * dayMs) / orderCount));
  const lines = Object.fromEntries(
    Array.from({ length: 1 + draw(3) }, () => [pick(productIds), 1 + draw(3)]),
  );
  const buyer = draw(4) === 0 ? null : pick(buyers);
  const discountCode = draw(3) === 0 ? { discountCode: pick(codes) } : {};
  const { order } = await shop.place({ ...orderOf(lines), ...discountCode }, buyer ? { caller: buyer } : {});
  const life = draw(10);
  if (life >= 2) await pay(order);
  const maxRefund = Math.floor(order.total * 100);
  if (draw(3) === 0) await edit(order.id);
  // An edit may have left less than this.
  if (life === 4 || life === 5) await refund(order.id, (1 + draw(maxRefund)) / 100).catch(() => {});
  if (life === 5) await refund(order.id, 0.01).catch(() => {});
  if (life === 6) await refund(order.id).catch(() => {});
  if (life === 2 || life === 5) await giveBack(order.id).catch(() => {});
  if (life === 1 || life === 7) await setStatus(order.id, 'cancelled');
  if (life === 8) {
    await refund(order.id, (1 + draw(maxRefund - 1)) / 100).catch(() => {});
    await setStatus(order.id, 'cancelled');
    // A reopened order was either refunded, and is paid again, or still waits for the approval.
    if (draw(2) === 0) await shop.deps.jobs.workUntilIdle();
    const { order: reopened } = await setStatus(order.id, 'processing');
    if (reopened.paymentStatus === 'unpaid' && draw(2) === 0) await pay(order).catch(() => {});
  }
  if (life === 3) await edit(order.id);
  // An order with an amount due does not ship.
  if (life === 9) await setStatus(order.id, pick(['shipped', 'delivered'])).catch(() => {});
}

const setStatus = (id: string, status: string) =>
  shop.call('changeOrderStatus', { params: { id }, body: { status } }, { caller: boss });
const refund = (id: string, amount?: number) =>
  shop.call(
    'refundOrder',
    { params: { id }, body: { amount } },
    { caller: { ...boss, provedAt: shop.deps.now() } },
  );

/** Refunds a unit of a random line, with or without its return. */
async function giveBack(id: string): Promise<void> {
  const { order } = await shop.call('getOrder', { params: { id } }, { caller: boss });
  const items = [{ product: pick<{ product: { id: string } }>(order.items).product.id, quantity: 1 }];
  const caller = { ...boss, provedAt: shop.deps.now() };
  await shop.call('refundOrder', { params: { id }, body: { items, restock: draw(3) > 0 } }, { caller });
}

/** Changes the items at random. What the edit adds is paid, recorded, or stays due. */
async function edit(id: string): Promise<void> {
  const { order } = await shop.call('getOrder', { params: { id } }, { caller: boss });
  const lines = Object.fromEntries(
    Array.from({ length: 1 + draw(3) }, () => [pick(productIds), 1 + draw(4)]),
  );
  const items = Object.entries(lines).map(([product, quantity]) => ({ product, quantity }));
  const [first] = items;
  const prices = draw(3) === 0 ? [{ product: first?.product, price: (100 + draw(9000)) / 100 }] : [];
  const { version = 0, shippingMethod } = order;
  const { name: _name, ...shippingAddress } = order.shippingAddress;
  const body = { version, shippingMethod, shippingAddress, items, prices, reason: 'Changed by phone' };
  const caller = { ...boss, provedAt: shop.deps.now() };
  const { order: after } = await shop
    .call('editOrder', { params: { id }, body }, { caller })
    // Refunded in full by then, or sold out.
    .catch(() => ({ order }));
  if (after.amountDue > 0 && after.paymentStatus !== 'unpaid' && draw(2) === 0) {
    await pay({ id, total: after.amountDue });
  }
}

async function pay({ id, total }: { id: string; total: number }): Promise<void> {
  if (draw(3) === 0) {
    const body = { method: pick(['cash', 'transfer']) };
    await shop.call('recordPayment', { params: { id }, body }, { caller: boss });
    return;
  }
  const as = { caller: boss };
  const intent = await shop.call('createPaymentIntent', { body: { orderId: id, amount: total } }, as);
  await shop.call('confirmTestCard', { body: { clientSecret: intent.clientSecret, card: 'pm_card_visa' } });
  await shop.call('confirmPayment', { body: { orderId: id, paymentIntentId: intent.paymentIntentId } }, as);
}

type Sale = {
  id: string;
  userId: string | null;
  day: string;
  revenue: number;
  /** Net revenue and units by item. */
  items: { productId: string; category: string; condition: string; units: number; revenue: number }[];
};

/** Recomputes the sales from payments, refunds and items alone, without the columns that the figures use. */
async function recomputeSales(): Promise<Sale[]> {
  const allOrders = await db.select().from(orders);
  const allItems = await db.select().from(orderItems);
  const allPayments = await db.select().from(payments);
  const allRefunds = await db.select().from(refunds);
  return allOrders.flatMap((order): Sale[] => {
    const settled = allPayments.filter(
      ({ orderId, status }) => orderId === order.id && status === 'succeeded',
    );
    if (settled.length === 0 || order.status === 'cancelled') return [];
    const counted = allRefunds.filter(
      ({ paymentId, status }) =>
        settled.some(({ id }) => id === paymentId) &&
        !['failed', 'declined', 'awaiting-approval'].includes(status),
    );
    const refunded = counted.reduce((sum, { amountCents }) => sum + amountCents, 0);
    const revenue = settled.reduce((sum, { amountCents }) => sum + amountCents, 0) - refunded;
    if (revenue === 0) return [];
    const items = allItems
      .filter(({ orderId }) => orderId === order.id)
      .map(
        ({
          productId,
          categoryName,
          condition,
          quantity,
          returnedQuantity,
          unitPriceCents,
          discountCents,
        }) => {
          // Half up in whole numbers: (2ab + c) / 2c, rounded down.
          const [amount, total] = [
            BigInt(unitPriceCents * quantity - (discountCents ?? 0)),
            BigInt(order.totalCents),
          ];
          const net = (2n * amount * BigInt(revenue) + total) / (2n * total);
          const category = categoryName || 'Without category';
          return { productId, category, condition, units: quantity - returnedQuantity, revenue: Number(net) };
        },
      );
    return [
      {
        id: order.id,
        userId: order.userId,
        day: order.createdAt.toISOString().slice(0, 10),
        revenue,
        items,
      },
    ];
  });
}

const sumOf = <T>(list: T[], value: (item: T) => number) => list.reduce((sum, item) => sum + value(item), 0);
const toDollars = (amount: number) => Math.round(amount) / 100;

function groupItems(sales: Sale[], keyOf: (item: Sale['items'][number]) => string) {
  const groups = new Map<string, { unitsSold: number; revenue: number }>();
  for (const item of sales.flatMap(({ items }) => items)) {
    const group = groups.get(keyOf(item)) ?? { unitsSold: 0, revenue: 0 };
    groups.set(keyOf(item), {
      unitsSold: group.unitsSold + item.units,
      revenue: group.revenue + item.revenue,
    });
  }
  return [...groups].map(([key, { unitsSold, revenue }]) => [key, unitsSold, toDollars(revenue)]).sort();
}

test('the random shop has orders of every life', async () => {
  const rows = await db.select({ status: orders.status, paid: orders.paymentStatus }).from(orders);
  expect(new Set(rows.map(({ paid }) => paid)).size).toBe(5);
  expect(new Set(rows.map(({ status }) => status))).toContain('cancelled');
  const processors = await db.select({ name: payments.processor }).from(payments);
  expect(new Set(processors.map(({ name }) => name))).toEqual(new Set(['manual', 'test']));
  expect(await db.$count(orders, gt(orders.version, 0))).toBeGreaterThan(50);
  expect(await db.$count(orders, gt(orders.dueCents, cents(0)))).toBeGreaterThan(5);
  expect(await db.$count(orders, gt(orders.discountCents, cents(0)))).toBeGreaterThan(30);
  expect(await db.$count(orderItems, gt(orderItems.returnedQuantity, 0))).toBeGreaterThan(10);
  await shop.expectIntegrity();
});

test('month, summary and spent amounts equal the payments less refunds', async () => {
  const sales = await recomputeSales();
  const { overview } = await call('getDashboardStats', admin);
  const month = sales.filter(({ day }) => day.startsWith('2026-10'));
  expect(overview.monthlyRevenue).toBe(toDollars(sumOf(month, ({ revenue }) => revenue)));
  expect(overview.monthlyOrders).toBe(month.length);
  expect(overview.totalOrders).toBe(orderCount);
  const { totalRevenue } = await call('getDashboardSummary', admin);
  expect(totalRevenue).toBe(toDollars(sumOf(sales, ({ revenue }) => revenue)));
  const totals = await readOrderTotals(
    db,
    buyers.map(({ userId }) => userId),
  );
  for (const { userId } of buyers) {
    const own = sales.filter((sale) => sale.userId === userId);
    expect(totals.get(userId)?.spent).toBe(sumOf(own, ({ revenue }) => revenue));
    const newest = own.at(-1);
    if (!newest) throw new Error('A buyer has no sale.');
    const context = await shop.call('getOrderContext', { params: { id: newest.id } }, { caller: boss });
    expect(context.customer.spent).toBe(toDollars(sumOf(own, ({ revenue }) => revenue)));
  }
});

test.each([1, 7, 30, 61])('the sales of %i days equal the payments less refunds', async (period) => {
  const from = new Date(Date.parse(today) - (period - 1) * dayMs).toISOString().slice(0, 10);
  const sales = (await recomputeSales()).filter(({ day }) => day >= from);
  const query = { period: String(period) };
  const figures = await call('getSalesAnalytics', { ...admin, query });
  const revenue = sumOf(sales, (sale) => sale.revenue);
  expect(figures.totals).toMatchObject({
    revenue: toDollars(revenue),
    orders: sales.length,
    averageOrder: toDollars(sales.length === 0 ? 0 : revenue / sales.length),
  });
  for (const { date, revenue, orders } of figures.dailySales) {
    const ofDay = sales.filter(({ day }) => day === date);
    expect([date, revenue, orders]).toEqual([
      date,
      toDollars(sumOf(ofDay, (sale) => sale.revenue)),
      ofDay.length,
    ]);
  }
  const made = (await db.select().from(refunds)).filter(
    ({ status, createdAt }) =>
      !['failed', 'declined', 'awaiting-approval'].includes(status) &&
      createdAt.toISOString().slice(0, 10) >= from,
  );
  expect([figures.totals.refunds, figures.totals.refunded]).toEqual([
    made.length,
    toDollars(sumOf(made, ({ amountCents }) => amountCents)),
  ]);
  const { categoryPerformance, conditionPerformance, shippingAndTax } = figures;
  expect(
    categoryPerformance.map(({ category, unitsSold, revenue }) => [category, unitsSold, revenue]).sort(),
  ).toEqual(groupItems(sales, ({ category }) => category));
  expect(
    conditionPerformance.map(({ condition, unitsSold, revenue }) => [condition, unitsSold, revenue]).sort(),
  ).toEqual(groupItems(sales, ({ condition }) => condition));
  const items = sumOf(categoryPerformance, (row) => Math.round(row.revenue * 100));
  expect(toDollars(items + Math.round(shippingAndTax * 100))).toBe(figures.totals.revenue);

  const { topSellingProducts } = await call('getDashboardStats', { ...admin, query });
  const bySales = groupItems(sales, ({ productId }) => productId);
  for (const { id, unitsSold, revenue } of topSellingProducts) {
    expect(bySales).toContainEqual([id, unitsSold, revenue]);
  }
});

test('the devices sold are paid, not cancelled and not returned', async () => {
  const units = sumOf(
    (await recomputeSales()).flatMap(({ items }) => items),
    (item) => item.units,
  );
  expect((await call('getShopFacts')).devicesSold).toBe(units);
  const counted = await db.select({ sold: products.soldCount }).from(products);
  expect(sumOf(counted, ({ sold }) => sold)).toBe(units);
});

test('each count of what needs attention is that of the list it leads to', async () => {
  const { attention } = await call('getDashboardStats', admin);
  const listed = async (query: Record<string, string>) =>
    (await shop.call('listAllOrders', { query }, { caller: boss })).pagination.total;
  expect(attention).toEqual({
    ordersToShip: await listed({ payment: 'paid-or-partly-refunded', status: 'processing' }),
    unpaidOrders: await listed({ payment: 'unpaid', status: 'pending' }),
    refundsToApprove: await listed({ payment: 'refund-to-approve' }),
    lowStock: (await listAdminProducts(db, { stock: 'low' })).pagination.total,
    failedJobs: 0,
    hasMailServer: false,
  });
  const goodwill = await listed({ payment: 'partly-refunded', status: 'processing' });
  expect(goodwill).toBeGreaterThan(0);
  expect(attention.ordersToShip).toBe((await listed({ payment: 'paid', status: 'processing' })) + goodwill);
  expect(attention.unpaidOrders).toBeGreaterThan(0);
});

test('a manager does not see whether there is a mail server', async () => {
  const caller = { ...boss, permissions: permissionsOf(['manager']) };
  const { attention } = await analyticsHandlers(shop.deps).getDashboardStats(
    { query: {} } as never,
    { caller, network: '127.0.0.1' } as never,
  );
  expect(attention).toMatchObject({ hasMailServer: null, failedJobs: 0 });
});
