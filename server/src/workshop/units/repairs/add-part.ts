import { cents } from '@reprise/contract/money';
import { Problem } from '@reprise/contract/problem';
import {
  type NewPart,
  partActionLabels,
  partLabels,
  partQualityLabels,
} from '@reprise/contract/workshop/units/repairs';
import { statesOnBench } from '@reprise/contract/workshop/units/unit-states';
import { and, eq, sql } from 'drizzle-orm';
import type { Deps } from '../../../deps.ts';
import type { Actor } from '../../../foundations/audit/actor.ts';
import { inTransaction, type Tx } from '../../../platform/database/database.ts';
import { newId } from '../../../platform/database/new-id.ts';
import { runOnce } from '../../../platform/http/run-once.ts';
import { bookUnitCosts } from '../intake/unit-costs.ts';
import { type NewUnitEvent, recordUnitEvents } from '../record-unit-events.ts';
import { shiftUnits, type UnitRow } from '../shift-units.ts';
import { whereabouts } from '../unit.queries.ts';
import { findUnitRow, lockUnits } from '../unit-rows.ts';
import { unitIdentifiers, units } from '../units.tables.ts';
import { assertRoomForPart, giveUpRepairs, lockOpenRepair } from './change-repair.ts';
import { unitParts } from './repairs.tables.ts';

type Requester = { actorId: string; key: string | null; canWaive: boolean };

/** Records a part of the open repair and returns the id of the unit; a repeated Idempotency-Key records it once. */
export async function addPart(
  deps: Pick<Deps, 'db' | 'now'>,
  reference: string,
  body: NewPart,
  { actorId, key, canWaive }: Requester,
): Promise<string> {
  const now = deps.now();
  if (body.stripped && !canWaive) {
    throw new Problem('FORBIDDEN', 'Only a manager may say that a device was stripped. Leave it in stock.');
  }
  return inTransaction(deps.db, (tx) => {
    const request = { operation: 'add part', actorId, key, body: { reference, body }, now };
    return runOnce(tx, request, () => insertPart(tx, reference, body, { actorId, now }));
  });
}

async function insertPart(tx: Tx, reference: string, body: NewPart, by: Actor): Promise<string> {
  const donorId = body.donor === undefined ? null : (await findUnitRow(tx, body.donor)).id;
  // Locked together, so that two devices that give parts to each other cannot deadlock.
  if (donorId) await lockUnits(tx, [donorId, (await findUnitRow(tx, reference)).id]);
  const { unit, open } = await lockOpenRepair(tx, reference);
  assertRoomForPart(open.parts);
  const donor = donorId === null ? null : await lockDonor(tx, donorId, unit);
  const id = newId('upt');
  const { part, action, quality, serial } = body;
  const cost = cents(body.cost ?? 0);
  await tx.insert(unitParts).values({
    id,
    unitId: unit.id,
    repairId: open.id,
    part,
    action,
    quality,
    serial,
    donorUnitId: donor?.id ?? null,
    costCents: cost,
    actorId: by.actorId,
    createdAt: by.now,
  });
  const booked = { kind: 'part', source: id, note: partLabels[part] } as const;
  // The donor carries less by as much as the other device carries more.
  await bookUnitCosts(
    tx,
    [
      { ...booked, unitId: unit.id, amountCents: cost },
      ...(donor ? [{ ...booked, unitId: donor.id, amountCents: cents(-cost) }] : []),
    ],
    by,
  );
  await tx
    .update(units)
    .set({ ...factsAfter(body, unit), version: sql`${units.version} + 1`, updatedAt: by.now })
    .where(eq(units.id, unit.id));
  if (isNewBoard(body)) await endIdentifiers(tx, unit.id);
  await recordPartEvents(tx, body, { unit, donor }, by);
  if (donor && body.stripped) await stripDonor(tx, donor, by);
  return unit.id;
}

const isNewBoard = ({ part, action }: NewPart) => part === 'main-board' && action === 'replaced';

/**
 * A new main board makes another device of it: numbers, locks, registers and data are those of the board, so that earlier
 * records count no longer. What forbids the sale stays until it is cleared.
 */
function factsAfter(body: NewPart, unit: UnitRow): Partial<typeof units.$inferInsert> {
  if (isNewBoard(body)) {
    return { intake: unit.intake + 1, checkedAt: null, wipedAt: null, testedAt: null, battery: null };
  }
  if (body.part === 'storage' && body.action === 'replaced') return { wipedAt: null };
  if (body.part === 'battery' && body.action === 'replaced') return { battery: null };
  return {};
}

async function endIdentifiers(tx: Tx, unitId: string): Promise<void> {
  await tx
    .update(unitIdentifiers)
    .set({ active: false })
    .where(and(eq(unitIdentifiers.unitId, unitId), eq(unitIdentifiers.active, true)));
}

/** Locks the unit that gives the part: on the bench, or gone for its parts; throws UNIT_STATE if it is elsewhere. */
async function lockDonor(tx: Tx, id: string, unit: UnitRow): Promise<UnitRow> {
  const [donor] = await lockUnits(tx, [id]);
  if (!donor || donor.id === unit.id) {
    const message = 'A device cannot give a part to itself. Enter the number of the other one.';
    throw new Problem('VALIDATION_ERROR', message, { errors: [{ field: 'donor', message }] });
  }
  if (statesOnBench.includes(donor.state) || donor.goneAs === 'parts') return donor;
  const message = `${donor.number} is ${whereabouts(donor)}. Move it to the bench before you take a part out.`;
  throw new Problem('UNIT_STATE', message, { errors: [{ field: 'donor', message }] });
}

async function stripDonor(tx: Tx, donor: UnitRow, by: Actor): Promise<void> {
  if (donor.state === 'gone') return;
  await giveUpRepairs(tx, [donor.id], 'Used for parts', by);
  await shiftUnits(tx, [donor], { to: 'gone', goneAs: 'parts', reason: 'Stripped' }, by);
}

async function recordPartEvents(
  tx: Tx,
  { part, action, quality, serial }: NewPart,
  { unit, donor }: { unit: UnitRow; donor: UnitRow | null },
  by: Actor,
): Promise<void> {
  const detail = [
    `${partLabels[part]} ${partActionLabels[action].toLowerCase()}`,
    quality !== 'none' && partQualityLabels[quality].toLowerCase(),
    serial,
    donor && `from ${donor.number}`,
  ];
  const events: NewUnitEvent[] = [
    { unitId: unit.id, kind: 'repaired', detail: detail.filter(Boolean).join(', ') },
  ];
  if (donor) {
    const given = `${partLabels[part]} given to ${unit.number}`;
    events.push({ unitId: donor.id, kind: 'repaired', detail: given });
  }
  await recordUnitEvents(tx, events, by);
}
