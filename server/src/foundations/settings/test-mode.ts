import { ne, type SQL } from 'drizzle-orm';
import type { Deps } from '../../deps.ts';
import { inTransaction, type Tx } from '../../platform/database/database.ts';
import { storeSettings } from './settings.tables.ts';
import { invalidateSettings } from './settings.tags.ts';

/** Turns test mode on or off; returns false if it was so already. */
export async function writeTestMode(tx: Tx, isOn: boolean, now: Date): Promise<boolean> {
  const changed = await tx
    .update(storeSettings)
    .set({ testMode: isOn, updatedAt: now })
    .where(ne(storeSettings.testMode, isOn))
    .returning({ id: storeSettings.id });
  if (changed.length > 0) invalidateSettings(tx);
  return changed.length > 0;
}

/** Takes test orders out of the figures, for good, if the condition is true; returns false otherwise. */
export async function endTestFigures(tx: Tx, condition: SQL): Promise<boolean> {
  const ended = await tx
    .update(storeSettings)
    .set({ countsTestOrders: false })
    .where(condition)
    .returning({ id: storeSettings.id });
  return ended.length > 0;
}

/** Turns test mode off at the start where the environment has a processor of its own, which takes precedence. */
export async function endReplacedTestMode(deps: Pick<Deps, 'db' | 'environment' | 'now'>): Promise<void> {
  const { stripeSecretKey, paymentAdapters, testPayments } = deps.environment;
  if (stripeSecretKey === undefined && paymentAdapters.length === 0 && !testPayments) return;
  await inTransaction(deps.db, (tx) => writeTestMode(tx, false, deps.now()));
}
