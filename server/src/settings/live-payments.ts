import { isNull } from 'drizzle-orm';
import type { Deps } from '../deps.ts';
import { findDemoLoad } from '../foundations/settings/demo-load.ts';
import { storeSettings } from '../foundations/settings/settings.tables.ts';
import type { Queryable, Tx } from '../platform/database/database.ts';
import { invalidateSettings } from './settings.tags.ts';

/** Times at which live keys were first set and real money first arrived; null before that. */
export type LivePayments = { liveKeysSince: Date | null; liveMoneySince: Date | null };

export async function readLivePayments(db: Queryable): Promise<LivePayments> {
  const [row] = await db
    .select({ liveKeysSince: storeSettings.liveKeysSince, liveMoneySince: storeSettings.liveMoneySince })
    .from(storeSettings);
  if (!row) throw new Error('The store has no settings yet.');
  return row;
}

/** Records permanently that live keys were set, so that a shop that loses them does not return to the test processor. */
export function recordLiveKeys(tx: Tx, now: Date): Promise<void> {
  return recordSince(tx, 'liveKeysSince', now);
}

/** Records permanently that real money arrived, so that test keys take no payment after that. */
export async function recordLiveMoney(tx: Tx, now: Date): Promise<void> {
  await recordSince(tx, 'liveKeysSince', now);
  await recordSince(tx, 'liveMoneySince', now);
}

async function recordSince(tx: Tx, column: keyof LivePayments, now: Date): Promise<void> {
  // Read first: an update would lock the single row, and every live payment would wait for the others.
  if ((await readLivePayments(tx))[column] !== null) return;
  await tx
    .update(storeSettings)
    .set({ [column]: now })
    .where(isNull(storeSettings[column]));
  invalidateSettings(tx);
}

/**
 * Returns true if the built-in test processor may take payments: PAYMENTS=test or demo data is loaded, and live keys were
 * never set. A shop that lost its keys would otherwise ship orders paid with test cards.
 */
export async function isTestProcessorAllowed({
  db,
  environment,
}: Pick<Deps, 'environment'> & { db: Queryable }): Promise<boolean> {
  if ((await readLivePayments(db)).liveKeysSince !== null) return false;
  return environment.testPayments || Boolean((await findDemoLoad(db))?.finishedAt);
}
