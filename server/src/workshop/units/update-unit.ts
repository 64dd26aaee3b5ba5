import { type DeviceKind, deviceKindLabels } from '@reprise/contract/catalog/grading/device-kinds';
import { Problem } from '@reprise/contract/problem';
import { carrierText, readCarrier } from '@reprise/contract/workshop/units/carrier';
import { type IdentifierKind, identifierLabels } from '@reprise/contract/workshop/units/identifiers';
import type { CaptureMethod, Unit, UnitEdit, UnitEvent } from '@reprise/contract/workshop/units/unit';
import { statesInOrder, statesOnBench, type UnitState } from '@reprise/contract/workshop/units/unit-states';
import { and, eq } from 'drizzle-orm';
import { deviceModels } from '../../catalog/products/families/families.tables.ts';
import type { Deps } from '../../deps.ts';
import type { Actor } from '../../foundations/audit/actor.ts';
import { inTransaction, type Tx } from '../../platform/database/database.ts';
import { assertPermission, type Caller } from '../../platform/http/endpoint.ts';
import { judgeUnits } from './bench/judge-units.ts';
import { changeKind, noFactsOfKind } from './bench/reopen-gates.ts';
import { ensureModel } from './ensure-model.ts';
import { insertIdentifiers, scopedIdentifiers } from './intake/record-identifiers.ts';
import type { MoveDeps } from './move-units.ts';
import { recordUnitEvents } from './record-unit-events.ts';
import { shiftUnits, type UnitRow } from './shift-units.ts';
import { findUnit, findUnitDetail, whereabouts } from './unit.queries.ts';
import { findUnitRow, lockUnit, lockUnits } from './unit-rows.ts';
import { unitIdentifiers, units } from './units.tables.ts';
import { invalidateChoices } from './units.tags.ts';

type UnitDetail = { unit: Unit; events: UnitEvent[] };

type EditDeps = Pick<Deps, 'db' | 'now'> & MoveDeps;

/** Corrects model, kind, carrier and notes; throws EDIT_CONFLICT if the unit was changed since `version`. */
export async function updateUnit(
  deps: EditDeps,
  reference: string,
  edit: UnitEdit,
  caller: Pick<Caller, 'userId' | 'permissions'>,
): Promise<UnitDetail> {
  const by = { actorId: caller.userId, now: deps.now() };
  return inTransaction(deps.db, async (tx) => {
    const before = await findUnitRow(tx, reference);
    assertSeen(before, edit);
    const model = edit.model && (await ensureModel(tx, edit.model, by));
    // Locks orders and products, so it comes before the lock of the unit.
    const kind = await storeKind(tx, deps, { key: model?.key ?? before.modelKey, kind: edit.kind }, caller);
    const locked = await lockUnit(tx, reference);
    if (kind === undefined) assertSeen(locked, edit);
    const isMoved = model !== undefined && model.key !== locked.modelKey;
    if (isMoved) assertModelFree(locked);
    const carrier = carrierOf(edit);
    const isRelocked = carrier !== undefined && carrier !== locked.carrier;
    if (isRelocked) assertOnBench(locked);
    const details = [
      kind && `kind ${deviceKindLabels[kind].toLowerCase()}`,
      isMoved && `model ${model.name}`,
      isRelocked && (carrierText(carrier ?? null) || 'carrier not known').toLowerCase(),
      edit.note !== undefined && edit.note !== locked.note && 'note',
      edit.publicNote !== undefined && edit.publicNote !== locked.publicNote && 'note for buyers',
    ].filter(Boolean);
    if (details.length === 0) return findUnitDetail(tx, locked.id);
    await tx
      .update(units)
      .set({
        ...(model && { modelKey: model.key }),
        ...(isMoved && (await isOtherKind(tx, locked, model)) && noFactsOfKind),
        ...(isRelocked && { carrier }),
        ...(edit.note !== undefined && { note: edit.note }),
        ...(edit.publicNote !== undefined && { publicNote: edit.publicNote }),
        version: locked.version + 1,
        updatedAt: by.now,
      })
      .where(eq(units.id, locked.id));
    invalidateChoices(tx, [locked.productId]);
    const event = { unitId: locked.id, kind: 'edited' as const, detail: details.join(', ') };
    await recordUnitEvents(tx, [event], by);
    if (isMoved) await moveSerial(tx, locked.id, model.brand);
    if (isMoved && locked.state === 'ready') await judgeAgain(tx, locked, by);
    return findUnitDetail(tx, locked.id);
  });
}

function assertSeen(unit: UnitRow, { version }: UnitEdit): void {
  if (unit.version === version) return;
  throw new Problem('EDIT_CONFLICT', 'Somebody else changed this device. Look at it again, then save.');
}

/** Stores another kind of a model and returns it. Once the model has devices, that needs `catalog.manage`. */
async function storeKind(
  tx: Tx,
  deps: EditDeps,
  { key, kind }: { key: string; kind: DeviceKind | undefined },
  caller: Pick<Caller, 'userId' | 'permissions'>,
): Promise<DeviceKind | undefined> {
  const [model] = await tx.select().from(deviceModels).where(eq(deviceModels.key, key));
  if (!model || kind === undefined || kind === model.kind) return undefined;
  if ((await tx.$count(units, eq(units.modelKey, key))) > 0) assertPermission(caller, 'catalog.manage');
  const mover = { actorId: caller.userId, now: deps.now() };
  await changeKind(tx, deps, { key, from: model.kind, to: kind }, mover);
  return kind;
}

async function isOtherKind(tx: Tx, { modelKey }: UnitRow, { kind }: { kind: DeviceKind }): Promise<boolean> {
  const [former] = await tx.select().from(deviceModels).where(eq(deviceModels.key, modelKey));
  return former?.kind !== kind;
}

/** Moves a ready unit back to the bench where its new model asks for more than its old one. */
async function judgeAgain(tx: Tx, { id, gate }: UnitRow, by: Actor): Promise<void> {
  const [unit] = await lockUnits(tx, [id]);
  if (!unit || gate === 'unrecorded') return;
  const verdict = (await judgeUnits(tx, [unit], { canWaive: gate === 'waived' })).get(id);
  if (verdict?.problem) await shiftUnits(tx, [unit], { to: 'bench', reason: verdict.problem }, by);
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
