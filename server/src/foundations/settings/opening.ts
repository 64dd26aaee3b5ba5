import { isNull } from 'drizzle-orm';
import type { Queryable, Tx } from '../../platform/database/database.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { storeSettings } from './settings.tables.ts';
import { invalidateSettings } from './settings.tags.ts';

/** Returns the time at which the shop was opened to visitors; null before that. */
export async function readOpenedAt(db: Queryable): Promise<Date | null> {
  const [row] = await db.select({ openedAt: storeSettings.openedAt }).from(storeSettings);
  if (!row) throw new Error('The store has no settings yet.');
  return row.openedAt;
}

/** Opens the shop to visitors, once: later calls change nothing. `actorId` is null for a command and for OPEN=1. */
export async function openToVisitors(tx: Tx, openedAt: Date, actorId: string | null): Promise<void> {
  const opened = await tx
    .update(storeSettings)
    .set({ openedAt })
    .where(isNull(storeSettings.openedAt))
    .returning({ id: storeSettings.id });
  if (opened.length === 0) return;
  invalidateSettings(tx);
  await recordAudit(tx, {
    actorId,
    action: 'open shop to visitors',
    subject: 'settings',
    before: { openedAt: null },
    after: { openedAt: openedAt.toISOString() },
  });
}

/** Hides the shop from visitors, for the removal of the demo alone: search engines may know every other open shop. */
export async function closeToVisitors(tx: Tx): Promise<void> {
  await tx.update(storeSettings).set({ openedAt: null });
  invalidateSettings(tx);
}
