import { Problem } from '@reprise/contract/problem';
import { readCarrier } from '@reprise/contract/workshop/units/carrier';
import { type ReceivedUnit, type Unit, undoReceiveMs } from '@reprise/contract/workshop/units/unit';
import { hasDeparted } from '@reprise/contract/workshop/units/unit-states';
import { and, desc, eq, inArray, isNull, sql } from 'drizzle-orm';
import type { Deps } from '../../deps.ts';
import type { Actor } from '../../foundations/audit/actor.ts';
import { inTransaction, type Tx } from '../../platform/database/database.ts';
import { newId } from '../../platform/database/new-id.ts';
import { runOnce } from '../../platform/http/run-once.ts';
import { drawUnitNumbers } from './draw-unit-numbers.ts';
import { ensureModel } from './ensure-model.ts';
import {
  lockExpectedUnit,
  lockLotToReceive,
  receiveExpectedUnit,
  undoExpectedUnit,
} from './intake/receive-expected-unit.ts';
import {
  activeOwners,
  detailOf,
  insertIdentifiers,
  learnCodes,
  type NewIdentifier,
  scopedIdentifiers,
} from './intake/record-identifiers.ts';
import { recordUnitEvents } from './record-unit-events.ts';
import { shiftUnits } from './shift-units.ts';
import { activeIdentifiers, findUnit } from './unit.queries.ts';
import { lockUnit, lockUnits } from './unit-rows.ts';
import { orderItemUnits, unitEvents, unitIdentifiers, units } from './units.tables.ts';

/** Adds a unit on the bench; a repeated Idempotency-Key of the administrator returns the unit of the first request. */
export async function receiveUnit(
  deps: Pick<Deps, 'db' | 'now' | 'search'>,
  body: ReceivedUnit,
  actorId: string,
  idempotencyKey: string | null,
): Promise<Unit> {
  const now = deps.now();
  return inTransaction(deps.db, async (tx) => {
    const request = { operation: 'receive unit', actorId, key: idempotencyKey, body, now };
    const id = await runOnce(tx, request, () => addUnit(tx, body, { actorId, now, search: deps.search }));
    return findUnit(tx, id);
  });
}

async function addUnit(tx: Tx, body: ReceivedUnit, by: Actor & Pick<Deps, 'search'>): Promise<string> {
  const model = await ensureModel(tx, body.model, by);
  const identifiers = scopedIdentifiers(body.identifiers, model.brand);
  const lotId = body.lot === undefined ? null : await lockLotToReceive(tx, body.lot);
  const expected = await lockExpectedUnit(tx, { lotId, model, identifiers });
  if (expected) return receiveExpectedUnit(tx, expected, { body, model, identifiers }, by);
  const previousUnitId = body.again ? await releaseIdentifiers(tx, identifiers) : null;
  const id = newId('unt');
  const [number = ''] = await drawUnitNumbers(tx, 1);
  await tx.insert(units).values({
    id,
    number,
    modelKey: model.key,
    lotId,
    receivedAt: by.now,
    previousUnitId,
    state: 'bench',
    stateSince: by.now,
    place: body.place.toUpperCase(),
    note: body.note,
    carrier: body.carrier === undefined ? null : readCarrier(body.carrier || 'unlocked'),
    createdAt: by.now,
    updatedAt: by.now,
  });
  await insertIdentifiers(tx, id, identifiers, body.captured, by.now);
  await learnCodes(tx, model.key, { gtin: body.gtin, identifiers, search: by.search });
  await recordUnitEvents(tx, [{ unitId: id, kind: 'received', to: 'bench', detail: detailOf(body) }], by);
  return id;
}

/**
 * Frees the identifiers of units that were sold or have left otherwise; returns the newest of these, null if there is
 * none. The order of a sold one keeps what was sent.
 */
async function releaseIdentifiers(tx: Tx, identifiers: NewIdentifier[]): Promise<string | null> {
  if (identifiers.length === 0) return null;
  const owners = (await activeOwners(tx, identifiers)).map(({ unitId }) => unitId);
  if (owners.length === 0) return null;
  const departed = (await lockUnits(tx, owners)).filter(({ state }) => hasDeparted(state));
  const ids = departed.map(({ id }) => id);
  await tx
    .update(orderItemUnits)
    .set({ sentAs: activeIdentifiers(sql`order_item_units.unit_id`) })
    .where(and(inArray(orderItemUnits.unitId, ids), isNull(orderItemUnits.endedAt)));
  await tx.update(unitIdentifiers).set({ active: false }).where(inArray(unitIdentifiers.unitId, ids));
  return ids.at(-1) ?? null;
}

/** Gives a unit, which was not bought again after all, the identifiers that it had last. */
async function restoreIdentifiers(tx: Tx, unitId: string): Promise<void> {
  await tx.execute(sql`
    update unit_identifiers i set active = true
    where i.id in (
        select distinct on (kind) id from unit_identifiers
        where unit_id = ${unitId} order by kind, created_at desc, id desc)
      and not exists (
        select from unit_identifiers o where o.scope = i.scope and o.value = i.value and o.active)`);
  await tx
    .update(orderItemUnits)
    .set({ sentAs: null })
    .where(and(eq(orderItemUnits.unitId, unitId), isNull(orderItemUnits.endedAt)));
}

/** Takes back a receive of the last hour of a unit that no work was recorded of. */
export async function undoReceiveUnit(
  deps: Pick<Deps, 'db' | 'now'>,
  reference: string,
  actorId: string,
): Promise<Unit> {
  const now = deps.now();
  return inTransaction(deps.db, async (tx) => {
    const locked = await lockUnit(tx, reference);
    const { id } = locked;
    const [move] = await tx
      .select({ from: unitEvents.fromState, to: unitEvents.toState })
      .from(unitEvents)
      .where(and(eq(unitEvents.unitId, id), eq(unitEvents.kind, 'moved')))
      .orderBy(desc(unitEvents.createdAt), desc(unitEvents.id))
      .limit(1);
    const wasExpected = move?.from === 'expected';
    const isRecent = now.getTime() - locked.stateSince.getTime() < undoReceiveMs;
    // A device that a count put on sale was never received: taking it back would leave the stock as it is.
    if (locked.state !== 'bench' || (move && !wasExpected) || !isRecent) {
      throw new Problem('UNIT_STATE', 'Only a device that was received within the last hour can be undone.');
    }
    await assertNoWork(tx, id);
    if (wasExpected) {
      await undoExpectedUnit(tx, locked, { actorId, now });
      return findUnit(tx, id);
    }
    await tx.update(unitIdentifiers).set({ active: false }).where(eq(unitIdentifiers.unitId, id));
    if (locked.previousUnitId !== null) await restoreIdentifiers(tx, locked.previousUnitId);
    const shift = { to: 'gone', goneAs: 'mistaken', reason: 'Received by mistake' } as const;
    await shiftUnits(tx, [locked], shift, { actorId, now });
    return findUnit(tx, id);
  });
}

const workKinds = ['checked', 'wiped', 'verified', 'tested', 'graded', 'repaired', 'photographed'] as const;

/** Throws UNIT_STATE if work on a unit is recorded: its number must stay with that. */
async function assertNoWork(tx: Tx, id: string): Promise<void> {
  const isWork = and(eq(unitEvents.unitId, id), inArray(unitEvents.kind, [...workKinds]));
  if ((await tx.$count(unitEvents, isWork)) === 0) return;
  throw new Problem(
    'UNIT_STATE',
    'Work on this device is recorded, so that receiving it cannot be undone. Move it to “Gone” instead.',
  );
}
