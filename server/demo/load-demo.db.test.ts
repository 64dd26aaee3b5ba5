/** @module-tag slow */

import { cp, mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { placeholderImage } from '@reprise/contract/catalog/products/product';
import type { Order } from '@reprise/contract/sales/orders/order';
import { orderStatuses } from '@reprise/contract/sales/orders/order-status';
import { returnStates } from '@reprise/contract/sales/returns/return-states';
import { eq, isNotNull, ne, type SQL, sql } from 'drizzle-orm';
import { afterAll, describe, expect, test } from 'vitest';
import { ensureGrading } from '../src/catalog/grading/ensure-grading.ts';
import { listCategories } from '../src/catalog/products/categories/category.queries.ts';
import { listProducts } from '../src/catalog/products/listing/product-list.queries.ts';
import { products, stockMovements } from '../src/catalog/products/products.tables.ts';
import { reviews } from '../src/catalog/reviews/reviews.tables.ts';
import type { Deps } from '../src/deps.ts';
import { mediaFiles } from '../src/foundations/media/media.tables.ts';
import { mails } from '../src/foundations/notifications/notifications.tables.ts';
import { readShopFacts } from '../src/operations/analytics/shop-facts.queries.ts';
import { findBrokenInvariants } from '../src/operations/integrity/check-invariants.ts';
import { findDemoObstacles } from '../src/operations/setup/demo-obstacles.ts';
import { removeDemo } from '../src/operations/setup/remove-demo.ts';
import { users } from '../src/people/identity/identity.tables.ts';
import { findByEmail } from '../src/people/identity/passwords/password-account.ts';
import type { Database, Db } from '../src/platform/database/database.ts';
import { openDatabase } from '../src/platform/database/open-database.ts';
import { createLog } from '../src/platform/log.ts';
import { diskStorage } from '../src/platform/storage/disk-storage.ts';
import { imageFolder } from '../src/platform/storage/open-storage.ts';
import { listAllOrders } from '../src/sales/orders/admin-order-list.queries.ts';
import { orderEvents, orders } from '../src/sales/orders/orders.tables.ts';
import { payments } from '../src/sales/payments/payments.tables.ts';
import { countReturns, listReturns } from '../src/sales/returns/return.queries.ts';
import { returnLines } from '../src/sales/returns/returns.tables.ts';
import { orderItemUnits, units } from '../src/workshop/units/units.tables.ts';
import { openOrderShop } from '../test/order-shop.ts';
import { databaseKind, openTestDatabase } from '../test/test-database.ts';
import { nextLotRows, soldByDevice } from './devices.ts';
import { loadDemo } from './load-demo.ts';
import { demoModels } from './models.ts';
import { demoOrders } from './orders.ts';
import { demoReturns, returnedOrders } from './returns/returns.ts';
import { demoReviews } from './reviews.ts';

const folders: string[] = [];
afterAll(async () => {
  for (const folder of folders) await rm(folder, { recursive: true });
});

const open = async (database: Database): Promise<Deps> => {
  const { deps } = await openOrderShop(database);
  await ensureGrading(database.db, deps.now());
  const dataDir = await mkdtemp(join(tmpdir(), 'reprise-demo-'));
  folders.push(dataDir);
  const databaseUrl = database.kind === 'postgres' ? database.url : undefined;
  const storage = diskStorage(imageFolder(dataDir));
  return { ...deps, storage, environment: { ...deps.environment, dataDir, databaseUrl } };
};

/** Opens the demo shop that `npm test` started; loads its own on PostgreSQL or without such a shop. */
const openDemo = async (): Promise<Deps> => {
  const started = process.env.DEMO_SHOP;
  if (!started || databaseKind() === 'postgres') return open(await openTestDatabase());
  const dataDir = await mkdtemp(join(tmpdir(), 'reprise-demo-'));
  folders.push(dataDir);
  await cp(started, dataDir, { recursive: true });
  const database = await openDatabase({ dataDir, log: createLog('silent') });
  afterAll(database.close);
  const { deps } = await openOrderShop(database);
  const storage = diskStorage(imageFolder(dataDir));
  return { ...deps, storage, now: () => new Date(), environment: { ...deps.environment, dataDir } };
};

const deps = await openDemo();
const { db } = deps;
const countAll = async (handle: Db) => {
  const tables = { units, products, users, orders, reviews, orderEvents, payments, stockMovements };
  const counted: Record<string, number> = {};
  for (const [name, table] of Object.entries(tables)) counted[name] = await handle.$count(table);
  return counted;
};
let whole: Record<string, number> = {};
const isRefunded = ({ items }: Order) => items.some(({ refundedQuantity = 0 }) => refundedQuantity > 0);

describe('the demo shop', () => {
  test('the demo has an administrator and a customer', async () => {
    const loaded = await loadDemo(deps);
    expect(loaded?.accounts.map(({ role }) => role)).toEqual(['administrator', 'customer']);
    whole = await countAll(db);
  });

  test('the demo sells the planned products with the planned stock', async () => {
    const planned = demoModels.flatMap((model) => model.products);
    const found = await db.select().from(products);
    const shape = (all: { slug: string; sku: string; stockCount: number; priceCents: number }[]) =>
      all.map(({ slug, sku, stockCount, priceCents }) => `${slug} ${sku} ${stockCount} ${priceCents}`).sort();
    expect(shape(found)).toEqual(shape(planned));
    expect(found.some(({ stockCount }) => stockCount === 0)).toBe(true);
    const categories = await listCategories(db);
    expect(categories[0]?.name).toBe('Smartphones');
    expect(categories).toHaveLength(6);
  });

  test('every demo image has an alt text', async () => {
    for (const { slug, images, imageAlts } of await db.select().from(products)) {
      expect(images.length, slug).toBeGreaterThanOrEqual(2);
      expect(imageAlts.filter(Boolean), slug).toHaveLength(images.length);
    }
  });

  test('the demo has devices on sale, on the bench, in repair, in quarantine and on their way', async () => {
    const planned = demoModels.flatMap((model) => model.products);
    const sold = planned.filter(({ slug }) => soldByDevice.includes(slug));
    const onSale = sold.reduce((sum, { stockCount }) => sum + stockCount, 0);
    const all = await db.select().from(units);
    const counts = (state: string) =>
      all.filter((unit) => unit.state === state && unit.lotId !== null).length;
    expect(counts('listed')).toBe(onSale);
    expect(counts('expected')).toBe(nextLotRows.filter(({ done }) => done === undefined).length);
    expect([counts('ready'), counts('quarantine'), counts('repair')]).toEqual([2, 2, 1]);
    const cameBack = 2;
    expect(counts('bench')).toBe(nextLotRows.length - counts('expected') - 5 + cameBack);
    for (const unit of all.filter(({ state, lotId }) => state === 'listed' && lotId !== null)) {
      expect([unit.gate, unit.gradeCode !== null, unit.battery !== null]).toEqual(['passed', true, true]);
    }
  });

  test('the demo passes the integrity checks', async () => {
    expect(await findBrokenInvariants(db)).toEqual([]);
  });

  test('demo orders have every status, as planned, and are in the past', async () => {
    const { orders: found, counts } = await listAllOrders(db, { limit: 100 });
    for (const status of orderStatuses) {
      const planned = [...demoOrders, ...returnedOrders].filter((order) => order.status === status);
      expect(counts[status]).toBe(planned.length);
    }
    expect(found.filter((order) => order.isPartlyShipped)).toHaveLength(1);
    const now = deps.now().toISOString();
    for (const order of found) {
      expect(order.createdAt < now).toBe(true);
      const dates = order.events.map((event) => event.date);
      expect(dates).toEqual([...dates].sort());
      expect(dates.every((date) => date <= now)).toBe(true);
      const hasLeft =
        order.status === 'shipped' || order.status === 'delivered' || order.isPartlyShipped === true;
      expect(order.trackingNumber !== null).toBe(hasLeft);
      const paid = { pending: 'unpaid', cancelled: 'refunded' } as Record<string, string>;
      if (!isRefunded(order)) expect(order.paymentStatus).toBe(paid[order.status] ?? 'paid');
    }
    const waiting = await db.$count(payments, sql`${payments.status} = 'created'`);
    expect(waiting).toBe(0);
  });

  test('the demo has a return in each state, and one for each way in which it ends', async () => {
    const { returns: found } = await listReturns(deps, { limit: 100 });
    expect(found).toHaveLength(demoReturns.length);
    expect(new Set(found.map(({ state }) => state))).toEqual(new Set(returnStates));
    expect((await countReturns(deps)).late).toBe(1);
    const ends = await db
      .select({ end: returnLines.endedAs, match: returnLines.match, unit: units.state, goneAs: units.goneAs })
      .from(returnLines)
      .leftJoin(orderItemUnits, eq(orderItemUnits.id, returnLines.bindingId))
      .leftJoin(units, eq(units.id, orderItemUnits.unitId))
      .where(isNotNull(returnLines.settledAt));
    expect(ends.map((row) => Object.values(row).filter(Boolean).join(' ')).sort()).toEqual([
      'cancelled',
      'kept',
      'not-sent',
      'refunded lost gone lost',
      'refunded same bench',
      'refunded same bench',
      'refused',
      'rejected other sold',
      'repaired same sold',
    ]);
  });

  test('no demo review or order is older than its product', async () => {
    const early = await db
      .select({ title: reviews.title })
      .from(reviews)
      .innerJoin(products, eq(products.id, reviews.productId))
      .where(sql`${reviews.createdAt} < ${products.createdAt}`);
    expect(early).toEqual([]);
    const { rows } = await db.execute(sql`
      select order_items.name from order_items
      join orders on orders.id = order_id join products on products.id = product_id
      where products.created_at > orders.created_at`);
    expect(rows).toEqual([]);
  });

  test('every demo review is stored and counted', async () => {
    expect(await db.$count(reviews)).toBe(demoReviews.length);
    const { rows } = await db.execute<{ count: number }>(sql`
      select sum(review_count)::int as count
      from (select distinct on (family_id) review_count from products order by family_id) families`);
    expect(rows).toEqual([{ count: demoReviews.length }]);
  });

  test('every demo review is by a buyer whose device of that condition had arrived', async () => {
    const { rows } = await db.execute(sql`
      select title from reviews where not exists (
        select from orders
        join order_items on order_id = orders.id and order_items.product_id = reviews.product_id
        join order_events on order_events.order_id = orders.id and order_events.status = 'Delivered'
        where orders.user_id = reviews.user_id and order_events.created_at < reviews.created_at)`);
    expect(rows).toEqual([]);
    const facts = await readShopFacts(db, deps.now());
    expect(facts.devicesSold).toBeGreaterThanOrEqual(facts.reviewCount);
  });

  test('every demo product has its images, and every image its files', async () => {
    const { products: found } = await listProducts(db, {});
    const files = await db.select({ name: mediaFiles.name }).from(mediaFiles);
    const addresses = new Set(files.map(({ name }) => `/media/${name}`));
    for (const { images } of found) {
      expect(images.length).toBeGreaterThanOrEqual(2);
      for (const image of images) expect(addresses.has(image)).toBe(true);
    }
    for (const { name } of files) {
      expect((await stat(join(imageFolder(deps.environment.dataDir), name))).isFile()).toBe(true);
    }
    for (const { image } of await listCategories(db)) expect(image).not.toBe(placeholderImage);
  });

  test('the newest eight products are in at least four categories', async () => {
    const { products: newest } = await listProducts(db, { limit: 8 });
    expect(new Set(newest.map((product) => product.category)).size).toBeGreaterThanOrEqual(4);
    const { products: featured } = await listProducts(db, { featured: true });
    expect(featured.length).toBeGreaterThanOrEqual(8);
  });

  test('loading the demo sends no mail', async () => {
    await deps.jobs.workUntilIdle();
    expect(await db.$count(mails)).toBe(0);
  });

  test('only the owner can read the file of the demo passwords', async () => {
    const again = await loadDemo(deps);
    const file = join(deps.environment.dataDir, 'demo-accounts.txt');
    expect(again?.file).toBe(file);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    const text = await readFile(file, 'utf8');
    for (const { email, password, role } of again?.accounts ?? []) {
      expect(text).toContain(password);
      const account = await findByEmail(db, email);
      expect(account?.user.role).toBe(role === 'administrator' ? 'admin' : 'customer');
    }
  });

  test('the demo is loaded once', async () => {
    expect(await countAll(db)).toEqual(whole);
  });
});

const listEmails = async (where?: SQL) =>
  (await db.select({ email: users.email }).from(users).where(where).orderBy(users.email)).map(
    ({ email }) => email,
  );

describe('its removal', () => {
  test('the demo alone is no obstacle to its removal', async () => {
    expect(await findDemoObstacles(db)).toEqual([]);
  });

  test('removing the demo leaves staff and settings', async () => {
    const staff = await listEmails(ne(users.role, 'customer'));
    expect(staff).toContain('admin@reprise.example');
    await removeDemo(deps, 'usr_owner');
    const { rows } = await db.execute<{ name: string; rows: string }>(sql`
      select relname as name, (xpath('/row/n/text()', query_to_xml(
        format('select count(*) as n from %I', relname), false, true, '')))[1]::text as rows
      from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace order by relname`);
    const filled = rows.filter(({ rows }) => rows !== '0').map(({ name }) => name);
    // A shop that was started has these too.
    const byStart = ['app_secrets', 'cache_invalidations', 'search_synonyms', 'synonym_seeds'];
    expect(filled.filter((name) => !byStart.includes(name))).toEqual([
      'accounts',
      'audit_entries',
      'battery_floors',
      'checklists',
      'grade_standards',
      'media_files',
      'store_settings',
      'users',
    ]);
    expect(await listEmails()).toEqual(staff);
    expect(await loadDemo(deps)).toBeNull();
    expect(await findBrokenInvariants(db)).toEqual([]);
  });
});

describe('a database that is not empty', () => {
  test('a shop with other data is not changed', async () => {
    const other = await open(await openTestDatabase());
    await other.db.insert(users).values({ id: 'usr_1', name: 'Somebody', email: 'somebody@shop.test' });
    expect(await loadDemo(other)).toBeNull();
    expect(await other.db.$count(products)).toBe(0);
  });
});
