import { eq, sql } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';
import { openOrderShop, orderOf, someAddress } from '../../../test/order-shop.ts';
import { openTestApp } from '../../../test/test-app.ts';
import { openTestDatabase } from '../../../test/test-database.ts';
import { auditEntries } from '../../foundations/audit/audit.tables.ts';
import { storeSettings } from '../../foundations/settings/settings.tables.ts';
import type { Caller } from '../../platform/http/endpoint.ts';
import { orders } from '../../sales/orders/orders.tables.ts';
import { users } from '../identity/identity.tables.ts';

const database = await openTestDatabase();
const { db } = database;
const shop = await openOrderShop(database);
const { call, signIn, register, appoint } = await openTestApp(database);

let owner: Caller;
let admin: string;
let product: string;

beforeAll(async () => {
  owner = await shop.addUser('admin');
  admin = await signIn();
  product = await shop.addProduct(500);
});

type Placement = { email: string; caller?: Caller; quantity?: number; address?: object };

/** Places a paid order. */
async function bought({ email, caller, quantity = 1, address = {} }: Placement) {
  const shippingAddress = { ...someAddress, email, ...address };
  const as = caller ? { caller } : {};
  const { order } = await shop.place(orderOf({ [product]: quantity }, { shippingAddress }), as);
  await shop.call('recordPayment', { params: { id: order.id }, body: { method: 'cash' } }, { caller: owner });
  return order as { id: string; total: number; createdAt: string };
}

const cancel = (id: string) =>
  shop.call('changeOrderStatus', { params: { id }, body: { status: 'cancelled' } }, { caller: owner });

const get = (path: string, token = admin) => call('GET', path, { token });
const list = async (query = '', token = admin) => (await get(`/customers?${query}`, token)).body.data;
const one = async (search: string) => (await list(`search=${encodeURIComponent(search)}`)).customers;

test('lists a guest once with orders, net spent, last order and its address', async () => {
  const email = 'twice@example.com';
  const first = await bought({ email, address: { city: 'Salem' } });
  const cancelled = await bought({ email });
  await cancel(cancelled.id);
  const last = await bought({ email, quantity: 2, address: { lastName: 'Twice', city: 'Bend' } });
  await shop.call(
    'refundOrder',
    { params: { id: first.id }, body: { amount: 10 } },
    { caller: owner, idempotencyKey: 'refund' },
  );
  await shop.deps.jobs.workUntilIdle();
  expect(await one(email)).toEqual([
    expect.objectContaining({
      ...{
        id: first.id,
        userId: null,
        emailVerified: null,
        name: 'Grace Twice',
        email,
        phone: '+1 555 0199',
      },
      ...{ orders: 2, spent: Math.round((first.total + last.total - 10) * 100) / 100 },
      lastOrderAt: last.createdAt,
      address: expect.objectContaining({ city: 'Bend' }),
      tags: [],
    }),
  ]);
});

test('an account has its orders with any email, and guest orders with its own', async () => {
  const ada = await shop.addUser();
  await bought({ email: ada.email, caller: ada });
  const gift = await bought({ email: 'gift@example.com', caller: ada });
  const asGuest = await bought({ email: ada.email });
  const others = await bought({ email: 'gift@example.com' });
  await call('POST', `/customers/${ada.userId}/tags`, { token: admin, body: { tag: 'vip' } });
  const [account] = await one(ada.email);
  expect(account).toMatchObject({ id: ada.userId, userId: ada.userId, name: 'Ada Example', orders: 3 });
  expect(account.tags).toEqual(['vip']);
  expect((await list('tag=VIP')).customers).toEqual([account]);
  for (const id of [gift.id, asGuest.id, ada.userId]) {
    const { customer } = (await get(`/customers/${id}`)).body.data;
    expect([customer.id, customer.orders, customer.spent]).toEqual([account.id, 3, account.spent]);
    const { orders: theirs, pagination } = (await get(`/customers/${id}/orders?limit=2`)).body.data;
    expect([theirs.length, pagination.total]).toEqual([2, 3]);
  }
  expect((await get(`/customers/${others.id}`)).body.data.customer).toMatchObject({
    ...{ id: others.id, userId: null, orders: 1 },
  });
});

test('shows the addresses that orders went to, last used first', async () => {
  const email = 'moved@example.com';
  await bought({ email, address: { city: 'Old Town' } });
  await bought({ email, address: { city: 'Old Town' } });
  const { id } = await bought({ email, address: { city: 'New Town' } });
  await db
    .update(orders)
    .set({ createdAt: new Date('2026-11-03T10:00:00Z') })
    .where(eq(orders.id, id));
  const { customer } = (await get(`/customers/${id}`)).body.data;
  expect(customer.usedAddresses).toMatchObject([
    { city: 'New Town', orders: 1 },
    { city: 'Old Town', orders: 2 },
  ]);
  expect(customer).toMatchObject({
    account: null,
    savedAddresses: [],
    lastOrderAt: '2026-11-03T10:00:00.000Z',
  });
});

test('finds people by name, email, phone and order number, and takes wildcards literally', async () => {
  const email = 'seeker@example.com';
  const found = { firstName: 'Zoë', lastName: 'Qvist', phone: '(503) 555-7788' };
  const { id } = await bought({ email, address: found });
  const [{ orderNumber } = { orderNumber: '' }] = await db
    .select({ orderNumber: orders.orderNumber })
    .from(orders)
    .where(eq(orders.id, id));
  for (const search of ['qvist zoë', 'SEEKER@example.com', '503 555 7788', '5035557788', orderNumber])
    expect([search, (await one(search)).map((person: { email: string }) => person.email)]).toEqual([
      search,
      [email],
    ]);
  for (const search of ['%', 'qv_st', '%%%%', '\\', "'; drop table orders; --", 'qvist nobody'])
    expect([search, await one(search)]).toEqual([search, []]);
});

test.each([
  ['newest', 'lastOrderAt', -1],
  ['oldest', 'lastOrderAt', 1],
  ['spent', 'spent', -1],
  ['spent-least', 'spent', 1],
  ['orders', 'orders', -1],
  ['orders-fewest', 'orders', 1],
  ['name', 'name', 1],
  ['name-desc', 'name', -1],
])('sorted by %s, pages have each person once and in order', async (sort, field, sign) => {
  const { pagination } = await list(`sort=${sort}&limit=2`);
  const pages = await Promise.all(
    Array.from({ length: pagination.pages }, (_, index) => list(`sort=${sort}&limit=2&page=${index + 1}`)),
  );
  const people: Record<string, string | number>[] = pages.flatMap(({ customers }) => customers);
  expect(new Set(people.map(({ id }) => id)).size).toBe(pagination.total);
  const values = people.map((person) => person[field] ?? '');
  const compare = (a: string | number, b: string | number) =>
    typeof a === 'string' ? a.localeCompare(String(b)) : a - Number(b);
  expect(values).toEqual([...values].sort((a, b) => sign * compare(a, b)));
  expect(await list(`sort=${sort}&page=9999`)).toMatchObject({
    customers: [],
    pagination: { total: pagination.total },
  });
});

test('guests and accounts together are all customers', async () => {
  const totalOf = async (query: string) => (await list(`limit=1&${query}`)).pagination.total;
  const [guests, accounts] = [await totalOf('kind=guest'), await totalOf('kind=account')];
  expect(guests).toBeGreaterThan(0);
  expect(accounts).toBeGreaterThan(0);
  expect(await totalOf('')).toBe(guests + accounts);
});

test('purchases of staff are shown to those who see staff only', async () => {
  const { id } = await bought({ email: owner.email, caller: owner });
  const support = await appoint(await register('Support'), ['support']);
  expect((await one(owner.email)).length).toBe(1);
  expect((await list(`search=${owner.email}`, support)).customers).toEqual([]);
  for (const path of ['', '/orders'])
    expect((await get(`/customers/${id}${path}`, support)).status).toBe(404);
});

test('without the permission there is no list, person, export or erasure', async () => {
  const { id } = await bought({ email: 'closed@example.com' });
  const [packer, support] = [
    await appoint(await register('Packer'), ['packer']),
    await appoint(await register('Helper'), ['support']),
  ];
  const customer = (await register('Customer')).token;
  const calls: [string, string][] = [
    ['GET', '/customers'],
    ['GET', `/customers/${id}`],
    ['GET', `/customers/${id}/orders`],
    ['GET', '/customers/export'],
    ['GET', `/customers/${id}/data`],
    ['POST', `/customers/${id}/erase`],
  ];
  const statuses = (token: string) =>
    Promise.all(
      calls.map(
        async ([method, path]) =>
          (await call(method, path, { token, ...(method === 'POST' && { body: {} }) })).status,
      ),
    );
  expect(await statuses(packer)).toEqual(calls.map(() => 403));
  expect(await statuses(customer)).toEqual(calls.map(() => 403));
  expect(await statuses(support)).toEqual([200, 200, 200, 403, 403, 403]);
  expect((await get('/customers/ord_missing')).status).toBe(404);
});

test('exports the list as CSV with the address of the last order', async () => {
  await bought({ email: 'csv@example.com', address: { lastName: '=1+1', city: 'Eugene' } });
  const { text, status } = await get('/customers/export?search=csv%40example.com');
  expect(status).toBe(200);
  const [head, line, ...rest] = text.trim().split('\r\n');
  expect(head).toContain('Name,Email,Phone,Account,Orders,Spent,Last order');
  expect(line).toMatch(/csv@example\.com.*,no,1,.*Eugene,OR,97201,United States,/);
  expect(line).toContain("'=1+1");
  expect(rest).toEqual([]);
  const all = (await get('/customers/export')).text.trim().split('\r\n');
  expect(all).toHaveLength((await list('limit=1')).pagination.total + 1);
});

test('exports the data of one person, and the audit log names the order, not the email', async () => {
  const email = 'data@example.com';
  const { id } = await bought({ email });
  const { data } = (await get(`/customers/${id}/data`)).body.data;
  expect(data).toMatchObject({ email, profile: null, addresses: [], orders: [{ id }] });
  const entries = await db
    .select()
    .from(auditEntries)
    .where(eq(auditEntries.subject, `order ${id}`));
  expect(entries.map(({ action }) => action)).toContain('export customer data');
  expect(JSON.stringify(entries)).not.toContain(email);

  const ada = await shop.addUser();
  const own = await bought({ email: 'elsewhere@example.com', caller: ada });
  const asGuest = await bought({ email: ada.email });
  const account = (await get(`/customers/${ada.userId}/data`)).body.data.data;
  expect(account.profile).toMatchObject({ id: ada.userId, email: ada.email });
  expect(account.orders.map((order: { id: string }) => order.id).sort()).toEqual([own.id, asGuest.id].sort());
});

test('an erased guest is no customer any more, also with an order still open', async () => {
  const email = 'forgotten@example.com';
  const closed = await bought({ email });
  await cancel(closed.id);
  const open = await bought({ email });
  const answer = await call('POST', `/customers/${open.id}/erase`, { token: admin, body: {} });
  expect([answer.status, answer.body.data.erased.orders]).toEqual([200, 2]);
  expect(await one(email)).toEqual([]);
  for (const { id } of [open, closed]) expect((await get(`/customers/${id}`)).status).toBe(404);
  const [kept] = await db.select().from(orders).where(eq(orders.id, open.id));
  expect(kept).toMatchObject({ email, eraseWhenClosed: true });

  const ada = await shop.addUser();
  await bought({ email: ada.email });
  const refused = await call('POST', `/customers/${ada.userId}/erase`, { token: admin, body: {} });
  expect([refused.status, refused.body.message]).toEqual([
    403,
    'This customer has an account. Delete the user instead.',
  ]);
  expect((await one(ada.email)).length).toBe(1);
});

test('an account without orders has a page, but is not listed', async () => {
  const { id, email } = await register('Looker');
  expect(await one(email)).toEqual([]);
  expect((await get(`/customers/${id}`)).body.data.customer).toMatchObject({
    ...{ id, email, orders: 0, spent: 0, lastOrderAt: null, address: null, usedAddresses: [] },
    account: { id },
  });
});

test('test orders make no customers once the shop has a real sale', async () => {
  const email = 'tester@example.com';
  const { id } = await bought({ email });
  const before = (await list('limit=1')).pagination.total;
  await db.update(orders).set({ isTestPaid: true }).where(eq(orders.id, id));
  await db.update(storeSettings).set({ countsTestOrders: true });
  expect((await one(email)).length).toBe(1);
  await db.update(storeSettings).set({ countsTestOrders: false });
  expect(await one(email)).toEqual([]);
  expect((await list('limit=1')).pagination.total).toBe(before - 1);
});

test('figures of all customers are those of the raw orders', async () => {
  const { customers } = await list('limit=100');
  const { rows } = await db.execute<{ email: string; orders: number; spent: string }>(sql`
    select coalesce(${users.email}, ${orders.email}) as email,
      count(*) filter (where ${orders.status} <> 'cancelled')::int as orders,
      sum(case when ${orders.status} <> 'cancelled' and ${orders.paymentStatus} in ('paid', 'partly-refunded')
        then ${orders.totalCents} - ${orders.refundedCents} - ${orders.dueCents} else 0 end)::bigint as spent
    from ${orders} left join ${users} on ${users.id} = ${orders.userId}
      or (${orders.userId} is null and ${users.email} = ${orders.email})
    where ${orders.email} <> '' and not ${orders.eraseWhenClosed} and not ${orders.isTestPaid} group by 1 order by 1`);
  const shown = customers
    .map(({ email, orders, spent }: { email: string; orders: number; spent: number }) => [
      email,
      orders,
      Math.round(spent * 100),
    ])
    .sort(([a]: [string], [b]: [string]) => (a < b ? -1 : 1));
  expect(shown).toEqual(
    rows
      .map(({ email, orders, spent }) => [email, orders, Number(spent)])
      .sort(([a], [b]) => (String(a) < String(b) ? -1 : 1)),
  );
});

test('a wide search lists the people of its newest matches and says so', async () => {
  const { id } = await bought({ email: 'crowd@example.com' });
  const { rows } = await db.execute<{ names: string }>(sql`
    select string_agg(column_name, ', ') as names from information_schema.columns
    where table_name = 'orders' and table_schema = current_schema() and is_generated = 'NEVER'`);
  const names = sql.raw(rows[0]?.names ?? '');
  for (const part of [0, 1, 2])
    await db.execute(sql`
      insert into orders (${names}) select ${names} from (
        select copy.* from orders, generate_series(${part * 700 + 1}::integer, ${part * 700 + 700}::integer) number,
          lateral jsonb_populate_record(orders, jsonb_build_object('id', 'ord_crowd' || number,
            'order_number', 'MJ-CROWD' || number, 'email', 'crowd' || number || '@example.com',
            'created_at', orders.created_at - number * interval '1 minute')) copy
        where orders.id = ${id}) copies`);
  expect(await list('search=crowd&limit=1')).toMatchObject({
    isPartial: true,
    pagination: { total: 2001 },
    customers: [{ email: 'crowd@example.com' }],
  });
  expect((await list('search=crowd&sort=oldest&limit=1')).customers).toMatchObject([
    { email: 'crowd2000@example.com' },
  ]);
  expect(await list('search=crowd2099')).toMatchObject({
    isPartial: false,
    customers: [{ email: 'crowd2099@example.com' }],
  });
});
