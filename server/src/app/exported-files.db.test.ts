import { allEndpoints } from '@reprise/contract/all-endpoints';
import type { Endpoint } from '@reprise/contract/endpoint';
import { removeFormulaGuards } from '@reprise/contract/foundations/formula-guard';
import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { callsTo } from '../../test/call-endpoints.ts';
import { openOrderShop, orderOf, someAddress } from '../../test/order-shop.ts';
import { awkwardNumber, awkwardText } from '../../test/spreadsheet.ts';
import { openTestDatabase } from '../../test/test-database.ts';
import { products } from '../catalog/products/products.tables.ts';
import { users } from '../people/identity/identity.tables.ts';
import type { Handlers } from '../platform/http/endpoint.ts';
import { allHandlers } from './all-handlers.ts';

// Files that people read: each cell is what the shop has. Files that the shop reads back have tests beside their readers.

const database = await openTestDatabase();
const { db } = database;
const shop = await openOrderShop(database);
const call = callsTo(allEndpoints, allHandlers(shop.deps) as unknown as Handlers<typeof allEndpoints>);
const as = 'admin' as const;
await db.insert(users).values({
  id: 'usr_admin',
  name: 'Ada Admin',
  email: 'admin@shop.test',
  role: 'admin',
  staffRoles: ['owner'],
});

/** Files with a reader in the shop, or whose columns a marketplace prescribes. */
const otherFiles = ['exportProducts', 'exportRejectedRows', 'exportRejectedManifestRows', 'exportClaimSheet'];
const filesOfChannels = ['getOffersFile', 'getShipmentsFile'];
const files = [
  'exportOrders',
  'exportInvoices',
  'exportTaxes',
  'exportCustomers',
  'exportUsers',
  'exportUnits',
  'exportReturns',
  'exportAudit',
  'exportDashboard',
] as const;
type FileName = (typeof files)[number];

test('every file of the API is read back or has its cells checked here', () => {
  const ofApi = Object.entries<Endpoint>(allEndpoints)
    .filter(([, { file }]) => file === 'text/csv')
    .map(([name]) => name);
  expect(ofApi.sort()).toEqual([...files, ...otherFiles, ...filesOfChannels].sort());
});

// biome-ignore lint/suspicious/noExplicitAny: entities of many calls
type Entity = any;
type Cells = Record<string, string>;

async function textOf(name: FileName, query: object = {}): Promise<string> {
  const file = (await call(name, { as, query: query as never })) as unknown as {
    pieces: AsyncIterable<string>;
  };
  let text = '';
  for await (const piece of file.pieces) text += piece;
  return text;
}

const rowsOf = async (name: FileName, query: object = {}): Promise<Cells[]> =>
  parse(await textOf(name, query), { bom: true, columns: true });

const read = removeFormulaGuards;
const phone = (cell = '') => read(cell).replace(/^\(([+]\d*)\)/, '$1');
const time = (cell = '') => cell && new Date(cell).toISOString().slice(0, 19);
const stored = (at: string | null) => at?.slice(0, 19) ?? '';

/** Returns the cells of an address, as read back from a file. */
const addressCells = (row: Cells) =>
  ['First name', 'Last name', 'Address', 'Address 2', 'City', 'State', 'ZIP', 'Country'].map((name) =>
    read(row[name] ?? ''),
  );
const addressOf = ({ firstName, lastName, address, address2, city, state, zipCode, country }: Entity) => [
  ...[firstName, lastName, address, address2 ?? '', city, state, zipCode, country],
];

async function checkOrders(): Promise<void> {
  const rows = await rowsOf('exportOrders');
  const listed = (await call('listAllOrders', { as, query: { limit: '100' } as never })) as Entity;
  expect(rows).toHaveLength(listed.orders.length);
  for (const [index, { id }] of listed.orders.entries()) {
    const { order } = (await call('getOrder', { as, params: { id } })) as Entity;
    const row = rows[index] ?? {};
    expect([row.Order, time(row.Placed), row.Status, row.Payment]).toEqual([
      ...[order.orderNumber, stored(order.createdAt), order.status, order.paymentStatus],
    ]);
    const amounts = ['Subtotal', 'Discount', 'Shipping', 'Tax', 'Total'];
    expect(amounts.map((name) => Number(row[name]))).toEqual([
      ...[order.subtotal, order.discount, order.shipping, order.tax, order.total],
    ]);
    const { shippingAddress, items } = order;
    expect([...addressCells(row), row.Email, phone(row.Phone)]).toEqual([
      ...[...addressOf(shippingAddress), shippingAddress.email, shippingAddress.phone],
    ]);
    expect(Number(row.Items)).toBe(items.reduce((sum: number, item: Entity) => sum + item.quantity, 0));
    for (const { product } of items) expect(read(row.Products ?? '')).toContain(product.name);
  }
}

async function checkInvoices(): Promise<void> {
  const rows = await rowsOf('exportInvoices');
  const { invoices } = (await call('listInvoices', { as, query: { limit: '100' } as never })) as Entity;
  expect(rows).toHaveLength(invoices.length);
  for (const row of rows) {
    const document = invoices.find(({ number }: Entity) => number === read(row.Number ?? ''));
    const sign = document.kind === 'invoice' ? 1 : -1;
    const total = Number(row.Total);
    expect([time(row.Issued), read(row.Order ?? ''), read(row.Customer ?? '')]).toEqual([
      ...[stored(document.issuedAt), document.orderNumber, document.recipientName],
    ]);
    expect([total, Number(row.Tax), Math.round((total - Number(row.Tax)) * 100) / 100]).toEqual([
      ...[sign * document.amount, sign * document.tax || 0, Number(row.Net)],
    ]);
  }
}

async function checkTaxes(): Promise<void> {
  const rows = await rowsOf('exportTaxes');
  const { rows: listed } = (await call('listTaxes', { as, query: {} as never })) as Entity;
  expect(rows.map((row) => [read(row.Country ?? ''), Number(row.Tax), Number(row.Total)])).toEqual(
    listed.map(({ country, tax, total }: Entity) => [country, tax, total]),
  );
}

async function checkPeople(): Promise<void> {
  const rows = await rowsOf('exportCustomers');
  const { customers } = (await call('listCustomers', { as, query: { limit: '100' } as never })) as Entity;
  expect(
    rows.map((row) => [
      read(row.Name ?? ''),
      row.Email,
      phone(row.Phone),
      Number(row.Orders),
      ...addressCells(row),
    ]),
  ).toEqual(
    customers.map((one: Entity) => [one.name, one.email, one.phone, one.orders, ...addressOf(one.address)]),
  );
  expect(rows.map((row) => Number(row.Spent))).toEqual(customers.map(({ spent }: Entity) => spent));
  const accounts = await rowsOf('exportUsers');
  const listed = (await call('listUsers', { as, query: { limit: '100' } as never })) as Entity;
  expect(
    accounts.map((row) => [read(row.Name ?? ''), row.Email, phone(row.Phone), time(row.Joined)]),
  ).toEqual(
    listed.users.map((user: Entity) => [user.name, user.email, user.phone ?? '', stored(user.joinDate)]),
  );
}

async function checkDevices(): Promise<void> {
  const rows = await rowsOf('exportUnits');
  const { units } = (await call('listUnits', { as, query: { limit: '100' } as never })) as Entity;
  expect(
    rows.map((row) => [row.Number, read(row.Model ?? ''), read(row.Note ?? ''), read(row.Bin ?? '')]),
  ).toEqual(units.map((unit: Entity) => [unit.number, unit.model.name, unit.note ?? '', unit.place ?? '']));
  expect(rows.map((row) => read(row['Serial number'] ?? ''))).toEqual(
    units.map(({ identifiers }: Entity) => identifiers[0]?.value ?? ''),
  );
}

async function checkReturns(): Promise<void> {
  const rows = await rowsOf('exportReturns');
  const { returns } = (await call('listReturns', { as, query: { limit: '100' } as never })) as Entity;
  expect(
    rows.map((row) => [row.Return, row.Order, read(row.Item ?? ''), Number(row.Quantity), time(row.Asked)]),
  ).toEqual(
    returns.map(({ number, orderNumber, item, units, createdAt }: Entity) => [
      ...[number, orderNumber, item, units, stored(createdAt)],
    ]),
  );
}

async function checkAudit(): Promise<void> {
  const { entries } = (await call('listAudit', { as, query: { limit: '100' } as never })) as Entity;
  const rows = (await rowsOf('exportAudit')).slice(-entries.length);
  expect(rows.map((row) => [time(row.When), read(row.What ?? ''), read(row.Subject ?? '')])).toEqual(
    entries.map((entry: Entity) => [stored(entry.at), entry.action, entry.subject]),
  );
}

async function checkDashboard(): Promise<void> {
  const stats = (await call('getDashboardStats', { as })) as Entity;
  const best = await rowsOf('exportDashboard', { table: 'top-selling' });
  expect(best.map((row) => [read(row.Product ?? ''), read(row.Brand ?? ''), Number(row.Revenue)])).toEqual(
    stats.topSellingProducts.map((one: Entity) => [one.name, one.brand, one.revenue]),
  );
  const recent = await rowsOf('exportDashboard', { table: 'recent-orders' });
  expect(recent.map((row) => [row.Order, read(row.Customer ?? ''), Number(row.Total)])).toEqual(
    stats.recentOrders.map((order: Entity) => [order.orderNumber, order.shippingAddress.name, order.total]),
  );
}

const text = fc.oneof(awkwardText(8), awkwardText(8, ''), awkwardNumber).filter((value) => value !== '');
const line = text.filter((value) => !/\n/.test(value));
const contents = fc.record({
  product: text,
  brand: line,
  note: text,
  firstName: line,
  lastName: line,
  city: line,
  zipCode: fc.constantFrom('02134', '97201', '1E5'),
  phone: fc.constantFrom('+1 555 0199', '001 555 0199', '-5550199'),
  refund: fc.integer({ min: 1, max: 2000 }),
});

test('each cell of a file that people read is what the shop has', {
  tags: ['slow'],
  timeout: 120_000,
}, async () => {
  const caller = await shop.addUser('admin');
  let serial = 0;
  await fc.assert(
    fc.asyncProperty(contents, async ({ product, brand, note, refund, ...address }) => {
      const id = await shop.addProduct(5, undefined, product);
      await db.update(products).set({ brand });
      const email = `buyer${++serial}@example.com`;
      const { order, accessToken } = await shop.place(
        orderOf({ [id]: 2 }, { shippingAddress: { ...someAddress, ...address, email } }),
      );
      const params = { id: order.id };
      await shop.call('recordPayment', { params, body: { method: 'cash' } }, { caller });
      await shop.call('refundOrder', { params, body: { amount: refund / 100 } }, { caller });
      await shop.deps.jobs.workUntilIdle();
      await shop.call('changeOrderStatus', { params, body: { status: 'delivered' } }, { caller });
      const lines = [{ product: id, quantity: 1, reason: 'battery' }];
      await shop.call('openReturn', { params, body: { lines } }, { orderToken: accessToken });
      const identifiers = [{ kind: 'serial', value: `SN${serial}0001` }];
      await call('receiveUnit', { as, body: { model: { product: id }, identifiers, note } as never });
      await checkOrders();
      await checkInvoices();
      await checkTaxes();
      await checkPeople();
      await checkDevices();
      await checkReturns();
      await checkAudit();
      await checkDashboard();
    }),
    { numRuns: 6 },
  );
});

test('a list that people read is refused by imports of people, past orders, reports and lots', async () => {
  const { supplier } = await call('createSupplier', { as, body: { name: 'Parts', kind: 'company' } });
  const { lot } = await call('createLot', { as, body: { supplier: supplier.id, spread: 'equal' } });
  for (const [list, reader] of [
    ['exportCustomers', 'importCustomers'],
    ['exportUsers', 'importCustomers'],
    ['exportOrders', 'importPastOrders'],
    ['exportUnits', 'importTestReports'],
    ['exportUnits', 'sendManifest'],
    ['exportReturns', 'importPastOrders'],
  ] as const) {
    const files = [{ name: 'list.csv', bytes: Buffer.from(await textOf(list)) }] as never;
    const query = {
      ...{ importTestReports: { tool: 'PhoneCheck', dryRun: 'true' }, sendManifest: {} },
      ...{ importCustomers: { step: 'check' }, importPastOrders: { step: 'check' } },
    }[reader];
    const sent = call(reader, { as, params: { id: lot.id }, query: query as never, files });
    await expect(sent, `${list} to ${reader}`).rejects.toMatchObject({ code: 'VALIDATION_ERROR' });
  }
});
