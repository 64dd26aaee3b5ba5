import type { CallOutput } from '@reprise/contract/endpoint';
import { type Cents, cents } from '@reprise/contract/money';
import { Problem } from '@reprise/contract/problem';
import type { lotEndpoints } from '@reprise/contract/workshop/lots/lots';
import type { UnitCostEdit } from '@reprise/contract/workshop/lots/unit-costs';
import { and, eq, inArray, ne, sql } from 'drizzle-orm';
import type { Deps } from '../../../deps.ts';
import { recordAudit } from '../../../foundations/audit/record-audit.ts';
import { inTransaction, type Tx } from '../../../platform/database/database.ts';
import { newId } from '../../../platform/database/new-id.ts';
import { adjustFrozenCosts } from '../../units/in-orders/freeze-costs.ts';
import {
  addToPurchases,
  bookUnitCosts,
  type NewUnitCost,
  readUnitCosts,
  storeUnitCost,
} from '../../units/intake/unit-costs.ts';
import type { UnitRow } from '../../units/shift-units.ts';
import { findUnitRow, lockUnit } from '../../units/unit-rows.ts';
import { unitCosts, units } from '../../units/units.tables.ts';
import { findLot, hasCome, type LotRow, lockLot } from '../lot.queries.ts';
import { lotCosts } from '../lots.tables.ts';
import { shareOut } from './lot-costs.ts';

type By = { actorId: string; now: Date };
type Change = { unit: UnitRow; from: LotRow | null; to: LotRow | null };

/**
 * Sets or corrects what was paid for a device and the lot it came with. Booked costs stay: differences are booked beside
 * them, and those of a closed lot also in the lot, so that its devices still carry its costs.
 */
export async function setUnitCost(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  reference: string,
  edit: UnitCostEdit,
  actorId: string,
): Promise<CallOutput<typeof lotEndpoints.getUnitCosts>> {
  const by = { actorId, now: now() };
  return inTransaction(db, async (tx) => {
    const change = await lockChange(tx, reference, edit);
    const { unit, from, to } = change;
    const isMoved = from?.id !== to?.id;
    if (isMoved) await leaveLot(tx, change, by);
    const purchase = purchaseAfter(change, edit.purchase, isMoved);
    await bookPurchase(tx, change, purchase, by);
    const details = [
      isMoved && (to ? `lot ${to.number}` : 'no lot'),
      purchase !== unit.purchaseCents && wordsOf(unit.purchaseCents, purchase),
    ].filter(Boolean);
    if (details.length === 0) return readUnitCosts(tx, unit.id);
    const stored = {
      lotId: to?.id ?? null,
      isMoved,
      purchase,
      detail: details.join(', '),
      reason: edit.reason,
    };
    await storeUnitCost(tx, unit, stored, by);
    await adjustFrozenCosts(tx, [unit.id], by.now);
    await recordAudit(tx, {
      actorId,
      action: 'set cost of device',
      subject: `device ${unit.number}`,
      before: { lot: from?.number ?? null, purchaseCents: unit.purchaseCents },
      after: { lot: to?.number ?? null, purchaseCents: purchase, reason: edit.reason },
    });
    return readUnitCosts(tx, unit.id);
  });
}

/** Locks the lots in id order, then the unit, as all writes of lots do. */
async function lockChange(tx: Tx, reference: string, edit: UnitCostEdit): Promise<Change> {
  const { lotId } = await findUnitRow(tx, reference);
  const wanted = edit.lot === undefined ? lotId : edit.lot;
  const targetId = wanted === null ? null : await findLotId(tx, wanted);
  const locked = new Map<string, LotRow>();
  for (const id of [...new Set([lotId, targetId])].filter((id) => id !== null).sort()) {
    locked.set(id, await lockLot(tx, id));
  }
  const unit = await lockUnit(tx, reference);
  if (unit.version !== edit.version || unit.lotId !== lotId)
    throw new Problem('EDIT_CONFLICT', 'Someone else changed this device. Look at it again, then save.');
  const isHere = unit.state !== 'expected' && unit.goneAs !== 'mistaken' && unit.goneAs !== 'never-came';
  if (!isHere) throw new Problem('UNIT_STATE', 'Only a device that came has a cost.');
  return { unit, from: locked.get(lotId ?? '') ?? null, to: locked.get(targetId ?? '') ?? null };
}

async function findLotId(tx: Tx, reference: string): Promise<string> {
  const { id } = await findLot(tx, reference, false).catch((error: unknown) => {
    if (!(error instanceof Problem)) throw error;
    const message = 'There is no lot with this number.';
    throw new Problem('VALIDATION_ERROR', message, { errors: [{ field: 'lot', message }] });
  });
  return id;
}

/** Returns what was paid for the device after the change; throws where an open lot will book it. */
function purchaseAfter(
  { unit, from, to }: Change,
  purchase: Cents | null | undefined,
  isMoved: boolean,
): Cents | null {
  if (to?.state === 'open') {
    if (purchase !== undefined && purchase !== null) {
      const message = `Its cost is booked when lot ${to.number} is closed. Close the lot, or take the device out of it.`;
      throw new Problem('UNIT_STATE', message, { errors: [{ field: 'purchase', message }] });
    }
    return null;
  }
  if (purchase !== undefined) return purchase;
  // The share of a closed lot is the cost of its devices, not of one that was never part of it.
  return isMoved && from?.state === 'closed' ? null : unit.purchaseCents;
}

/** Takes the costs of a closed lot off a device that leaves it, and divides them among the others. */
async function leaveLot(tx: Tx, { unit, from }: Change, by: By): Promise<void> {
  if (from?.state !== 'closed') return;
  const { goods, others } = await costsOfLot(tx, from.id, unit.id);
  const sum = cents(goods + others);
  if (sum === 0) return;
  const remaining = and(eq(units.lotId, from.id), hasCome, ne(units.id, unit.id));
  if ((await tx.$count(units, remaining)) === 0) {
    const message = `It is the only device of lot ${from.number}, so no other can carry its cost. Correct what was paid for it instead.`;
    throw new Problem('UNIT_STATE', message);
  }
  const off = await addDeviceCost(tx, from.id, cents(-sum), `${unit.number} left the lot`, by);
  const spread = await addDeviceCost(tx, from.id, sum, `Share of ${unit.number}, carried by the others`, by);
  const goodsShares = await shareOut(tx, from, goods, unit.id);
  const otherShares = await shareOut(tx, from, others, unit.id);
  await bookUnitCosts(
    tx,
    [
      { unitId: unit.id, kind: 'correction', amountCents: cents(-sum), source: off },
      ...goodsShares.map((share) => ({ ...share, kind: 'correction' as const, source: spread })),
      ...otherShares.map((share) => ({ ...share, kind: 'lot-share' as const, source: spread })),
    ],
    by,
  );
  await addToPurchases(tx, goodsShares);
  await adjustFrozenCosts(
    tx,
    goodsShares.map(({ unitId }) => unitId),
    by.now,
  );
}

/** Sums of what a lot booked to a device: for the goods, and for freight, duty and fees. */
async function costsOfLot(tx: Tx, lotId: string, unitId: string): Promise<{ goods: Cents; others: Cents }> {
  const ofLot = tx.select({ id: lotCosts.id }).from(lotCosts).where(eq(lotCosts.lotId, lotId));
  const isShare = sql`${unitCosts.kind} = 'lot-share'`;
  const [row] = await tx
    .select({
      goods: sql<string>`coalesce(sum(${unitCosts.amountCents}) filter (where not ${isShare}), 0)`,
      others: sql<string>`coalesce(sum(${unitCosts.amountCents}) filter (where ${isShare}), 0)`,
    })
    .from(unitCosts)
    .where(
      and(
        eq(unitCosts.unitId, unitId),
        sql`(${unitCosts.source} = ${lotId} or ${inArray(unitCosts.source, ofLot)})`,
      ),
    );
  return { goods: cents(Number(row?.goods ?? 0)), others: cents(Number(row?.others ?? 0)) };
}

/** Books the difference between what a device carries for itself and what was paid for it. */
async function bookPurchase(
  tx: Tx,
  { unit, from, to }: Change,
  purchase: Cents | null,
  by: By,
): Promise<void> {
  const isMoved = from?.id !== to?.id;
  // A closed lot that it left has taken its share back.
  const before = isMoved && from?.state === 'closed' ? null : unit.purchaseCents;
  const booked: Omit<NewUnitCost, 'unitId'>[] = [];
  if (isMoved && to?.state === 'closed') {
    booked.push({ kind: 'correction', amountCents: cents(-(before ?? 0)), source: '' });
    const amountCents = purchase ?? cents(0);
    const source = await addDeviceCost(tx, to.id, amountCents, `${unit.number} came late`, by);
    booked.push({ kind: 'purchase', amountCents, source });
  } else {
    const kind = before === null ? 'purchase' : 'correction';
    const amountCents = cents((purchase ?? 0) - (before ?? 0));
    const source =
      to?.state === 'closed' ? await addDeviceCost(tx, to.id, amountCents, `Cost of ${unit.number}`, by) : '';
    booked.push({ kind, amountCents, source });
  }
  await bookUnitCosts(
    tx,
    booked.map((cost) => ({ ...cost, unitId: unit.id })),
    by,
  );
}

/** Adds a cost of one device to a closed lot and returns its id; an amount of 0 needs none. */
async function addDeviceCost(
  tx: Tx,
  lotId: string,
  amountCents: Cents,
  note: string,
  by: By,
): Promise<string> {
  if (amountCents === 0) return '';
  const id = newId('lct');
  await tx
    .insert(lotCosts)
    .values({ id, lotId, kind: 'device', amountCents, note, actorId: by.actorId, createdAt: by.now });
  return id;
}

/** Words for the history, which people read who see no amounts. */
function wordsOf(before: Cents | null, after: Cents | null): string {
  if (after === null) return 'cost not known';
  return before === null ? 'cost set' : 'cost corrected';
}
