import { Problem } from '@reprise/contract/problem';
import { parseUnitNumber } from '@reprise/contract/workshop/units/unit-number';
import { asc, eq, inArray, type SQL } from 'drizzle-orm';
import type { Queryable, Tx } from '../../platform/database/database.ts';
import type { UnitRow } from './shift-units.ts';
import { units } from './units.tables.ts';

export const noDevice = () => new Problem('NOT_FOUND', 'Device not found.');

/** SQL: the unit has this id or unit number. */
export function isUnit(reference: string): SQL {
  const number = parseUnitNumber(reference);
  return number ? eq(units.number, number) : eq(units.id, reference);
}

/** Returns the row of a unit by id or unit number, for a fraction of the cost of the whole device. */
export async function findUnitRow(db: Queryable, reference: string): Promise<UnitRow> {
  const [unit] = await db.select().from(units).where(isUnit(reference));
  if (!unit) throw noDevice();
  return unit;
}

/** Locks a unit by id or unit number and returns its row. */
export async function lockUnit(tx: Tx, reference: string): Promise<UnitRow> {
  const [unit] = await tx.select().from(units).where(isUnit(reference)).for('no key update');
  if (!unit) throw noDevice();
  return unit;
}

/** Locks the units in id order and returns their rows. */
export function lockUnits(tx: Tx, ids: readonly string[]) {
  return tx
    .select()
    .from(units)
    .where(inArray(units.id, [...ids]))
    .orderBy(asc(units.id))
    .for('no key update');
}

/** Sets the bin of a locked unit whose move is recorded. */
export async function storePlace(tx: Tx, id: string, place: string): Promise<void> {
  await tx.update(units).set({ place: place.toUpperCase() }).where(eq(units.id, id));
}
