import { type Db, inTransaction, type Queryable } from '../../platform/database/database.ts';
import { demoLoads } from './demo-loads.tables.ts';
import { openToVisitors } from './opening.ts';
import { invalidateSettings } from './settings.tags.ts';

type DemoLoad = { startedAt: Date; finishedAt: Date | null };

export async function findDemoLoad(db: Queryable): Promise<DemoLoad | undefined> {
  const [load] = await db.select().from(demoLoads);
  return load;
}

/** Records the start, so that an interrupted load is resumed instead of taken for a shop with other data. */
export async function recordDemoStart(db: Db, startedAt: Date): Promise<DemoLoad> {
  await inTransaction(db, async (tx) => {
    await tx.insert(demoLoads).values({ startedAt });
    await openToVisitors(tx, startedAt, null);
    // The demo shop shows the address and the phone number of a new shop.
    invalidateSettings(tx);
  });
  return { startedAt, finishedAt: null };
}

export async function recordDemoEnd(db: Db, finishedAt: Date): Promise<void> {
  await db.update(demoLoads).set({ finishedAt });
}
