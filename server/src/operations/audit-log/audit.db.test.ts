import { readFileSync } from 'node:fs';
import { eq, like, sql } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { countStatements } from '../../../test/call-endpoints.ts';
import { openTestApp } from '../../../test/test-app.ts';
import { openTestDatabase } from '../../../test/test-database.ts';
import { auditEntries } from '../../foundations/audit/audit.tables.ts';
import { recordAudit } from '../../foundations/audit/record-audit.ts';
import { inTransaction } from '../../platform/database/database.ts';

const database = await openTestDatabase();
const { db } = database;
const { call, signIn, register } = await openTestApp(database);
const admin = await signIn();

type Entry = {
  action: string;
  kind: string;
  subject: string;
  actor: { name: string } | null;
  changes: { field: string; before: string | null; after: string | null }[];
};
const list = async (query: Record<string, string> = {}) => {
  const { body } = await call('GET', `/audit?${new URLSearchParams(query)}`, { token: admin });
  return body.data as { entries: Entry[]; pagination: { total: number } };
};
const actions = async (query: Record<string, string>) =>
  (await list(query)).entries.map(({ action }) => action);

let product: { id: string; sku: string };
let customer: Awaited<ReturnType<typeof register>>;
let adminId: string;
beforeAll(async () => {
  adminId = (await call('GET', '/auth/me', { token: admin })).body.data.user.id;
  const category = { name: 'Phones', description: 'Phones' };
  const { id } = (await call('POST', '/categories', { token: admin, body: category })).body.data.category;
  const form = { name: 'Pixel 7', price: 219, brand: 'Google', category: id, stockCount: 3 };
  product = (await call('POST', '/products', { token: admin, body: form })).body.data.product;
  await call('PUT', `/products/${product.id}`, { token: admin, body: { ...form, price: 199 } });
  customer = await register('Carl');
  await call('PUT', `/users/users/${customer.id}`, { token: admin, body: { status: 'banned' } });
});

describe('the audit list', () => {
  test('shows actor, action, subject, old and new value, newest first', async () => {
    const [newest] = (await list({ subject: `product ${product.id}` })).entries;
    expect(newest).toMatchObject({
      action: 'change price or stock',
      kind: 'product',
      subject: 'Pixel 7',
      actor: { name: 'Administrator' },
    });
    expect(newest?.changes).toContainEqual({ field: 'Price', before: '$219.00', after: '$199.00' });
  });

  test('names deleted products, categories and users, and what a change refers to', async () => {
    const added = async (path: string, body: object) =>
      (await call('POST', path, { token: admin, body })).body.data;
    const { category } = await added('/categories', { name: 'Drones', description: 'Drones' });
    const form = { name: 'Mavic 3', price: 80.99, brand: 'DJI', category: category.id, stockCount: 1 };
    const { product: drone } = await added('/products', form);
    const change = { kind: 'percent', percent: -10, ending: 'exact' };
    await added('/products/admin/bulk', { products: [drone.id], change });
    const leaver = await register('Dora');
    for (const path of [`/products/${drone.id}`, `/categories/${category.id}`, `/users/users/${leaver.id}`]) {
      expect((await call('DELETE', path, { token: admin })).status).toBe(200);
    }
    const { entries } = await list({ subject: `product ${drone.id}` });
    expect(entries.map(({ subject }) => subject)).toEqual(['Mavic 3', 'Mavic 3', 'Mavic 3']);
    expect(entries[1]?.changes).toContainEqual({ field: 'Price', before: '$80.99', after: '$72.89' });
    expect((await list({ subject: `category ${category.id}` })).entries[0]?.subject).toBe('Drones');
    expect((await list({ subject: `user ${leaver.id}` })).entries[0]?.subject).toBe('Deleted user');
  });

  test('contains sign-ins, failed ones with the reason but without the input', async () => {
    const email = 'nobody-knows@shop.test';
    await call('POST', '/auth/login', { body: { email, password: 'hunter2' } });
    await call('POST', '/auth/login', { body: { email: customer.email, password: customer.password } });
    const [banned, unknown] = (await list({ search: 'refuse sign-in' })).entries;
    expect(unknown).toMatchObject({ kind: 'sign-in', actor: null });
    expect(unknown?.changes).toContainEqual({ field: 'Why', before: null, after: 'unknown address' });
    expect(banned).toMatchObject({ kind: 'user', subject: 'Carl' });
    expect(banned?.changes).toContainEqual({ field: 'Why', before: null, after: 'not active' });
    expect(JSON.stringify(await list())).not.toMatch(/hunter2|nobody-knows/);
    expect(await actions({ actor: adminId, kind: 'user' })).toContain('sign in');
  });

  test('is filtered by kind, actor, subject and time', async () => {
    expect(new Set((await list({ kind: 'category' })).entries.map(({ kind }) => kind))).toEqual(
      new Set(['category']),
    );
    expect(await actions({ actor: customer.id })).toEqual(['register']);
    expect(await actions({ actor: 'nobody' })).toContain('refuse sign-in');
    expect(await actions({ subject: `user ${customer.id}`, search: 'change' })).toEqual(['change user']);
    const tomorrow = new Date(Date.now() + 86_400_000).toISOString();
    expect((await list({ from: tomorrow })).pagination.total).toBe(0);
    expect((await list({ to: tomorrow })).pagination.total).toBe(await db.$count(auditEntries));
    expect((await call('GET', '/audit?kind=king', { token: admin })).status).toBe(400);
    expect((await call('GET', '/audit?from=yesterday', { token: admin })).status).toBe(400);
  });

  test('finds part of a change, and all entries of a SKU or an email', async () => {
    expect(await actions({ search: 'BANNED' })).toEqual(['change user']);
    expect(await actions({ search: product.sku.toLowerCase() })).toContain('change price or stock');
    expect(await actions({ search: customer.email })).toContain('change user');
    expect(await actions({ search: '%' })).toEqual([]);
  });

  test('sends as many statements for a long page as for a short one', async () => {
    const short = await countStatements(database, () => list({ limit: '2', kind: 'user' }));
    const long = await countStatements(database, () => list({ limit: '100', kind: 'user' }));
    expect(long).toBe(short);
  });

  test('shows a deleted actor as “Deleted user”', async () => {
    const deleted = await register('Gone');
    await call('DELETE', `/users/users/${deleted.id}`, { token: admin });
    const entries = (await list({ actor: deleted.id })).entries;
    expect(entries[0]?.actor?.name).toBe('Deleted user');
    expect(JSON.stringify(await list())).not.toContain(deleted.email);
  });
});

test('reading lists of personal data adds one entry per hour and list', async () => {
  const paths = ['/users/users', '/orders/admin/all', '/orders/admin/summaries', '/notifications/mails'];
  for (const path of [...paths, ...paths])
    expect((await call('GET', path, { token: admin })).status).toBe(200);
  const entries = await db.select().from(auditEntries).where(like(auditEntries.action, 'list %'));
  const hours = new Set(entries.map(({ createdAt }) => Math.floor(createdAt.getTime() / 3_600_000)));
  const read = [...new Set(entries.map(({ action, subject }) => `${action}: ${subject}`))].sort();
  expect(read).toEqual(['list customers: user', 'list mails: mail', 'list orders: order']);
  expect(entries.length).toBeLessThanOrEqual(3 * hours.size);
});

test('exports all entries of the list without spreadsheet formulas', async () => {
  await inTransaction(db, (tx) =>
    recordAudit(tx, { actorId: null, action: '=HYPERLINK("http://evil")', subject: 'settings' }),
  );
  const { status, headers, text } = await call('GET', '/audit/export', { token: admin });
  expect([status, headers['content-type']]).toEqual([200, 'text/csv; charset=utf-8']);
  // The export itself is the newest entry.
  const [head, , entry, ...rest] = text.trimEnd().split('\r\n');
  expect(head).toBe('\ufeffWhen,Who,Who (id),What,Kind,Subject,Subject (id),Before,After,API token');
  expect(entry).toContain(`"'=HYPERLINK(""http://evil"")"`);
  expect(rest).toHaveLength((await db.$count(auditEntries)) - 2);
  const filtered = await call('GET', '/audit/export?kind=category', { token: admin });
  const categories = await db.$count(auditEntries, eq(auditEntries.kind, 'category'));
  expect(filtered.text.trimEnd().split('\r\n')).toHaveLength(categories + 1);
  expect((await call('GET', '/audit/export', { token: customer.token })).status).toBe(401);
});

test.each([
  ['changed', sql`update audit_entries set action = 'nothing'`],
  ['removed', sql`delete from audit_entries`],
  ['emptied', sql`truncate audit_entries`],
])('an audit entry cannot be %s', async (_change, statement) => {
  const before = await db.select().from(auditEntries);
  await expect(db.execute(statement)).rejects.toThrow();
  expect(await db.select().from(auditEntries)).toEqual(before);
});

test('a migration leaves only the host of the webhooks in earlier entries', async () => {
  const url = 'https://user:s3cr3tpw@hooks.example.com/services/SECRETPATH?key=1';
  const entry = { actorId: adminId, action: 'change webhook', subject: 'webhook old' };
  await inTransaction(db, (tx) =>
    recordAudit(tx, { ...entry, before: { url, enabled: true }, after: { url: 'http://localhost:9/x' } }),
  );
  const file = new URL('../../../migrations/0081_wider-limits-and-checked-sales.sql', import.meta.url);
  const statements = readFileSync(file, 'utf8').split('--> statement-breakpoint').slice(-3);
  for (const statement of statements) await db.execute(sql.raw(statement));
  const [row] = await db.select().from(auditEntries).where(eq(auditEntries.subject, 'webhook old'));
  expect(row).toMatchObject({
    before: { host: 'hooks.example.com', enabled: true },
    after: { host: 'localhost:9' },
  });
  expect(JSON.stringify(row)).not.toMatch(/secret/i);
  await expect(db.execute(sql`update audit_entries set action = 'x'`)).rejects.toThrow();
});
