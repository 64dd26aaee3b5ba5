import { isNull } from 'drizzle-orm';
import type { Deps } from '../deps.ts';
import type { Queryable, Tx } from '../platform/database/database.ts';
import { findDemoLoad } from './demo-load.ts';
import { storeSettings } from './settings.tables.ts';
import { bumpSettings } from './settings.tags.ts';

/** When the shop went live; null before that. */
export type LivePayments = { liveKeysSince: Date | null; liveMoneySince: Date | null };

export async function readLivePayments(db: Queryable): Promise<LivePayments> {
  const [row] = await db
    .select({ liveKeysSince: storeSettings.liveKeysSince, liveMoneySince: storeSettings.liveMoneySince })
    .from(storeSettings);
  if (!row) throw new Error('The store has no settings yet.');
  return row;
}

/** Remembers for good that live keys were set, so that losing them never brings the test processor back. */
export function recordLiveKeys(tx: Tx, now: Date): Promise<void> {
  return recordSince(tx, 'liveKeysSince', now);
}

/** Remembers for good that real money arrived, so that test keys never take a payment after that. */
export async function recordLiveMoney(tx: Tx, now: Date): Promise<void> {
  await recordSince(tx, 'liveKeysSince', now);
  await recordSince(tx, 'liveMoneySince', now);
}

async function recordSince(tx: Tx, column: keyof LivePayments, now: Date): Promise<void> {
  // Read first: an update of the one row would make every live payment wait for the others.
  if ((await readLivePayments(tx))[column] !== null) return;
  await tx
    .update(storeSettings)
    .set({ [column]: now })
    .where(isNull(storeSettings[column]));
  bumpSettings(tx);
}

/**
 * True where the built-in test processor may take payments: PAYMENTS=test or loaded demo data say so, and live keys
 * were never set. Without this rule a shop that lost its keys would hand out goods for test cards.
 */
export async function isTestProcessorAllowed({
  db,
  environment,
}: Pick<Deps, 'environment'> & { db: Queryable }): Promise<boolean> {
  if ((await readLivePayments(db)).liveKeysSince !== null) return false;
  return environment.testPayments || Boolean((await findDemoLoad(db))?.finishedAt);
}
