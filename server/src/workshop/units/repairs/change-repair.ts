import type { Cents } from '@reprise/contract/money';
import { cents } from '@reprise/contract/money';
import { Problem } from '@reprise/contract/problem';
import {
  maxParts,
  type NewRepair,
  type RepairClosing,
  repairStateLabels,
} from '@reprise/contract/workshop/units/repairs';
import { and, eq, inArray, sql } from 'drizzle-orm';
import type { Deps } from '../../../deps.ts';
import type { Actor } from '../../../foundations/audit/actor.ts';
import { readSettings } from '../../../foundations/settings/settings.queries.ts';
import { inTransaction, type Tx } from '../../../platform/database/database.ts';
import { newId } from '../../../platform/database/new-id.ts';
import { lockOnBench } from '../bench/lock-on-bench.ts';
import { bookUnitCosts } from '../intake/unit-costs.ts';
import { recordUnitEvents } from '../record-unit-events.ts';
import { shiftUnits, type UnitRow } from '../shift-units.ts';
import { units } from '../units.tables.ts';
import { repairs, unitParts } from './repairs.tables.ts';

type RepairDeps = Pick<Deps, 'db' | 'now'>;

/** Opens the repair of a unit on the bench and moves it there; throws REPAIR_OPEN if it has one. */
export async function openRepair(
  { db, now }: RepairDeps,
  reference: string,
  { fault }: NewRepair,
  actorId: string,
): Promise<string> {
  const by = { actorId, now: now() };
  return inTransaction(db, async (tx) => {
    const { unit } = await lockOnBench(tx, reference);
    if (unit.state === 'quarantine') {
      throw new Problem('UNIT_STATE', 'It is in quarantine. Move it to the bench first.');
    }
    // The locked unit lets two requests at once open one repair.
    if (await findOpenRepair(tx, unit.id)) {
      throw new Problem('REPAIR_OPEN', 'Its repair is open already. Add to it, or finish it first.');
    }
    const row = { id: newId('rpr'), unitId: unit.id, state: 'open' as const, fault };
    await tx.insert(repairs).values({ ...row, actorId, createdAt: by.now });
    const event = { unitId: unit.id, kind: 'repaired' as const, detail: 'opened', reason: fault };
    await recordUnitEvents(tx, [event], by);
    if (unit.state === 'bench') await shiftUnits(tx, [unit], { to: 'repair' }, by);
    return unit.id;
  });
}

/** Ends the open repair, books its minutes and asks for test and grade again. */
export async function closeRepair(
  { db, now }: RepairDeps,
  reference: string,
  { outcome, work, minutes }: RepairClosing,
  actorId: string,
): Promise<string> {
  const by = { actorId, now: now() };
  return inTransaction(db, async (tx) => {
    const { unit, open } = await lockOpenRepair(tx, reference);
    const labor = laborOf(minutes, (await readSettings(tx)).laborRate);
    await tx
      .update(repairs)
      .set({ state: outcome, work, minutes, laborCents: labor, closedAt: by.now })
      .where(eq(repairs.id, open.id));
    const booked = { unitId: unit.id, kind: 'labor', amountCents: labor, source: open.id } as const;
    await bookUnitCosts(tx, [{ ...booked, note: `${minutes} min` }], by);
    const detail = `${repairStateLabels[outcome].toLowerCase()}, ${minutes} min`;
    await recordUnitEvents(tx, [{ unitId: unit.id, kind: 'repaired', detail, reason: work }], by);
    await askAgain(tx, unit, by);
    return unit.id;
  });
}

/** Returns the cost of the minutes at a rate per hour, in whole cents. */
const laborOf = (minutes: number, rate: Cents): Cents => cents(Math.round((minutes * rate) / 60));

/** Clears test and grade; a unit in repair moves to the bench, which clears them. */
async function askAgain(tx: Tx, unit: UnitRow, by: Actor): Promise<void> {
  if (unit.state === 'repair') return shiftUnits(tx, [unit], { to: 'bench' }, by);
  await tx
    .update(units)
    .set({
      testedAt: null,
      gradedAt: null,
      gradeCode: null,
      condition: null,
      batteryFloor: null,
      version: sql`${units.version} + 1`,
      updatedAt: by.now,
    })
    .where(eq(units.id, unit.id));
}

async function findOpenRepair(tx: Tx, unitId: string) {
  const [open] = await tx
    .select({ id: repairs.id, parts: tx.$count(unitParts, eq(unitParts.repairId, repairs.id)) })
    .from(repairs)
    .where(and(eq(repairs.unitId, unitId), eq(repairs.state, 'open')));
  return open;
}

/** Locks a unit on the bench with its open repair; throws UNIT_STATE without one. */
export async function lockOpenRepair(tx: Tx, reference: string) {
  const { unit } = await lockOnBench(tx, reference);
  const open = await findOpenRepair(tx, unit.id);
  if (!open) throw new Problem('UNIT_STATE', 'It has no open repair. Open one first.');
  return { unit, open };
}

export function assertRoomForPart(parts: number): void {
  if (parts < maxParts) return;
  throw new Problem('UNIT_STATE', `A repair has at most ${maxParts} parts. Finish it and open another.`);
}

/** Gives up the open repairs of units that leave. */
export async function giveUpRepairs(
  tx: Tx,
  unitIds: string[],
  reason: string,
  { now }: Actor,
): Promise<void> {
  if (unitIds.length === 0) return;
  await tx
    .update(repairs)
    .set({ state: 'given-up', work: reason, closedAt: now })
    .where(and(inArray(repairs.unitId, unitIds), eq(repairs.state, 'open')));
}
