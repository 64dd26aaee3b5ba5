import { deviceKindLabels } from '@reprise/contract/grading/device-kinds';
import { Problem } from '@reprise/contract/problem';
import { carrierText, readCarrier } from '@reprise/contract/units/carrier';
import { type IdentifierKind, identifierLabels } from '@reprise/contract/units/identifiers';
import type { CaptureMethod, Unit, UnitEdit, UnitEvent } from '@reprise/contract/units/unit';
import { statesInOrder, statesOnBench, type UnitState } from '@reprise/contract/units/unit-states';
import { and, eq } from 'drizzle-orm';
import { setConfigurationKind } from '../catalog/families/set-configuration-kind.ts';
import type { Deps } from '../deps.ts';
import { inTransaction, type Tx } from '../platform/database/database.ts';
import { ensureModel } from './ensure-model.ts';
import { insertIdentifiers, scopedIdentifiers } from './intake/record-identifiers.ts';
import { recordUnitEvents } from './record-unit-events.ts';
import type { UnitRow } from './shift-units.ts';
import { findUnit, findUnitDetail, whereabouts } from './unit.queries.ts';
import { lockUnit } from './unit-rows.ts';
import { unitIdentifiers, units } from './units.tables.ts';
import { invalidateChoices } from './units.tags.ts';

type UnitDetail = { unit: Unit; events: UnitEvent[] };

/** Corrects model, kind and notes; throws EDIT_CONFLICT if the unit was changed since `version`. */
export async function updateUnit(
  deps: Pick<Deps, 'db' | 'now'>,
  reference: string,
  edit: UnitEdit,
  actorId: string,
): Promise<UnitDetail> {
  const now = deps.now();
  return inTransaction(deps.db, async (tx) => {
    const locked = await lockUnit(tx, reference);
    const { id } = locked;
    if (locked.version !== edit.version) {
      throw new Problem('EDIT_CONFLICT', 'Somebody else changed this device. Look at it again, then save.');
    }
    const model = edit.model && (await ensureModel(tx, edit.model, { actorId, now }));
    if (model && model.key !== locked.modelKey) assertModelFree(locked);
    const kind = edit.kind && (await setConfigurationKind(tx, model?.key ?? locked.modelKey, edit.kind));
    const carrier = carrierOf(edit);
    const isRelocked = carrier !== undefined && carrier !== locked.carrier;
    if (isRelocked) assertOnBench(locked);
    const details = [
      kind && `kind ${deviceKindLabels[kind].toLowerCase()}`,
      model && model.key !== locked.modelKey && `model ${model.name}`,
      isRelocked && (carrierText(carrier ?? null) || 'carrier not known').toLowerCase(),
      edit.note !== undefined && edit.note !== locked.note && 'note',
      edit.publicNote !== undefined && edit.publicNote !== locked.publicNote && 'note for buyers',
    ].filter(Boolean);
    if (details.length === 0) return findUnitDetail(tx, id);
    await tx
      .update(units)
      .set({
        ...(model && { modelKey: model.key }),
        ...(isRelocked && { carrier }),
        ...(edit.note !== undefined && { note: edit.note }),
        ...(edit.publicNote !== undefined && { publicNote: edit.publicNote }),
        version: locked.version + 1,
        updatedAt: now,
      })
      .where(eq(units.id, id));
    invalidateChoices(tx, [locked.productId]);
    if (model && model.key !== locked.modelKey) await moveSerial(tx, id, model.brand);
    await recordUnitEvents(tx, [{ unitId: id, kind: 'edited', detail: details.join(', ') }], {
      actorId,
      now,
    });
    return findUnitDetail(tx, id);
  });
}

/** Returns the carrier of an edit in its stored form; undefined if the edit leaves it. */
function carrierOf({ carrier }: UnitEdit): string | null | undefined {
  return typeof carrier === 'string' ? readCarrier(carrier || 'unlocked') : carrier;
}

/** Throws once the gate has judged the carrier of the unit. */
function assertOnBench(unit: UnitRow): void {
  const states: readonly UnitState[] = ['expected', 'returned', ...statesOnBench];
  if (states.includes(unit.state)) return;
  throw new Problem(
    'UNIT_STATE',
    `It is ${whereabouts(unit)}. Move it to the bench before you change its carrier.`,
  );
}

/** Throws while the unit is on sale or in an order: its product and stock belong to the model. */
function assertModelFree(unit: UnitRow): void {
  const states: readonly UnitState[] = ['listed', ...statesInOrder];
  if (!states.includes(unit.state)) return;
  throw new Problem('UNIT_STATE', `Its model cannot change while it is ${whereabouts(unit)}.`);
}

/** Serials are unique within a brand, so the one of this unit follows it to another; throws IDENTIFIER_IN_USE. */
async function moveSerial(tx: Tx, unitId: string, brand: string): Promise<void> {
  const isSerial = and(
    eq(unitIdentifiers.unitId, unitId),
    eq(unitIdentifiers.kind, 'serial'),
    eq(unitIdentifiers.active, true),
  );
  const [current] = await tx.select().from(unitIdentifiers).where(isSerial);
  if (!current) return;
  const [serial] = scopedIdentifiers([{ kind: 'serial', value: current.value }], brand);
  if (!serial || serial.scope === current.scope) return;
  await tx.update(unitIdentifiers).set({ active: false }).where(isSerial);
  await insertIdentifiers(tx, unitId, [serial], current.captured, current.createdAt);
}

/** Adds an identifier to a unit; the previous one of its kind becomes inactive. */
export async function setUnitIdentifier(
  deps: Pick<Deps, 'db' | 'now'>,
  reference: string,
  { kind, value, captured }: { kind: IdentifierKind; value: string; captured: CaptureMethod },
  actorId: string,
): Promise<UnitDetail> {
  const now = deps.now();
  return inTransaction(deps.db, async (tx) => {
    const locked = await lockUnit(tx, reference);
    if (locked.state === 'gone') {
      throw new Problem('UNIT_STATE', 'A device that is gone cannot get another number.');
    }
    const unit = await findUnit(tx, locked.id);
    const identifiers = scopedIdentifiers([{ kind, value }], unit.model.brand);
    const [identifier] = identifiers;
    if (unit.identifiers.some((known) => known.kind === kind && known.value === identifier?.value)) {
      return findUnitDetail(tx, unit.id);
    }
    await tx
      .update(unitIdentifiers)
      .set({ active: false })
      .where(
        and(
          eq(unitIdentifiers.unitId, unit.id),
          eq(unitIdentifiers.kind, kind),
          eq(unitIdentifiers.active, true),
        ),
      );
    await insertIdentifiers(tx, unit.id, identifiers, captured, now);
    await tx
      .update(units)
      .set({ version: locked.version + 1, updatedAt: now })
      .where(eq(units.id, unit.id));
    const detail = `${identifierLabels[kind]} ${identifier?.value}`;
    await recordUnitEvents(tx, [{ unitId: unit.id, kind: 'identified', detail }], { actorId, now });
    return findUnitDetail(tx, unit.id);
  });
}
