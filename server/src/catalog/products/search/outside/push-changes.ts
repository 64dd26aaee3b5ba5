import type { SearchIndex } from '@reprise/extension/search-index';
import { sql } from 'drizzle-orm';
import type { Deps } from '../../../../deps.ts';
import { type Db, inTransaction, type Tx } from '../../../../platform/database/database.ts';
import { minuteMs, secondMs } from '../../../../platform/time.ts';
import { invalidateSearches } from '../../products.tags.ts';
import { searchChanges } from '../search.tables.ts';
import type { OutsideEngine } from '../search-engine.ts';
import { batchSize, readProducts, writesFor } from './indexed-products.ts';
import { rebuildIndex } from './rebuild-index.ts';

/** Records in the transaction of a change that the engine has to get these products. In id order against deadlocks. */
export async function noteChanges(tx: Tx, ids: string[]): Promise<void> {
  if (ids.length === 0) return;
  await tx.execute(sql`
    insert into ${searchChanges} (product_id, due_at)
    select distinct id, now() from unnest(${sql.param(ids)}::text[]) as changed (id) order by id
    on conflict (product_id) do update set change = default, due_at = excluded.due_at`);
}

/** One process pushes a change at a time; a failed push is tried again after this time. */
const retryMs = minuteMs;

type Change = { product_id: string; change: string };

/** Takes due changes, so that no other process pushes them until `retryMs` later. */
async function claimChanges(db: Db, now: Date): Promise<Change[]> {
  const { rows } = await db.execute<Change>(sql`
    update ${searchChanges} set due_at = ${new Date(now.getTime() + retryMs).toISOString()}::timestamptz
    where product_id in (
      select product_id from ${searchChanges} where due_at <= ${now.toISOString()}::timestamptz
      order by due_at limit ${batchSize} for update skip locked)
    returning product_id, change`);
  return rows;
}

/** Deletes pushed changes, except of products edited during the push, and invalidates the lists cached until now. */
async function settleChanges(db: Db, pushed: Change[]): Promise<void> {
  const ids = pushed.map(({ product_id }) => product_id);
  const changes = pushed.map(({ change }) => change);
  await inTransaction(db, async (tx) => {
    await tx.execute(sql`
      delete from ${searchChanges} using unnest(${sql.param(ids)}::text[], ${sql.param(changes)}::uuid[])
        as pushed (product_id, change)
      where ${searchChanges.productId} = pushed.product_id and ${searchChanges.change} = pushed.change`);
    invalidateSearches(tx);
  });
}

/** Pause of this process after a failure. */
const restMs = 20 * secondMs;
/** An unfinished build that is older was left by a killed process. */
const maxBuildMs = 10 * minuteMs;

/** Returns the function that pushes due changes; call it every second. */
export function createPushChanges(
  index: SearchIndex,
  { db, log }: Pick<Deps, 'db' | 'log'>,
): OutsideEngine['pushChanges'] {
  /** Returns the names of all builds; makes the first one if no other process is at it. */
  const ensureBuilds = async (now: Date): Promise<string[]> => {
    const builds = await index.listBuilds();
    const isBuilding = builds.some(({ startedAt }) => now.getTime() - startedAt < maxBuildMs);
    if (isBuilding || builds.some(({ isSearched }) => isSearched)) return builds.map(({ name }) => name);
    const count = await rebuildIndex(index, db);
    log.info({ count }, 'built the search index');
    return (await index.listBuilds()).map(({ name }) => name);
  };

  const push = async (changes: Change[], builds: string[]): Promise<void> => {
    const ids = changes.map(({ product_id }) => product_id);
    const writes = writesFor(ids, await readProducts(db, ids));
    const errors = await index.write(builds, writes, { isVisible: true });
    if (errors.size > 0) log.warn({ errors: [...errors].slice(0, 10) }, 'products were not indexed');
    await settleChanges(
      db,
      changes.filter(({ product_id }) => !errors.has(product_id)),
    );
  };

  let checkAt = 0;
  let restUntil = 0;
  return async (now) => {
    if (now.getTime() < restUntil) return;
    try {
      let changes = await claimChanges(db, now);
      if (changes.length === 0 && now.getTime() < checkAt) return;
      const builds = await ensureBuilds(now);
      checkAt = now.getTime() + minuteMs;
      for (; changes.length > 0; changes = await claimChanges(db, now)) await push(changes, builds);
    } catch (error) {
      restUntil = now.getTime() + restMs;
      throw error;
    }
  };
}
