import { type Blocker, blockerLabels } from '@reprise/contract/workshop/units/readiness';
import type { UnitEventKind } from '@reprise/contract/workshop/units/unit';
import { statesOnBench } from '@reprise/contract/workshop/units/unit-states';
import { eq, sql } from 'drizzle-orm';
import type { Actor } from '../../../foundations/audit/actor.ts';
import type { Tx } from '../../../platform/database/database.ts';
import { recordUnitEvents } from '../record-unit-events.ts';
import { shiftUnits, type UnitRow } from '../shift-units.ts';
import { whereabouts } from '../unit.queries.ts';
import { units } from '../units.tables.ts';

/** Returns why nothing can be recorded of a unit now; '' if it can. */
export function benchProblem(unit: UnitRow): string {
  if (statesOnBench.includes(unit.state)) return '';
  return `It is ${whereabouts(unit)}. Move it to the bench first.`;
}

type Facts = Partial<
  Pick<
    UnitRow,
    | 'checkedAt'
    | 'wipedAt'
    | 'testedAt'
    | 'gradedAt'
    | 'gradeCode'
    | 'condition'
    | 'batteryFloor'
    | 'battery'
    | 'carrier'
  >
>;
type Change = {
  kind: Extract<UnitEventKind, 'checked' | 'wiped' | 'tested' | 'graded'>;
  detail: string;
  reason?: string;
  facts: Facts;
  /** All that forbids the sale of the unit now; unchanged if missing. */
  blockedBy?: Blocker[];
};

/** Stores the facts of a record of a locked unit with an event. A unit that became blocked goes to quarantine. */
export async function changeOnBench(
  tx: Tx,
  unit: UnitRow,
  { kind, detail, reason = '', facts, blockedBy = unit.blockedBy }: Change,
  by: Actor,
): Promise<void> {
  await tx
    .update(units)
    .set({ ...facts, blockedBy, version: sql`${units.version} + 1`, updatedAt: by.now })
    .where(eq(units.id, unit.id));
  await recordUnitEvents(tx, [{ unitId: unit.id, kind, detail, reason }], by);
  const added = blockedBy.filter((blocker) => !unit.blockedBy.includes(blocker));
  if (added.length === 0 || unit.state === 'quarantine') return;
  const because = added.map((blocker) => blockerLabels[blocker]).join(', ');
  await shiftUnits(tx, [unit], { to: 'quarantine', reason: because }, by);
}
