import { isNull } from 'drizzle-orm';
import type { Deps } from '../../deps.ts';
import type { Queryable, Tx } from '../../platform/database/database.ts';
import { findDemoLoad } from './demo-load.ts';
import { storeSettings } from './settings.tables.ts';
import { invalidateSettings } from './settings.tags.ts';

/** Times at which live keys were first set, real money first arrived and the shop was opened; null before that. */
export type LivePayments = {
  liveKeysSince: Date | null;
  liveMoneySince: Date | null;
  openedAt: Date | null;
  testMode: boolean;
  countsTestOrders: boolean;
};

export async function readLivePayments(db: Queryable): Promise<LivePayments> {
  const [row] = await db
    .select({
      liveKeysSince: storeSettings.liveKeysSince,
      liveMoneySince: storeSettings.liveMoneySince,
      openedAt: storeSettings.openedAt,
      testMode: storeSettings.testMode,
      countsTestOrders: storeSettings.countsTestOrders,
    })
    .from(storeSettings);
  if (!row) throw new Error('The store has no settings yet.');
  return row;
}

/** Records permanently that live keys were set, and ends test mode, so that a shop that loses them does not return to the test processor. */
export function recordLiveKeys(tx: Tx, now: Date): Promise<void> {
  return recordSince(tx, 'liveKeysSince', now);
}

/** Records permanently that real money arrived, so that test keys take no payment after that. */
export async function recordLiveMoney(tx: Tx, now: Date): Promise<void> {
  await recordSince(tx, 'liveKeysSince', now);
  await recordSince(tx, 'liveMoneySince', now);
}

async function recordSince(tx: Tx, column: 'liveKeysSince' | 'liveMoneySince', now: Date): Promise<void> {
  // Read first: an update would lock the single row, and every live payment would wait for the others.
  if ((await readLivePayments(tx))[column] !== null) return;
  await tx
    .update(storeSettings)
    .set({ [column]: now, testMode: false })
    .where(isNull(storeSettings[column]));
  invalidateSettings(tx);
}

/**
 * Leaves out processors in test mode beside a live one, and after real money was taken: their payments would sell devices
 * for nothing.
 */
export async function withoutTestModes<P extends { livemode: boolean }>(
  db: Queryable,
  processors: P[],
): Promise<P[]> {
  const live = processors.filter(({ livemode }) => livemode);
  if (live.length > 0 || (await readLivePayments(db)).liveMoneySince !== null) return live;
  return processors;
}

/** Payers that the built-in test processor serves. */
export type TestPayers = 'everyone' | 'staff' | 'none';

/**
 * Returns whom the built-in test processor serves: no one after live keys were set, since a shop that lost its keys would
 * ship orders paid with test cards; everyone with PAYMENTS=test, demo data or before the opening; staff in test mode.
 */
export async function findTestPayers({
  db,
  environment,
}: Pick<Deps, 'environment'> & { db: Queryable }): Promise<TestPayers> {
  const { liveKeysSince, testMode, openedAt } = await readLivePayments(db);
  if (liveKeysSince !== null) return 'none';
  if (environment.testPayments || (await findDemoLoad(db))?.finishedAt) return 'everyone';
  if (!testMode) return 'none';
  return openedAt === null ? 'everyone' : 'staff';
}
