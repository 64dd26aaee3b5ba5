import { settingsEndpoints } from '@reprise/contract/foundations/settings';
import { setupEndpoints } from '@reprise/contract/operations/setup';
import { eq, sql } from 'drizzle-orm';
import { afterAll, expect, test } from 'vitest';
import { callsTo } from '../../../test/call-endpoints.ts';
import { openOrderShop, orderOf, problemOf } from '../../../test/order-shop.ts';
import { openTestApp } from '../../../test/test-app.ts';
import { openTestDatabase } from '../../../test/test-database.ts';
import { settingsEffects } from '../../app/settings-effects.ts';
import { products } from '../../catalog/products/products.tables.ts';
import { recordDemoEnd, recordDemoStart } from '../../foundations/settings/demo-load.ts';
import { settingsHandlers } from '../../foundations/settings/settings.routes.ts';
import { users } from '../../people/identity/identity.tables.ts';
import { createLog } from '../../platform/log.ts';
import { openResponseCache } from '../../platform/response-cache/open-response-cache.ts';
import { orders } from '../../sales/orders/orders.tables.ts';
import { remainingTables, removeDemo } from './remove-demo.ts';
import { setupHandlers } from './setup.routes.ts';

const minute = 60_000;

/** A new table with settings belongs to `remainingTables`, any other here. */
const emptiedTables = `
  applied_manifests assigned_columns bulk_change_products bulk_changes cached_stats cart_lines categories
  category_redirects channel_listings channel_orders channels cogs_adjustments conversation_messages
  conversations counted_search_orders customer_notes customer_tags daily_order_stat_deltas daily_order_stats
  daily_sales_stat_deltas daily_sales_stats daily_search_stats deleted_product_keys demo_loads device_models
  discount_codes discount_uses disputes draft_orders dropped_mails family_changes idempotent_requests
  integrity_checks invoice_series invoices job_outbox lot_costs lot_lines lot_manifests lots mail_budgets
  mails model_codes newsletter_campaigns order_costs order_edits order_events order_item_units order_items
  order_notes orders outgoing_mails parcel_lines parcels past_orders payment_discrepancies
  payment_reconciliation payments product_alerts product_families product_import_images product_import_rows
  product_imports product_prices product_sales product_stock_and_sales products recent_searches refunds
  repairs retained_invoices return_events return_lines return_photos return_policies returns reviews search_documents
  search_term_counts search_vocabulary search_vocabulary_staging shipping_labels slug_redirects
  stock_movements stock_take_units stock_takes stripe_events supplier_models suppliers test_intents
  test_refunds tool_reports unit_acts unit_checks unit_costs unit_events unit_gradings unit_identifiers
  unit_parts unit_photo_tickets unit_photos unit_tests unit_wipes units verified_wipes waiting_order_mails
  webhook_deliveries webhook_events wishes
`;

/** Opens a shop whose demo is one product and its order. */
async function openDemo() {
  const shop = await openOrderShop(await openTestDatabase());
  const { deps, clock, addProduct, place } = shop;
  await recordDemoStart(deps.db, deps.now());
  const productId = await addProduct(3);
  await place(orderOf({ [productId]: 1 }));
  // Rows of the fixtures have the time of the database.
  for (const table of [products, orders, users]) await deps.db.update(table).set({ createdAt: deps.now() });
  clock.now = new Date(clock.now.getTime() + minute);
  await recordDemoEnd(deps.db, deps.now());
  clock.now = new Date(Date.now() + minute);
  const call = callsTo(setupEndpoints, setupHandlers(deps));
  return { ...shop, productId, call };
}

const obstaclesOf = async ({ call }: Pick<Awaited<ReturnType<typeof openDemo>>, 'call'>) =>
  (await call('getDemo', { as: 'admin' })).demo?.obstacles;

test('products, orders and customers of the owner are in the way by name', async () => {
  const shop = await openDemo();
  const { deps, call, addProduct, place } = shop;
  expect(await obstaclesOf(shop)).toEqual([]);
  const own = await addProduct(1);
  const { order } = await place(orderOf({ [own]: 1 }));
  await deps.db.insert(users).values({ id: 'usr_1', name: 'Ann', email: 'ann@shop.example' });
  const { name = '' } = (await deps.db.select().from(products).where(eq(products.id, own)))[0] ?? {};
  expect(await obstaclesOf(shop)).toEqual([
    { kind: 'order', names: [order.orderNumber], count: 1 },
    { kind: 'customer', names: ['ann@shop.example'], count: 1 },
    { kind: 'product', names: [name], count: 1 },
  ]);
  const problem = await problemOf(call('removeDemo', { as: 'admin' }));
  expect([problem.code, await deps.db.$count(products)]).toEqual(['EDIT_CONFLICT', 2]);
});

test('orders paid in test mode, cancelled ones and archived products are not in the way', async () => {
  const shop = await openDemo();
  const { deps, productId, addProduct, place } = shop;
  const own = await addProduct(1);
  const paid = await place(orderOf({ [productId]: 1 }));
  const cancelled = await place(orderOf({ [productId]: 1 }));
  const change = (id: string, values: Partial<typeof orders.$inferInsert>) =>
    deps.db.update(orders).set(values).where(eq(orders.id, id));
  await change(paid.order.id, { isTestPaid: true });
  await change(cancelled.order.id, { status: 'cancelled' });
  await deps.db.update(products).set({ archivedAt: deps.now() }).where(eq(products.id, own));
  expect(await obstaclesOf(shop)).toEqual([]);
});

test('after the removal the currency can be chosen, and no job of the demo fails', async () => {
  const { deps, call } = await openDemo();
  const save = callsTo(
    settingsEndpoints,
    settingsHandlers(deps, async () => {}, settingsEffects),
  );
  const choose = () => save('updateSettings', { as: 'admin', body: { currency: 'EUR' } });
  expect((await problemOf(choose())).code).toBe('CURRENCY_FIXED');
  const { setup } = await call('removeDemo', { as: 'admin' });
  const done = setup.steps.filter(({ isDone }: { isDone: boolean }) => isDone);
  expect([setup.isDemo, done]).toEqual([false, []]);
  await deps.jobs.workUntilIdle();
  expect(await deps.jobs.listDeadLetters()).toEqual([]);
  expect((await choose()).settings.currency).toBe('EUR');
});

test('of two removals at once one is refused', async () => {
  const { deps } = await openDemo();
  const ends = await Promise.allSettled([removeDemo(deps, 'usr_a'), removeDemo(deps, 'usr_b')]);
  const refused = ends.flatMap((end) => (end.status === 'rejected' ? [end.reason.code] : []));
  expect(refused).toEqual(['EDIT_CONFLICT']);
});

test('a removal that fails at its end changes nothing', async () => {
  const { deps } = await openDemo();
  await deps.db.execute(sql`alter table audit_entries add check (action <> 'remove demo') not valid`);
  await expect(removeDemo(deps, 'usr_a')).rejects.toThrow();
  expect([await deps.db.$count(products), await deps.db.$count(orders)]).toEqual([1, 1]);
});

test('visitors read "Opening soon" once the demo is removed, and staff stay signed in', async () => {
  const database = await openTestDatabase();
  const cache = await openResponseCache(database, createLog('silent'));
  afterAll(cache.stop);
  const { app, call, signIn, deps } = await openTestApp(database, { OPEN: '0' }, cache.responseCache);
  await recordDemoStart(deps.db, deps.now());
  await recordDemoEnd(deps.db, deps.now());
  const home = async () => (await app.inject({ url: '/' })).payload;
  expect(await home()).not.toContain('Opening soon');
  const token = await signIn();
  expect((await call('DELETE', '/setup/demo', { token })).status).toBe(200);
  expect(await home()).toContain('Opening soon');
  expect((await call('GET', '/setup/demo', { token })).body.data).toEqual({ demo: null });
});

test('each table is named as emptied or as remaining', async () => {
  const { deps } = await openDemo();
  const { rows } = await deps.db.execute<{ name: string }>(sql`
    select relname as name from pg_class
    where relkind = 'r' and relnamespace = 'public'::regnamespace order by relname`);
  const emptied = rows.map(({ name }) => name).filter((name) => !remainingTables.includes(name));
  expect(emptied).toEqual(emptiedTables.trim().split(/\s+/));
});
