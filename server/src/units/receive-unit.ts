import { randomInt } from 'node:crypto';
import { Problem } from '@reprise/contract/problem';
import { type IdentifierKind, identifierLabels, readCode } from '@reprise/contract/units/identifiers';
import { type ReceivedUnit, type Unit, undoReceiveMs } from '@reprise/contract/units/unit';
import { newUnitNumber } from '@reprise/contract/units/unit-number';
import { and, eq, inArray, or } from 'drizzle-orm';
import type { Deps } from '../deps.ts';
import { inTransaction, type Tx } from '../platform/database/database.ts';
import { newId } from '../platform/database/new-id.ts';
import { runOnce } from '../platform/http/run-once.ts';
import { ensureModel } from './ensure-model.ts';
import { recordUnitEvents } from './record-unit-events.ts';
import { shiftUnits } from './shift-units.ts';
import { findUnit, lockUnits, whereabouts } from './unit.queries.ts';
import { modelCodes, unitEvents, unitIdentifiers, units } from './units.tables.ts';

type By = { actorId: string | null; now: Date };
type NewIdentifier = { kind: IdentifierKind; value: string; scope: string };

/** Adds a unit on the bench; a repeated Idempotency-Key of the administrator returns the unit of the first request. */
export async function receiveUnit(
  deps: Pick<Deps, 'db' | 'now'>,
  body: ReceivedUnit,
  actorId: string,
  idempotencyKey: string | null,
): Promise<Unit> {
  const now = deps.now();
  return inTransaction(deps.db, async (tx) => {
    const request = { operation: 'receive unit', actorId, key: idempotencyKey, body, now };
    const id = await runOnce(tx, request, () => addUnit(tx, body, { actorId, now }));
    return findUnit(tx, id);
  });
}

async function addUnit(tx: Tx, body: ReceivedUnit, by: By): Promise<string> {
  const model = await ensureModel(tx, body.model, by);
  const identifiers = scopedIdentifiers(body.identifiers, model.brand);
  const previousUnitId = body.again ? await releaseIdentifiers(tx, identifiers) : null;
  const id = newId('unt');
  await tx.insert(units).values({
    id,
    number: newUnitNumber(randomInt),
    modelKey: model.key,
    previousUnitId,
    state: 'bench',
    stateSince: by.now,
    place: body.place.toUpperCase(),
    note: body.note,
    createdAt: by.now,
    updatedAt: by.now,
  });
  await insertIdentifiers(tx, id, identifiers, body.captured, by.now);
  await learnCodes(tx, model.key, body.gtin, identifiers);
  await recordUnitEvents(tx, [{ unitId: id, kind: 'received', to: 'bench', detail: detailOf(body) }], by);
  return id;
}

function detailOf({ captured, place }: ReceivedUnit): string {
  return [captured === 'scan' ? 'scanned' : 'typed', place && `bin ${place.toUpperCase()}`]
    .filter(Boolean)
    .join(', ');
}

/** Returns the identifiers in canonical form, each with the scope within which it is unique. */
export function scopedIdentifiers(
  identifiers: readonly { kind: IdentifierKind; value: string }[],
  brand: string,
): NewIdentifier[] {
  return identifiers.map(({ kind, value }) => {
    const prefix = kind === 'serial' ? 'S/N:' : `${kind.toUpperCase()}:`;
    const scopes = {
      serial: `serial ${brand.toLowerCase()}`,
      imei: 'imei',
      imei2: 'imei',
      meid: 'meid',
      eid: 'eid',
    };
    return { kind, value: readCode(prefix + value).value, scope: scopes[kind] };
  });
}

/** Adds the identifiers; throws IDENTIFIER_IN_USE where one is active in another unit. */
export async function insertIdentifiers(
  tx: Tx,
  unitId: string,
  identifiers: NewIdentifier[],
  captured: ReceivedUnit['captured'],
  now: Date,
): Promise<void> {
  for (const identifier of identifiers) {
    const row = { ...identifier, id: newId('uid'), unitId, captured, createdAt: now };
    // Waits for a concurrent transaction that adds the same one.
    const added = await tx.insert(unitIdentifiers).values(row).onConflictDoNothing().returning();
    if (added.length === 0) throw await identifierInUse(tx, identifier, unitId);
  }
}

async function identifierInUse(tx: Tx, identifier: NewIdentifier, unitId: string): Promise<Problem> {
  const { kind, value } = identifier;
  const [owner] = await activeOwners(tx, [identifier]);
  const label = `${identifierLabels[kind]} ${value}`;
  if (!owner || owner.unitId === unitId) {
    return new Problem('IDENTIFIER_IN_USE', `${label} was given twice. Each number of a device is another.`);
  }
  const unit = await findUnit(tx, owner.unitId);
  const message = `${label} belongs to ${unit.number}, which is ${whereabouts(unit)}.`;
  return new Problem('IDENTIFIER_IN_USE', message, { details: { unit: unit.number, state: unit.state } });
}

function activeOwners(tx: Tx, identifiers: NewIdentifier[]) {
  const isOne = identifiers.map(({ scope, value }) =>
    and(eq(unitIdentifiers.scope, scope), eq(unitIdentifiers.value, value)),
  );
  return tx
    .select({ unitId: unitIdentifiers.unitId })
    .from(unitIdentifiers)
    .where(and(eq(unitIdentifiers.active, true), or(...isOne)));
}

/** Frees the identifiers of units that have left; returns the newest of these, null if there is none. */
async function releaseIdentifiers(tx: Tx, identifiers: NewIdentifier[]): Promise<string | null> {
  if (identifiers.length === 0) return null;
  const owners = (await activeOwners(tx, identifiers)).map(({ unitId }) => unitId);
  if (owners.length === 0) return null;
  const gone = (await lockUnits(tx, owners)).filter(({ state }) => state === 'gone').map(({ id }) => id);
  await tx.update(unitIdentifiers).set({ active: false }).where(inArray(unitIdentifiers.unitId, gone));
  return gone.at(-1) ?? null;
}

/** Remembers the barcode of the box and the first eight digits of the IMEI, so that the next scan suggests the model. */
async function learnCodes(
  tx: Tx,
  modelKey: string,
  gtin: string,
  identifiers: NewIdentifier[],
): Promise<void> {
  const imei = identifiers.find(({ kind }) => kind === 'imei')?.value;
  const codes = [
    ...(gtin ? [{ kind: 'gtin' as const, code: gtin.padStart(14, '0'), modelKey }] : []),
    ...(imei ? [{ kind: 'tac' as const, code: imei.slice(0, 8), modelKey }] : []),
  ];
  if (codes.length > 0) await tx.insert(modelCodes).values(codes).onConflictDoNothing();
}

/** Takes back a receive of the last hour of a unit that nothing else was done to. */
export async function undoReceiveUnit(
  deps: Pick<Deps, 'db' | 'now'>,
  reference: string,
  actorId: string,
): Promise<Unit> {
  const now = deps.now();
  return inTransaction(deps.db, async (tx) => {
    const { id } = await findUnit(tx, reference);
    const [locked] = await lockUnits(tx, [id]);
    const events = await tx
      .select({ kind: unitEvents.kind, toState: unitEvents.toState })
      .from(unitEvents)
      .where(eq(unitEvents.unitId, id));
    const wasMoved = events.some(({ kind }) => kind === 'moved');
    const isRecent = locked !== undefined && now.getTime() - locked.createdAt.getTime() < undoReceiveMs;
    // A device that a count put on sale was never received: taking it back would leave the stock as it is.
    if (locked?.state !== 'bench' || wasMoved || !isRecent) {
      throw new Problem('UNIT_STATE', 'Only a device that was received within the last hour can be undone.');
    }
    await tx.update(unitIdentifiers).set({ active: false }).where(eq(unitIdentifiers.unitId, id));
    const shift = { to: 'gone', goneAs: 'mistaken', reason: 'Received by mistake' } as const;
    await shiftUnits(tx, [locked], shift, { actorId, now });
    return findUnit(tx, id);
  });
}
