import type { CallOutput } from '@reprise/contract/endpoint';
import { Problem } from '@reprise/contract/problem';
import type { StockTake, stockTakeEndpoints } from '@reprise/contract/workshop/units/stock-takes';
import type { CaptureMethod } from '@reprise/contract/workshop/units/unit';
import { statesInHand } from '@reprise/contract/workshop/units/unit-states';
import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import type { Deps } from '../../../deps.ts';
import { recordAudit } from '../../../foundations/audit/record-audit.ts';
import { type Db, inTransaction, type Tx } from '../../../platform/database/database.ts';
import { newId } from '../../../platform/database/new-id.ts';
import { markFound } from '../missing-units.ts';
import { scanCode } from '../scan-code.ts';
import { findUnitRow, lockUnits } from '../unit-rows.ts';
import { units } from '../units.tables.ts';
import { findStockTake, readStockTakeUnit } from './stock-take.queries.ts';
import { stockTakes, stockTakeUnits } from './stock-takes.tables.ts';

/** Starts a stock-take of a bin, or joins the one that is open. */
export async function startStockTake(
  deps: Pick<Deps, 'db' | 'now'>,
  typed: string,
  actorId: string,
): Promise<StockTake> {
  const place = typed.toUpperCase();
  const now = deps.now();
  return inTransaction(deps.db, async (tx) => {
    const id = newId('stk');
    const started = await tx
      .insert(stockTakes)
      .values({ id, place, startedBy: actorId, createdAt: now })
      .onConflictDoNothing({ target: stockTakes.place, where: isNull(stockTakes.closedAt) })
      .returning({ id: stockTakes.id });
    if (started.length === 0) {
      const [open] = await tx
        .select({ id: stockTakes.id })
        .from(stockTakes)
        .where(and(eq(stockTakes.place, place), isNull(stockTakes.closedAt)));
      if (!open) throw new Problem('EDIT_CONFLICT', 'The stock-take was closed just now. Start another.');
      return findStockTake(tx, open.id);
    }
    await tx.insert(stockTakeUnits).select(
      tx
        .select({
          stockTakeId: sql<string>`${id}::text`.as('stock_take_id'),
          unitId: units.id,
          isExpected: sql<boolean>`true`.as('is_expected'),
          countedAt: sql<Date | null>`null::timestamptz`.as('counted_at'),
          countedBy: sql<string | null>`null::text`.as('counted_by'),
          captured: sql<CaptureMethod | null>`null::text`.as('captured'),
          wasMissing: sql<boolean>`false`.as('was_missing'),
        })
        .from(units)
        .where(
          and(inArray(units.state, [...statesInHand]), place === '' ? undefined : eq(units.place, place)),
        ),
    );
    await recordAudit(tx, {
      actorId,
      action: 'start stock-take',
      subject: `stock-take ${id}`,
      after: { place },
    });
    return findStockTake(tx, id);
  });
}

/** Counts the device with this code; throws WRONG_UNIT with what to do for a code that is none. */
export async function countDevice(
  deps: Pick<Deps, 'now' | 'environment'> & { db: Db },
  id: string,
  { code, captured }: { code: string; captured: CaptureMethod },
  actorId: string,
): Promise<CallOutput<typeof stockTakeEndpoints.countDevice>> {
  const unitId = await findCounted(deps, await findStockTake(deps.db, id), code);
  const by = { actorId, now: deps.now() };
  return inTransaction(deps.db, async (tx) => {
    await lockOpen(tx, id);
    await markFound(tx, await lockUnits(tx, [unitId]), by);
    const [known] = await tx
      .select({ countedAt: stockTakeUnits.countedAt })
      .from(stockTakeUnits)
      .where(and(eq(stockTakeUnits.stockTakeId, id), eq(stockTakeUnits.unitId, unitId)));
    const isRepeated = known?.countedAt != null;
    if (!isRepeated) {
      const counted = { countedAt: by.now, countedBy: actorId, captured };
      await tx
        .insert(stockTakeUnits)
        .values({ stockTakeId: id, unitId, isExpected: false, ...counted })
        .onConflictDoUpdate({ target: [stockTakeUnits.stockTakeId, stockTakeUnits.unitId], set: counted });
    }
    const stockTake = await findStockTake(tx, id);
    return { stockTake, ...(await readStockTakeUnit(tx, stockTake, unitId)), isRepeated };
  });
}

/** Takes the scan of a device back. */
export async function uncountDevice(
  deps: Pick<Deps, 'db'>,
  id: string,
  unitReference: string,
): Promise<StockTake> {
  return inTransaction(deps.db, async (tx) => {
    await lockOpen(tx, id);
    const unit = await findUnitRow(tx, unitReference);
    const isRow = and(eq(stockTakeUnits.stockTakeId, id), eq(stockTakeUnits.unitId, unit.id));
    await tx.delete(stockTakeUnits).where(and(isRow, eq(stockTakeUnits.isExpected, false)));
    await tx.update(stockTakeUnits).set({ countedAt: null, countedBy: null, captured: null }).where(isRow);
    return findStockTake(tx, id);
  });
}

/** Locks a stock-take against closing; throws UNIT_STATE once it is closed. */
async function lockOpen(tx: Tx, id: string): Promise<void> {
  const [found] = await tx.select().from(stockTakes).where(eq(stockTakes.id, id)).for('share');
  if (!found) throw new Problem('NOT_FOUND', 'Stock-take not found.');
  if (found.closedAt !== null) {
    throw new Problem('UNIT_STATE', 'This stock-take is closed. Start another to count again.');
  }
}

/** Returns the id of the device with this code, one in the house before one that left. */
async function findCounted(
  deps: Pick<Deps, 'environment'> & { db: Db },
  { place }: StockTake,
  code: string,
): Promise<string> {
  const { kind, value, fault, units, ending } = await scanCode(deps, code);
  if (kind === 'fault') throw wrongUnit(fault);
  if (kind === 'place') {
    throw wrongUnit(
      place === value
        ? `You are counting bin ${place}. Scan its devices.`
        : `This is the label of bin ${value}. ${place ? `You are counting bin ${place}.` : 'Scan the devices in it.'}`,
    );
  }
  const [first] = units;
  if (first) return first.id;
  const [only] = ending;
  if (only && ending.length === 1) return only.id;
  throw wrongUnit(
    ending.length > 1
      ? 'Several devices end with these characters. Scan the label of the device.'
      : 'No device has this number. Receive it, or record the number on the page of its device.',
  );
}

const wrongUnit = (message: string) => new Problem('WRONG_UNIT', message);
