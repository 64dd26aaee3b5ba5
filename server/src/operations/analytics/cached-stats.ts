import { and, eq, lt } from 'drizzle-orm';
import type { Deps } from '../../deps.ts';
import type { Queryable } from '../../platform/database/database.ts';
import type { WithLongQueryConnection } from '../../platform/database/long-query-connection.ts';
import { minuteMs } from '../../platform/time.ts';
import { cachedStats } from './analytics.tables.ts';

/** A stat whose query reads much of a large shop. */
export type Stat<Value> = { name: string; compute: (db: Queryable, now: Date) => Promise<Value> };

/** Computes the stat if that is cheap, else returns the cached value, at most some minutes old. Only the first call waits. */
export async function readCachedStat<Value>(
  db: Queryable,
  now: Date,
  { name, compute }: Stat<Value>,
  isCheap: boolean,
  withReportConnection: WithLongQueryConnection = (work) => work(db),
): Promise<Value> {
  if (isCheap) return compute(db, now);
  const [cached] = await db
    .select({ value: cachedStats.value })
    .from(cachedStats)
    .where(eq(cachedStats.name, name));
  if (cached) return cached.value as Value;
  return computeOnce(db, now, {
    name,
    compute: (_, computedAt) => withReportConnection((long) => compute(long, computedAt)),
  });
}

const running = new Map<string, Promise<unknown>>();

/** Concurrent calls share one computation, so that an expired stat causes no stampede. */
async function computeOnce<Value>(db: Queryable, now: Date, { name, compute }: Stat<Value>): Promise<Value> {
  const current = running.get(name) as Promise<Value> | undefined;
  if (current) return current;
  const computation = compute(db, now).finally(() => running.delete(name));
  running.set(name, computation);
  const value = await computation;
  await db.insert(cachedStats).values({ name, value, computedAt: now }).onConflictDoNothing();
  return value;
}

const refreshEveryMs = 5 * minuteMs;

/** Recomputes cached stats older than five minutes. The update claims a stat, so that only one process computes it. */
export async function refreshStats(
  { db, now, withReportConnection }: Pick<Deps, 'db' | 'now' | 'withReportConnection'>,
  stats: Stat<unknown>[],
): Promise<void> {
  for (const { name, compute } of stats) {
    const expiredAt = new Date(now().getTime() - refreshEveryMs);
    const claimed = await db
      .update(cachedStats)
      .set({ computedAt: now() })
      .where(and(eq(cachedStats.name, name), lt(cachedStats.computedAt, expiredAt)))
      .returning({ name: cachedStats.name });
    if (claimed.length === 0) continue;
    const value = await withReportConnection((long) => compute(long, now()));
    await db.update(cachedStats).set({ value }).where(eq(cachedStats.name, name));
  }
}
