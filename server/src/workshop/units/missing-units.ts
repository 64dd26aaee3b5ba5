import { Problem } from '@reprise/contract/problem';
import { inArray } from 'drizzle-orm';
import type { Actor } from '../../foundations/audit/actor.ts';
import type { Tx } from '../../platform/database/database.ts';
import { recordUnitEvents } from './record-unit-events.ts';
import type { UnitRow } from './shift-units.ts';
import { whereabouts } from './unit.queries.ts';
import { lockUnit } from './unit-rows.ts';
import { units } from './units.tables.ts';
import { invalidateChoices } from './units.tags.ts';

/**
 * Marks a device that is not on its shelf, or takes the mark back. It stays in stock until a manager has looked a second
 * time, but no list suggests it and no buyer can choose it.
 */
export async function setMissing(tx: Tx, reference: string, isMissing: boolean, by: Actor): Promise<void> {
  const unit = await lockUnit(tx, reference);
  if ((unit.missingAt !== null) === isMissing) return;
  if (!isMissing) return markFound(tx, [unit], by);
  if (unit.state !== 'listed' && unit.state !== 'allocated') {
    throw new Problem(
      'UNIT_STATE',
      `${unit.number} is ${whereabouts(unit)}, so it is not expected on the shelf.`,
    );
  }
  await markMissing(tx, [unit], by);
}

/** Marks locked units as missing. */
export const markMissing = (tx: Tx, missing: UnitRow[], by: Actor) => mark(tx, missing, by.now, by);

/** Takes the mark from those of the locked units that have it. */
export const markFound = (tx: Tx, found: UnitRow[], by: Actor) =>
  mark(
    tx,
    found.filter(({ missingAt }) => missingAt !== null),
    null,
    by,
  );

async function mark(tx: Tx, marked: UnitRow[], missingAt: Date | null, by: Actor): Promise<void> {
  if (marked.length === 0) return;
  const ids = marked.map(({ id }) => id);
  await tx.update(units).set({ missingAt, updatedAt: by.now }).where(inArray(units.id, ids));
  invalidateChoices(
    tx,
    marked.map(({ productId }) => productId),
  );
  const kind = missingAt === null ? ('found' as const) : ('missing' as const);
  await recordUnitEvents(
    tx,
    ids.map((unitId) => ({ unitId, kind })),
    by,
  );
}
