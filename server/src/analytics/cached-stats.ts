import { and, eq, lt } from 'drizzle-orm';
import type { Deps } from '../deps.ts';
import type { Queryable } from '../platform/database/database.ts';
import type { WithLongQueryConnection } from '../platform/database/long-query-connection.ts';
import { cachedStats } from './analytics.tables.ts';

/** Works out a figure that reads much of a large shop. */
export type Figure<Value> = { name: string; compute: (db: Queryable, now: Date) => Promise<Value> };

/**
 * A figure as it is now where that is cheap; in a large shop as it was at most a few minutes ago. Only the very first
 * who asks waits.
 */
export async function readCachedStat<Value>(
  db: Queryable,
  now: Date,
  { name, compute }: Figure<Value>,
  isCheap: boolean,
  withLongQueryConnection: WithLongQueryConnection = (work) => work(db),
): Promise<Value> {
  if (isCheap) return compute(db, now);
  const [kept] = await db
    .select({ value: cachedStats.value })
    .from(cachedStats)
    .where(eq(cachedStats.name, name));
  if (kept) return kept.value as Value;
  // Its values may come as text: each figure makes numbers of them.
  return computeOnce(db, now, {
    name,
    compute: (_, at) => withLongQueryConnection((long) => compute(long, at)),
  });
}

const underWay = new Map<string, Promise<unknown>>();

/** Those who ask while it is worked out wait for the same. */
async function computeOnce<Value>(
  db: Queryable,
  now: Date,
  { name, compute }: Figure<Value>,
): Promise<Value> {
  const known = underWay.get(name) as Promise<Value> | undefined;
  if (known) return known;
  const first = compute(db, now).finally(() => underWay.delete(name));
  underWay.set(name, first);
  const value = await first;
  await db.insert(cachedStats).values({ name, value, computedAt: now }).onConflictDoNothing();
  return value;
}

const refreshEveryMs = 5 * 60_000;

/** Works out anew what was asked for once and has aged. Of several processes each takes other figures. */
async function refreshStats(
  { db, now, withLongQueryConnection }: Pick<Deps, 'db' | 'now' | 'withLongQueryConnection'>,
  figures: Figure<unknown>[],
): Promise<void> {
  for (const { name, compute } of figures) {
    const aged = new Date(now().getTime() - refreshEveryMs);
    const mine = await db
      .update(cachedStats)
      .set({ computedAt: now() })
      .where(and(eq(cachedStats.name, name), lt(cachedStats.computedAt, aged)))
      .returning({ name: cachedStats.name });
    if (mine.length === 0) continue;
    const value = await withLongQueryConnection((long) => compute(long, now()));
    await db.update(cachedStats).set({ value }).where(eq(cachedStats.name, name));
  }
}

/** Looks every minute; the function it returns ends that and waits for a run under way. */
export function startRefreshingStats(
  deps: Pick<Deps, 'db' | 'now' | 'log' | 'withLongQueryConnection'>,
  figures: Figure<unknown>[],
): () => Promise<void> {
  let running = Promise.resolve();
  const timer = setInterval(() => {
    running = running
      .then(() => refreshStats(deps, figures))
      .catch((error) => deps.log.error({ err: error }, 'figures not refreshed'));
  }, 60_000);
  return async () => {
    clearInterval(timer);
    await running;
  };
}
