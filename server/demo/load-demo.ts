import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { categories, products } from '../src/catalog/products/products.tables.ts';
import type { Deps } from '../src/deps.ts';
import { findDemoLoad, recordDemoEnd, recordDemoStart } from '../src/foundations/settings/demo-load.ts';
import { users } from '../src/people/identity/identity.tables.ts';
import { type Db, inTransaction } from '../src/platform/database/database.ts';
import { orders } from '../src/sales/orders/orders.tables.ts';
import { type DemoAccounts, ensureDemoAccounts, readDemoAccounts } from './demo-accounts.ts';
import { type DemoDeps, openedDaysAgo } from './demo-clock.ts';
import { loadDevices } from './load-devices.ts';
import { loadFamilies } from './load-families.ts';
import { loadOrders } from './load-orders.ts';
import { loadAdministrator, loadPeople } from './load-people.ts';
import { loadCategories, loadProducts } from './load-products.ts';
import { loadReviews } from './load-reviews.ts';
import { loadReturns } from './returns/load-returns.ts';

export type { DemoAccounts } from './demo-accounts.ts';

/**
 * Loads the demo shop into an empty database through the regular operations; resumes an interrupted load and skips a
 * database with other data. Returns the demo accounts, or null without a demo.
 */
export async function loadDemo(deps: Deps): Promise<DemoAccounts | null> {
  return withDemoLock(deps, async () => {
    const load = await beginLoad(deps);
    if (load === null) return null;
    if (load.finishedAt !== null) return readDemoAccounts(deps.environment.dataDir);
    deps.log.info('loading the demo shop');
    const accounts = await fillShop(deps, load.startedAt);
    await recordDemoEnd(deps.db, deps.now());
    return { ...accounts, isNew: true };
  });
}

/** Returns the interrupted or a new load; null if the database has other data. */
async function beginLoad({ db, now }: Deps) {
  const begun = await findDemoLoad(db);
  if (begun) return begun;
  return (await isEmpty(db)) ? recordDemoStart(db, now()) : null;
}

async function isEmpty(db: Db): Promise<boolean> {
  for (const table of [products, categories, users, orders]) {
    const found = await db.select({ one: sql`1` }).from(table).limit(1);
    if (found.length > 0) return false;
  }
  return true;
}

/** Each step stores only missing rows. */
async function fillShop(deps: Deps, startedAt: Date): Promise<DemoAccounts> {
  const accounts = await ensureDemoAccounts(deps.environment.dataDir);
  const opened = new Date(startedAt.getTime() - openedDaysAgo * 24 * 3_600_000);
  const actorId = await loadAdministrator({ ...deps, now: () => opened }, accounts);
  const demo: DemoDeps = { ...silent(deps), startedAt, actorId };
  const people = await loadPeople(demo, accounts);
  await loadCategories(demo);
  await loadFamilies(demo);
  const productIds = await loadProducts(demo);
  await loadReviews(demo, people, productIds);
  const orderIds = await loadOrders(demo, { people, productIds });
  await loadDevices(demo, productIds);
  await loadReturns(demo, { people, productIds }, orderIds);
  return accounts;
}

/** Suppresses mails about past orders. */
function silent(deps: Deps): Deps {
  return { ...deps, jobs: { ...deps.jobs, enqueue: async () => {} } };
}

/** Advisory lock number, the same in every process. */
const demoLock = 7_248_116;

/** Runs the load in one process at a time; concurrent processes wait for it. */
async function withDemoLock<T>({ db, environment }: Deps, work: () => Promise<T>): Promise<T> {
  // The embedded database belongs to this process and has no second connection for the lock.
  if (environment.databaseUrl === undefined) return work();
  for (;;) {
    const outcome = await tryWithLock(db, work);
    if (outcome) return outcome.result;
    await pause(500);
  }
}

/** Locks in a separate transaction, so that the lock ends with the process at the latest. */
async function tryWithLock<T>(db: Db, work: () => Promise<T>): Promise<{ result: T } | undefined> {
  const locked = Promise.withResolvers<boolean>();
  const done = Promise.withResolvers<void>();
  const holding = inTransaction(db, async (tx) => {
    // The transaction is idle during the load, which may exceed the usual timeout.
    await tx.execute(sql`set local idle_in_transaction_session_timeout = 0`);
    const { rows } = await tx.execute<{ locked: boolean }>(
      sql`select pg_try_advisory_xact_lock(${demoLock}) as locked`,
    );
    const isLocked = rows[0]?.locked ?? false;
    locked.resolve(isLocked);
    if (isLocked) await done.promise;
  });
  holding.catch(locked.reject);
  try {
    return (await locked.promise) ? { result: await work() } : undefined;
  } finally {
    done.resolve();
    await holding;
  }
}
