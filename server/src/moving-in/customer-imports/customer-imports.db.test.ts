import { customerImportEndpoints } from '@reprise/contract/moving-in/customer-imports';
import { eq, sql } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { callsTo } from '../../../test/call-endpoints.ts';
import { openOrderShop } from '../../../test/order-shop.ts';
import { openTestDatabase } from '../../../test/test-database.ts';
import { addresses } from '../../people/addresses/addresses.tables.ts';
import { customerTags } from '../../people/customers/customers.tables.ts';
import { users } from '../../people/identity/identity.tables.ts';
import { signIn } from '../../people/identity/sessions/sign-in.ts';
import { importPastOrders } from '../../sales/past-orders/import-past-orders.ts';
import { customerImportHandlers } from './customer-imports.routes.ts';

const database = await openTestDatabase();
const shop = await openOrderShop(database);
const { db } = database;
const call = callsTo(customerImportEndpoints, customerImportHandlers(shop.deps));

beforeEach(async () => {
  await db.delete(users);
});

const quoted = (cell: string) => `"${cell.replaceAll('"', '""')}"`;
const fileOf = (rows: string[][]) => ({
  name: 'customers.csv',
  bytes: Buffer.from(rows.map((row) => row.map(quoted).join(',')).join('\r\n')),
});

const shopify = {
  'Customer ID': "'8779761975521",
  'First Name': 'Ada',
  'Last Name': 'Byron',
  Email: 'Ada@Example.com',
  'Accepts Email Marketing': 'yes',
  'Default Address Company': '',
  'Default Address Address1': '12 Main Street',
  'Default Address Address2': '',
  'Default Address City': 'Springfield',
  'Default Address Province Code': 'IL',
  'Default Address Country Code': 'US',
  'Default Address Zip': "'62701",
  'Default Address Phone': "'+15550100100",
  Phone: '',
  'Accepts SMS Marketing': 'no',
  'Total Spent': '229.99',
  'Total Orders': '1',
  Note: '',
  'Tax Exempt': 'no',
  Tags: 'VIP, wholesale , vip',
};
const shopifyRow = (cells: Partial<typeof shopify> = {}) => Object.values({ ...shopify, ...cells });
const shopifyFile = (...rows: string[][]) => fileOf([Object.keys(shopify), ...rows]);

const send = async (file: ReturnType<typeof fileOf>, step: 'check' | 'apply' = 'apply') =>
  (await call('importCustomers', { as: 'admin', query: { step }, files: [file] })).import;
const findUser = async (email: string) => (await db.select().from(users).where(eq(users.email, email)))[0];

test('a customer of Shopify gets an account with phone, address and tags, and no password', async () => {
  expect(await send(shopifyFile(shopifyRow()))).toMatchObject({ shop: 'shopify', added: 1, rejected: 0 });
  const user = await findUser('ada@example.com');
  expect(user).toMatchObject({
    name: 'Ada Byron',
    phone: '+15550100100',
    role: 'customer',
    status: 'active',
    emailVerified: false,
    dealEmailsSince: null,
  });
  expect(await db.select().from(addresses)).toMatchObject([
    {
      userId: user?.id,
      address: '12 Main Street',
      state: 'IL',
      zipCode: '62701',
      country: 'United States',
      isDefault: true,
    },
  ]);
  const tags = await db.select({ tag: customerTags.tag }).from(customerTags);
  expect(tags.map(({ tag }) => tag).sort()).toEqual(['vip', 'wholesale']);
  const guess = { email: 'ada@example.com', password: '' };
  const client = { ip: '127.0.0.1', network: '127.0.0.1', userAgent: 'test' };
  await expect(signIn(shop.deps, guess, client)).rejects.toThrow();
});

test('an incomplete address, or one in a country the shop does not ship to, is left out', async () => {
  await send(
    shopifyFile(
      shopifyRow({ 'Default Address City': '' }),
      shopifyRow({ Email: 'ben@example.com', 'Default Address Country Code': 'DE' }),
      shopifyRow({ Email: 'cleo@example.com', 'First Name': '', 'Last Name': '' }),
    ),
  );
  expect(await db.select().from(addresses)).toEqual([]);
  expect((await findUser('cleo@example.com'))?.name).toBe('cleo');
});

test('a customer of WooCommerce joined when they signed up there; guests are left out', async () => {
  const columns = {
    Name: 'Ada Byron',
    Username: 'ada',
    'Last Active': '2024-07-01 09:30:00',
    'Sign Up': '2022-07-01 09:30:00',
    Email: 'ada@example.com',
    Orders: '1',
    'Total Spend': '229.99',
    AOV: '229.99',
    'Country / Region': 'US',
    City: 'Springfield',
    Region: 'IL',
    'Postal Code': '62701',
  };
  const guest = { ...columns, Username: '', Email: 'guest@example.com' };
  const file = fileOf([Object.keys(columns), Object.values(columns), Object.values(guest)]);
  expect(await send(file)).toMatchObject({
    shop: 'woocommerce',
    added: 1,
    faults: [{ row: 3, subject: 'guest@example.com', message: expect.stringContaining('as a guest') }],
  });
  expect((await findUser('ada@example.com'))?.createdAt).toEqual(new Date('2022-07-01T09:30:00Z'));
});

test('a customer joined with their first past order, so that figures of new customers stay as they were', async () => {
  const head =
    'Name,Email,Financial Status,Created at,Lineitem quantity,Lineitem name,Lineitem price,Total,Shipping,Taxes';
  const orders = ['2024-03-05', '2023-01-02'].map(
    (day, index) => `#${index},ada@example.com,paid,${day} 10:00:00 +0000,1,Case,5.00,5.00,0,0`,
  );
  const file = { name: 'orders.csv', bytes: Buffer.from([head, ...orders].join('\n')) };
  await importPastOrders(shop.deps, { file, isApplied: true, actorId: 'usr_admin' });
  await send(shopifyFile(shopifyRow(), shopifyRow({ Email: 'ben@example.com' })));
  expect((await findUser('ada@example.com'))?.createdAt).toEqual(new Date('2023-01-02T10:00:00Z'));
  expect((await findUser('ben@example.com'))?.createdAt).toEqual(shop.clock.now);
});

test('existing accounts stay as they are, and the same file again adds nothing', async () => {
  await db
    .insert(users)
    .values({ id: 'usr_1', name: 'Ada King', email: 'ada@example.com', status: 'banned' });
  const file = shopifyFile(shopifyRow(), shopifyRow({ Email: 'ben@example.com' }));
  expect(await send(file, 'check')).toMatchObject({ added: 1, same: 1, isApplied: false });
  expect(await findUser('ben@example.com')).toBeUndefined();
  expect(await send(file)).toMatchObject({ added: 1, same: 1 });
  expect(await send(file)).toMatchObject({ added: 0, same: 2 });
  expect(await findUser('ada@example.com')).toMatchObject({
    name: 'Ada King',
    status: 'banned',
    phone: null,
  });
  expect(await db.select().from(addresses)).toHaveLength(1);
});

test('two imports at once add each customer once', async () => {
  const rows = Array.from({ length: 450 }, (_, index) =>
    shopifyRow({ Email: `customer${index}@example.com` }),
  );
  const [one, other] = await Promise.all([
    send(shopifyFile(...rows)),
    send(shopifyFile(...rows.toReversed())),
  ]);
  expect(one.added + other.added).toBe(450);
  expect(await db.$count(users)).toBe(450);
  expect(await db.$count(addresses)).toBe(450);
});

test('causes no mail, no job and no webhook', async () => {
  await db.execute(sql`insert into webhooks (id, url, events, secret_encrypted)
    values ('whk_1', 'https://hooks.example.com', array['customer.created'], 'x')`);
  const counts = async () => {
    const { rows } = await db.execute(sql`select (select count(*) from mails) as mails,
      (select count(*) from job_outbox) as jobs, (select count(*) from webhook_events) as events`);
    return rows[0];
  };
  const before = await counts();
  await send(shopifyFile(shopifyRow()));
  expect(await counts()).toEqual(before);
  await db.insert(users).values({ id: 'usr_2', name: 'Ben', email: 'ben@example.com' });
  expect(await counts()).not.toEqual(before);
});

test('faulty rows are named and leave out themselves alone', async () => {
  const answer = await send(
    shopifyFile(
      shopifyRow(),
      shopifyRow({ Email: '' }),
      shopifyRow({ Email: 'ada' }),
      shopifyRow({ Email: 'ADA@example.com ' }),
      shopifyRow({ Email: 'ben@example.com' }).slice(2),
      shopifyRow({ Email: 'cleo@example.com', 'First Name': 'x'.repeat(500), Tags: `${'y'.repeat(50)},ok` }),
    ),
  );
  expect(answer).toMatchObject({ added: 2, rejected: 4 });
  expect(answer.faults.map(({ row, message }) => [row, message])).toEqual([
    [3, 'This customer has no email address, by which accounts are known'],
    [4, '“ada” is no email address'],
    [5, 'ada@example.com is already in row 2'],
    [6, 'This row has more or fewer cells than the first row of the file has columns'],
  ]);
  expect((await findUser('cleo@example.com'))?.name).toHaveLength(100);
});

test('refuses a file of another kind with a sentence', async () => {
  const file = { name: 'x.csv', bytes: Buffer.from('Name,Price\nPixel,9') };
  await expect(send(file, 'check')).rejects.toMatchObject({
    message: expect.stringContaining('no customer export'),
  });
});
