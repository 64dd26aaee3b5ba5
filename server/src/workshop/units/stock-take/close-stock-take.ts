import type { CallOutput } from '@reprise/contract/endpoint';
import { Problem } from '@reprise/contract/problem';
import {
  maxLostAtOnce,
  type StockTake,
  type stockTakeEndpoints,
} from '@reprise/contract/workshop/units/stock-takes';
import { and, eq, inArray } from 'drizzle-orm';
import type { Deps } from '../../../deps.ts';
import { recordAudit } from '../../../foundations/audit/record-audit.ts';
import { inTransaction, type Tx } from '../../../platform/database/database.ts';
import { markMissing } from '../missing-units.ts';
import { inRetriedTransaction, type MoveDeps, moveInTransaction } from '../move-units.ts';
import { lockUnits } from '../unit-rows.ts';
import { findStockTake, readMissingIds } from './stock-take.queries.ts';
import { stockTakes, stockTakeUnits } from './stock-takes.tables.ts';

type Closing = CallOutput<typeof stockTakeEndpoints.closeStockTake>;

/**
 * Removes the missing devices as lost and closes the stock-take; closed twice, it changes nothing more. Devices that are
 * packed stay and are marked as not on the shelf; orders that waited for a lost device are short.
 */
export async function closeStockTake(
  deps: Pick<Deps, 'db' | 'now'> & MoveDeps,
  id: string,
  seen: number,
  actorId: string,
): Promise<Closing> {
  const by = { actorId, now: deps.now() };
  return inRetriedTransaction(deps.db, async (tx) => {
    if (await isClosed(tx, id)) return { stockTake: await findStockTake(tx, id), kept: [], shortOrders: [] };
    const { place } = await findStockTake(tx, id);
    const missing = await readMissingIds(tx, id);
    assertSeen(missing.length, seen);
    const outcomes = await moveInTransaction(
      tx,
      deps,
      {
        ids: missing,
        to: 'gone',
        goneAs: 'lost',
        reason: place ? `Stock-take of bin ${place}` : 'Stock-take',
      },
      { ...by, canWaive: true },
    );
    const problemOf = new Map(outcomes.map((outcome) => [outcome.id, outcome.problem]));
    const stayed = missing.filter((unitId) => problemOf.get(unitId) !== '');
    const kept = stayed.length === 0 ? [] : await lockUnits(tx, stayed);
    await markMissing(tx, kept, by);
    if (missing.length > 0) {
      await tx
        .update(stockTakeUnits)
        .set({ wasMissing: true })
        .where(and(eq(stockTakeUnits.stockTakeId, id), inArray(stockTakeUnits.unitId, missing)));
    }
    const lost = missing.length - stayed.length;
    await close(tx, id, { closedBy: actorId, closedAt: by.now, lost });
    await recordAudit(tx, {
      actorId,
      action: 'close stock-take',
      subject: `stock-take ${id}`,
      after: { missing: missing.length, lost },
    });
    return {
      stockTake: await findStockTake(tx, id),
      shortOrders: [...new Set(outcomes.flatMap(({ shortOrder }) => shortOrder ?? []))],
      kept: kept.map((unit) => ({ number: unit.number, reason: problemOf.get(unit.id) ?? '' })),
    };
  });
}

/** Closes a stock-take and leaves all devices as they are. */
export async function discardStockTake(
  deps: Pick<Deps, 'db' | 'now'>,
  id: string,
  actorId: string,
): Promise<StockTake> {
  return inTransaction(deps.db, async (tx) => {
    if (await isClosed(tx, id)) return findStockTake(tx, id);
    await close(tx, id, { closedBy: actorId, closedAt: deps.now(), isDiscarded: true });
    await recordAudit(tx, { actorId, action: 'discard stock-take', subject: `stock-take ${id}` });
    return findStockTake(tx, id);
  });
}

/** Locks a stock-take and returns true if it is closed. */
async function isClosed(tx: Tx, id: string): Promise<boolean> {
  const [found] = await tx.select().from(stockTakes).where(eq(stockTakes.id, id)).for('update');
  if (!found) throw new Problem('NOT_FOUND', 'Stock-take not found.');
  return found.closedAt !== null;
}

const close = (tx: Tx, id: string, changes: Partial<typeof stockTakes.$inferInsert>) =>
  tx.update(stockTakes).set(changes).where(eq(stockTakes.id, id));

/** Throws if other devices are missing than those the manager has seen, or more than one count may remove. */
function assertSeen(missing: number, seen: number): void {
  if (missing !== seen) {
    throw new Problem('EDIT_CONFLICT', `${missing} devices are missing by now. Look at the list again.`);
  }
  if (missing > maxLostAtOnce) {
    throw new Problem(
      'UNIT_STATE',
      `${missing} devices are missing, and at most ${maxLostAtOnce} can be removed at once. Scan more of them, or count bin by bin.`,
    );
  }
}
