import { pastOrderEndpoints } from '@reprise/contract/sales/past-orders';
import { sql } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { callsTo } from '../../../test/call-endpoints.ts';
import { openOrderShop } from '../../../test/order-shop.ts';
import { openTestDatabase } from '../../../test/test-database.ts';
import { guestEraser, readPersonalData } from '../../app/personal-data.ts';
import { readGuest } from '../../app/read-guest.ts';
import { updateSettings } from '../../foundations/settings/update-settings.ts';
import { enforceRetention } from '../../operations/retention/enforce-retention.ts';
import { users } from '../../people/identity/identity.tables.ts';
import { inTransaction } from '../../platform/database/database.ts';
import { pastOrderHandlers } from './past-orders.routes.ts';
import { pastOrders } from './past-orders.tables.ts';

const database = await openTestDatabase();
const shop = await openOrderShop(database);
const { db } = database;
const call = callsTo(pastOrderEndpoints, pastOrderHandlers(shop.deps));

const email = 'ada@example.com';

beforeEach(async () => {
  await db.delete(pastOrders);
  await db.delete(users).where(sql`${users.id} = 'usr_customer'`);
});

const quoted = (cell: string) => `"${cell.replaceAll('"', '""')}"`;
const fileOf = (rows: string[][]) => ({
  name: 'orders.csv',
  bytes: Buffer.from(rows.map((row) => row.map(quoted).join(',')).join('\r\n')),
});

/** Columns of Shopify's order export that matter here, in its order. */
const shopify = {
  Name: '#1001',
  Email: 'Ada@Example.com',
  'Financial Status': 'paid',
  'Fulfillment Status': 'fulfilled',
  Currency: 'USD',
  Subtotal: '250.00',
  Shipping: '9.99',
  Taxes: '20.50',
  Total: '270.49',
  'Discount Code': 'WELCOME',
  'Discount Amount': '10.00',
  'Created at': '2024-03-05 14:21:09 -0500',
  'Lineitem quantity': '1',
  'Lineitem name': 'Pixel 7 - 128 GB / Snow',
  'Lineitem price': '230.00',
  'Lineitem sku': 'PX7',
  'Billing Name': 'Ada Byron',
  'Cancelled at': '',
  'Refunded Amount': '0.00',
};
const shopifyRow = (cells: Partial<typeof shopify> = {}) => Object.values({ ...shopify, ...cells });
/** A further item of an order: the export leaves the fields of the order blank. */
const furtherItem = (cells: Partial<typeof shopify>) =>
  Object.keys(shopify).map((name) => ({ Name: '#1001', ...cells })[name] ?? '');
const shopifyFile = (...rows: string[][]) => fileOf([Object.keys(shopify), ...rows]);

const send = async (file: ReturnType<typeof fileOf>, step: 'check' | 'apply' = 'apply') =>
  (await call('importPastOrders', { as: 'admin', query: { step }, files: [file] })).import;
const list = async (query: Record<string, string> = {}) => call('listPastOrders', { as: 'admin', query });
const listOwn = async () => (await call('listOwnPastOrders', { as: 'customer' })).orders;
const addCustomer = (emailVerified: boolean) =>
  db.insert(users).values({ id: 'usr_customer', name: 'Ada Byron', email, emailVerified });

test('reads an order of Shopify with its items, status and amounts', async () => {
  const file = shopifyFile(
    shopifyRow(),
    furtherItem({ 'Lineitem quantity': '2', 'Lineitem name': 'Case', 'Lineitem price': '10.00' }),
    shopifyRow({ Name: '#1002', 'Cancelled at': '2024-03-06 10:00:00 -0500', 'Refunded Amount': '270.49' }),
  );
  expect(await send(file)).toMatchObject({ shop: 'shopify', added: 2, changed: 0, same: 0, rejected: 0 });
  const { orders, shops, pagination } = await list();
  expect(pagination.total).toBe(2);
  expect(orders.find(({ number }) => number === '#1001')).toMatchObject({
    shop: 'shopify',
    email,
    name: 'Ada Byron',
    placedAt: '2024-03-05T19:21:09.000Z',
    status: 'paid, fulfilled',
    items: [
      { name: 'Pixel 7 - 128 GB / Snow', sku: 'PX7', quantity: 1, price: 230 },
      { name: 'Case', sku: '', quantity: 2, price: 10 },
    ],
    discount: 10,
    shipping: 9.99,
    tax: 20.5,
    total: 270.49,
    refunded: 0,
  });
  expect(shops).toEqual([{ shop: 'shopify', orders: 1, revenue: 270.49 }]);
});

test('reads an order of WooCommerce, in the time zone of the shop', async () => {
  await updateSettings(shop.deps, { timeZone: 'America/New_York' }, null);
  const columns = {
    'Order Number': '77',
    'Order Status': 'wc-completed',
    'Order Date': '2024-07-01 09:30',
    'First Name (Billing)': 'Ada',
    'Last Name (Billing)': 'Byron',
    'Email (Billing)': email,
    SKU: 'PX7',
    'Item Name': 'Pixel 7',
    'Quantity (- Refund)': '1',
    Quantity: '1',
    'Item Cost': '230',
    'Cart Discount Amount': '0',
    'Order Shipping Amount': '9.99',
    'Order Refund Amount': '-30.00',
    'Order Total Amount': '239.99',
    'Order Total Tax Amount': '0',
  };
  const file = fileOf([Object.keys(columns), Object.values(columns)]);
  expect(await send(file)).toMatchObject({ shop: 'woocommerce', added: 1, rejected: 0 });
  const { orders, shops } = await list();
  expect(orders[0]).toMatchObject({
    number: '77',
    name: 'Ada Byron',
    status: 'completed',
    placedAt: '2024-07-01T13:30:00.000Z',
    refunded: 30,
    total: 239.99,
  });
  expect(shops).toEqual([{ shop: 'woocommerce', orders: 1, revenue: 209.99 }]);
});

test('a check changes nothing, and the same file again changes nothing', async () => {
  const file = shopifyFile(shopifyRow(), shopifyRow({ Name: '#1002' }));
  expect(await send(file, 'check')).toMatchObject({ added: 2, isApplied: false });
  expect(await rowsOf('past_orders')).toBe(0);
  await send(file);
  const before = (await list()).orders;
  expect(await send(file)).toMatchObject({ added: 0, changed: 0, same: 2 });
  expect((await list()).orders).toEqual(before);
});

test('a later export brings the status and the refund, and nothing else', async () => {
  await send(shopifyFile(shopifyRow()));
  const later = shopifyFile(
    shopifyRow({ 'Financial Status': 'refunded', 'Refunded Amount': '270.49', Total: '1.00' }),
    shopifyRow({ Name: '#1002' }),
  );
  expect(await send(later, 'check')).toMatchObject({ added: 1, changed: 1 });
  expect(await send(later)).toMatchObject({ added: 1, changed: 1, same: 0 });
  const { orders } = await list({ search: '#1001' });
  expect(orders).toMatchObject([{ status: 'refunded, fulfilled', refunded: 270.49, total: 270.49 }]);
});

test('two imports at once add each order once, and their figures agree', async () => {
  const rows = Array.from({ length: 450 }, (_, index) => shopifyRow({ Name: `#${2000 + index}` }));
  const [one, other] = await Promise.all([
    send(shopifyFile(...rows)),
    send(shopifyFile(...rows.toReversed())),
  ]);
  expect(await rowsOf('past_orders')).toBe(450);
  expect(one.added + other.added).toBe(450);
  expect(one.same + other.same).toBe(450);
});

test('changes no other table but the journal of changes', async () => {
  await shop.addProduct(5);
  const before = await countsOfTables();
  await send(shopifyFile(shopifyRow()));
  const after = await countsOfTables();
  const changed = Object.keys(after).filter((name) => after[name] !== before[name]);
  expect(changed).toEqual(['public.audit_entries', 'public.past_orders']);
});

test('only customers with a confirmed email see their past orders', async () => {
  await send(shopifyFile(shopifyRow(), shopifyRow({ Name: '#1002', Email: 'other@example.com' })));
  await send(shopifyFile(shopifyRow({ Name: '#1003', Email: '' })));
  await addCustomer(false);
  expect(await listOwn()).toEqual([]);
  await db.update(users).set({ emailVerified: true }).where(sql`id = 'usr_customer'`);
  expect((await listOwn()).map(({ number }) => number)).toEqual(['#1001']);
  expect(Object.keys((await listOwn())[0] ?? {})).not.toContain('email');
});

test('are part of the data of their customer, and are erased with it for good', async () => {
  await send(shopifyFile(shopifyRow()));
  expect((await readGuest(db, email)).pastOrders).toHaveLength(1);
  await addCustomer(true);
  const data = await readPersonalData(db, { id: 'usr_customer', email, emailVerified: true });
  expect(data.pastOrders).toHaveLength(1);
  await inTransaction(db, (tx) => guestEraser(shop.deps)(tx, email));
  await send(shopifyFile(shopifyRow({ 'Financial Status': 'refunded' })));
  expect((await list()).orders).toMatchObject([{ number: '#1001', email: '', name: '', total: 270.49 }]);
  expect(await listOwn()).toEqual([]);
});

test('lose their customer after the retention of guests, but not with an account', async () => {
  await addCustomer(true);
  const old = { 'Created at': '2021-03-05 14:21:09 -0500' };
  const other = { ...old, Name: '#1002', Email: 'guest@example.com' };
  await send(shopifyFile(shopifyRow(old), shopifyRow(other)));
  await enforceRetention(shop.deps);
  const { orders } = await list();
  expect(new Map(orders.map((order) => [order.number, order.email]))).toEqual(
    new Map([
      ['#1001', email],
      ['#1002', ''],
    ]),
  );
});

test.each([
  ['an empty file', ''],
  ['other columns', 'Name,Price\nPixel,9'],
  ['an export of products', 'Handle,Title,Variant SKU\npixel,Pixel,PX7'],
  ['only a header', Object.keys(shopify).join(',')],
])('refuses %s with a sentence', async (_case, text) => {
  const file = { name: 'orders.csv', bytes: Buffer.from(text) };
  await expect(send(file, 'check')).rejects.toMatchObject({ code: 'VALIDATION_ERROR' });
});

async function rowsOf(table: string): Promise<number> {
  const { rows } = await db.execute<{ n: number }>(
    sql`select count(*)::int as n from ${sql.identifier(table)}`,
  );
  return rows[0]?.n ?? 0;
}

async function countsOfTables(): Promise<Record<string, string>> {
  const { rows } = await db.execute<{ name: string }>(sql`
    select quote_ident(schemaname) || '.' || quote_ident(tablename) as name from pg_tables
    where schemaname in ('public', 'pgboss') order by 1`);
  const counts: Record<string, string> = {};
  for (const { name } of rows) {
    const all = await db.execute<{ content: string }>(
      sql`select coalesce(md5(string_agg(t::text, ',' order by t::text)), '') as content from ${sql.raw(name)} t`,
    );
    counts[name] = all.rows[0]?.content ?? '';
  }
  return counts;
}
