import { Problem } from '@reprise/contract/problem';
import { readCarrier } from '@reprise/contract/workshop/units/carrier';
import { identifierLabels } from '@reprise/contract/workshop/units/identifiers';
import type { ReceivedUnit } from '@reprise/contract/workshop/units/unit';
import { and, asc, eq, inArray, or, type SQL, sql } from 'drizzle-orm';
import { deviceModels } from '../../../catalog/products/families/families.tables.ts';
import type { Deps } from '../../../deps.ts';
import type { Actor } from '../../../foundations/audit/actor.ts';
import type { Tx } from '../../../platform/database/database.ts';
import { lots } from '../../lots/lots.tables.ts';
import { hasNoNumber } from '../count-devices.ts';
import { recordUnitEvents } from '../record-unit-events.ts';
import { shiftUnits, type UnitRow } from '../shift-units.ts';
import { unitIdentifiers, units } from '../units.tables.ts';
import { detailOf, insertIdentifiers, learnCodes, type NewIdentifier } from './record-identifiers.ts';

type Received = {
  body: ReceivedUnit;
  model: { key: string };
  identifiers: NewIdentifier[];
};

/** Locks the lot against closing and returns its id. */
export async function lockLotToReceive(tx: Tx, reference: string): Promise<string> {
  const [lot] = await tx.select({ id: lots.id }).from(lots).where(eq(lots.id, reference)).for('share');
  if (!lot) throw new Problem('NOT_FOUND', 'Lot not found. Choose another.');
  return lot.id;
}

/**
 * Locks the expected unit that has one of the identifiers; without one, an expected unit of the lot and model whose
 * identifiers the manifest does not have, or one that comes late. Returns null if there is none.
 */
export async function lockExpectedUnit(
  tx: Tx,
  {
    lotId,
    model,
    identifiers,
  }: { lotId: string | null; model: { key: string }; identifiers: NewIdentifier[] },
): Promise<UnitRow | null> {
  const values = identifiers.map(({ scope, value }) =>
    and(eq(unitIdentifiers.scope, scope), eq(unitIdentifiers.value, value)),
  );
  if (values.length > 0) {
    const owners = tx
      .select({ id: unitIdentifiers.unitId })
      .from(unitIdentifiers)
      .where(and(eq(unitIdentifiers.active, true), or(...values)));
    const known = await lockOne(tx, and(isExpected, inArray(units.id, owners)));
    if (known) return known;
  }
  const isOfLot = lotId === null ? undefined : and(eq(units.lotId, lotId), eq(units.modelKey, model.key));
  if (isOfLot) {
    const unnumbered = await lockOne(tx, and(isExpected, isOfLot, hasNoNumber));
    if (unnumbered) return unnumbered;
  }
  return lockLateUnit(tx, { lotId, isOfLot, values });
}

const isExpected = eq(units.state, 'expected');

/**
 * Locks the unit that its lot was closed without and that has one of the identifiers, so that a late device finds its
 * lot; in a chosen lot also one of the model without identifiers.
 */
async function lockLateUnit(
  tx: Tx,
  { lotId, isOfLot, values }: { lotId: string | null; isOfLot: SQL | undefined; values: (SQL | undefined)[] },
): Promise<UnitRow | null> {
  const neverCame = and(eq(units.goneAs, 'never-came'), lotId === null ? undefined : eq(units.lotId, lotId));
  if (values.length > 0) {
    const former = tx
      .select({ id: unitIdentifiers.unitId })
      .from(unitIdentifiers)
      .where(or(...values));
    const known = await lockOne(tx, and(neverCame, inArray(units.id, former)));
    if (known) return known;
  }
  const hasNone = sql`not exists (select from ${unitIdentifiers} n where n.unit_id = ${units.id})`;
  return isOfLot ? lockOne(tx, and(neverCame, isOfLot, hasNone)) : null;
}

async function lockOne(tx: Tx, condition: SQL | undefined): Promise<UnitRow | null> {
  const [unit] = await tx
    .select()
    .from(units)
    .where(condition)
    .orderBy(asc(units.id))
    .limit(1)
    .for('no key update');
  return unit ?? null;
}

/** Moves an expected unit, or one that comes late, to the bench with the numbers that were scanned; throws if its model is another one. */
export async function receiveExpectedUnit(
  tx: Tx,
  unit: UnitRow,
  { body, model, identifiers }: Received,
  by: Actor & Pick<Deps, 'search'>,
): Promise<string> {
  if (unit.modelKey !== model.key) throw await otherModel(tx, unit);
  await setIdentifiers(tx, unit, { body, identifiers }, by);
  await learnCodes(tx, model.key, { gtin: body.gtin, identifiers, search: by.search });
  const reason = unit.state === 'gone' ? 'It came after its lot was closed' : '';
  await shiftUnits(tx, [unit], { to: 'bench', reason, detail: detailOf(body) }, by);
  await tx
    .update(units)
    .set({
      place: body.place.toUpperCase(),
      note: [unit.note, body.note].filter(Boolean).join('\n'),
      receivedAt: by.now,
      ...(body.carrier !== undefined && { carrier: readCarrier(body.carrier || 'unlocked') }),
    })
    .where(eq(units.id, unit.id));
  return unit.id;
}

async function otherModel(tx: Tx, unit: UnitRow): Promise<Problem> {
  const [model] = await tx.select().from(deviceModels).where(eq(deviceModels.key, unit.modelKey));
  return new Problem(
    'UNIT_STATE',
    `On the manifest, ${unit.number} is ${model?.name}. Receive it as that, then correct the model on its page.`,
  );
}

/** Adds the identifiers that the manifest lacks, and replaces those that differ on the device. */
async function setIdentifiers(
  tx: Tx,
  unit: UnitRow,
  { body, identifiers }: Pick<Received, 'body' | 'identifiers'>,
  by: Actor,
): Promise<void> {
  const isActive = and(eq(unitIdentifiers.unitId, unit.id), eq(unitIdentifiers.active, true));
  const known = await tx.select().from(unitIdentifiers).where(isActive);
  const knownValues = new Map(known.map(({ kind, value }) => [kind, value]));
  const added = identifiers.filter(({ kind, value }) => knownValues.get(kind) !== value);
  const replaced = added.filter(({ kind }) => knownValues.has(kind));
  if (replaced.length > 0) {
    const kinds = replaced.map(({ kind }) => kind);
    await tx
      .update(unitIdentifiers)
      .set({ active: false })
      .where(and(isActive, inArray(unitIdentifiers.kind, kinds)));
  }
  await insertIdentifiers(tx, unit.id, added, body.captured, by.now);
  const events = replaced.map(({ kind, value }) => ({
    unitId: unit.id,
    kind: 'identified' as const,
    detail: `${identifierLabels[kind]} ${value}, on the manifest ${knownValues.get(kind)}`,
  }));
  await recordUnitEvents(tx, events, by);
}

/** Moves a unit of a manifest back to `expected`, with the identifiers that the manifest has. */
export async function undoExpectedUnit(tx: Tx, unit: UnitRow, by: Actor): Promise<void> {
  const ofUnit = eq(unitIdentifiers.unitId, unit.id);
  await tx
    .update(unitIdentifiers)
    .set({ active: false })
    .where(and(ofUnit, sql`${unitIdentifiers.captured} <> 'file'`));
  await tx
    .update(unitIdentifiers)
    .set({ active: true })
    .where(and(ofUnit, eq(unitIdentifiers.captured, 'file')));
  await shiftUnits(tx, [unit], { to: 'expected', reason: 'Received by mistake' }, by);
  await tx.update(units).set({ place: '', receivedAt: null }).where(eq(units.id, unit.id));
}
