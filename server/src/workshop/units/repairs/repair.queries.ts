import { maxParts, maxRepairs, type Repair, type UnitPart } from '@reprise/contract/workshop/units/repairs';
import { and, asc, desc, eq, inArray } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Queryable } from '../../../platform/database/database.ts';
import { actorName } from '../unit.queries.ts';
import { findUnitRow } from '../unit-rows.ts';
import { units } from '../units.tables.ts';
import { repairs, unitParts } from './repairs.tables.ts';

const donors = alias(units, 'donors');

/** Returns the newest repairs of a unit with their parts; amounts are null unless `seesCosts`. */
export async function listRepairs(db: Queryable, reference: string, seesCosts: boolean): Promise<Repair[]> {
  const { id } = await findUnitRow(db, reference);
  const rows = await db
    .select({ repair: repairs, actor: actorName(repairs.actorId) })
    .from(repairs)
    .where(eq(repairs.unitId, id))
    .orderBy(desc(repairs.createdAt), desc(repairs.id))
    .limit(maxRepairs);
  const partsOf = await readParts(
    db,
    rows.map(({ repair }) => repair.id),
    seesCosts,
  );
  return rows.map(({ repair, actor }) => ({
    id: repair.id,
    state: repair.state,
    fault: repair.fault,
    work: repair.work,
    minutes: repair.minutes,
    labor: seesCosts ? repair.laborCents : null,
    parts: partsOf.get(repair.id) ?? [],
    closedAt: repair.closedAt?.toISOString() ?? null,
    actor,
    at: repair.createdAt.toISOString(),
  }));
}

async function readParts(db: Queryable, repairIds: string[], seesCosts: boolean) {
  const partsOf = new Map<string, UnitPart[]>();
  if (repairIds.length === 0) return partsOf;
  const rows = await db
    .select({ part: unitParts, donor: donors.number, actor: actorName(unitParts.actorId) })
    .from(unitParts)
    .leftJoin(donors, eq(donors.id, unitParts.donorUnitId))
    .where(inArray(unitParts.repairId, repairIds))
    .orderBy(asc(unitParts.createdAt), asc(unitParts.id))
    .limit(maxRepairs * maxParts);
  for (const { part, donor, actor } of rows) {
    const { id, action, quality, serial, costCents, createdAt } = part;
    const cost = seesCosts ? costCents : null;
    const read = { id, part: part.part, action, quality, serial, donor, cost, actor };
    partsOf.set(part.repairId, [
      ...(partsOf.get(part.repairId) ?? []),
      { ...read, at: createdAt.toISOString() },
    ]);
  }
  return partsOf;
}

/** Returns the ids of those units that have an open repair. */
export async function findInRepair(db: Queryable, unitIds: string[]): Promise<Set<string>> {
  if (unitIds.length === 0) return new Set();
  const rows = await db
    .select({ unitId: repairs.unitId })
    .from(repairs)
    .where(and(eq(repairs.state, 'open'), inArray(repairs.unitId, unitIds)));
  return new Set(rows.map(({ unitId }) => unitId));
}
