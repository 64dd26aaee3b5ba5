import type { CallOutput } from '@reprise/contract/endpoint';
import { type Cents, cents } from '@reprise/contract/money';
import type { LotCosts } from '@reprise/contract/workshop/lots/lot';
import type { lotEndpoints } from '@reprise/contract/workshop/lots/lots';
import { and, asc, eq, inArray, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { Queryable, Tx } from '../../../platform/database/database.ts';
import { newId } from '../../../platform/database/new-id.ts';
import { lotLines, lots } from '../../lots/lots.tables.ts';
import { recordUnitEvents } from '../record-unit-events.ts';
import type { UnitRow } from '../shift-units.ts';
import { actorName } from '../unit.queries.ts';
import { findUnitRow } from '../unit-rows.ts';
import { unitCosts, units } from '../units.tables.ts';

type CostRow = typeof unitCosts.$inferInsert;
export type NewUnitCost = Pick<CostRow, 'unitId' | 'kind' | 'amountCents' | 'source' | 'note'>;

const batchSize = 1000;

/** Books costs to units and adds them to their sums. Costs of 0 are left out; the same source books once. */
export async function bookUnitCosts(
  tx: Tx,
  booked: NewUnitCost[],
  { actorId, now }: { actorId: string | null; now: Date },
): Promise<void> {
  const rows = booked
    .filter(({ amountCents }) => amountCents !== 0)
    .map((cost) => ({ ...cost, id: newId('uct'), actorId, createdAt: now }));
  for (let start = 0; start < rows.length; start += batchSize) {
    const batch = rows.slice(start, start + batchSize);
    const added = tx.$with('added').as(
      tx.insert(unitCosts).values(batch).onConflictDoNothing().returning({
        unitId: unitCosts.unitId,
        kind: unitCosts.kind,
        amountCents: unitCosts.amountCents,
      }),
    );
    await tx
      .with(added)
      .update(units)
      .set({
        costCents: sql`${units.costCents} + sums.amount`,
        purchaseCents: sql`case when sums.purchase is null then ${units.purchaseCents}
          else greatest(coalesce(${units.purchaseCents}, 0) + sums.purchase, 0) end`,
      })
      .from(sql`(select unit_id, sum(amount_cents) as amount,
          sum(amount_cents) filter (where kind = 'purchase') as purchase
        from added group by unit_id) sums`)
      .where(sql`sums.unit_id = ${units.id}`);
  }
}

type Paid = readonly { unitId: string; amountCents: Cents }[];

/** Sets what was paid for the devices themselves, so that 0 is known, too. */
export const setPurchases = (tx: Tx, paid: Paid) => updatePurchases(tx, paid, sql`greatest(paid.amount, 0)`);

/** Adds to what was paid for devices, as far as it is known. */
export const addToPurchases = (tx: Tx, paid: Paid) =>
  updatePurchases(tx, paid, sql`greatest(${units.purchaseCents} + paid.amount, 0)`);

async function updatePurchases(tx: Tx, paid: Paid, purchaseCents: SQL): Promise<void> {
  const rows = JSON.stringify(paid.map(({ unitId: id, amountCents: amount }) => ({ id, amount })));
  await tx
    .update(units)
    .set({ purchaseCents })
    .from(sql`jsonb_to_recordset(${rows}::jsonb) as paid (id text, amount bigint)`)
    .where(sql`paid.id = ${units.id}`);
}

type CostChange = {
  lotId: string | null;
  isMoved: boolean;
  purchase: Cents | null;
  detail: string;
  reason: string;
};

/** Stores lot and purchase of a locked unit, with an event that names no amount. */
export async function storeUnitCost(
  tx: Tx,
  unit: UnitRow,
  { lotId, isMoved, purchase, detail, reason }: CostChange,
  by: { actorId: string | null; now: Date },
): Promise<void> {
  await tx
    .update(units)
    .set({
      lotId,
      // A row of the manifest of another lot says nothing about it.
      ...(isMoved && { lotLineId: null }),
      purchaseCents: purchase,
      version: unit.version + 1,
      updatedAt: by.now,
    })
    .where(eq(units.id, unit.id));
  await recordUnitEvents(tx, [{ unitId: unit.id, kind: 'costed', detail, reason }], by);
}

// Orders are above this slice, so their tables are named instead of imported.
/** SQL: price of a unit in the order that it left with, less its share of the discount. */
const revenue = (unitId: SQLWrapper | string) => sql<number | null>`(
  select i.unit_price_cents - coalesce(i.discount_cents, 0) / i.quantity
  from order_item_units b join order_items i on i.id = b.order_item_id
  where b.unit_id = ${unitId} and b.ended_at is null)`;

type BookedCost<Kind> = { id: string; kind: Kind; amountCents: Cents; note: string; createdAt: Date };

/** Returns a booked cost of a unit or a lot as the API has it. */
export const toCost = <Kind>({ cost, actor }: { cost: BookedCost<Kind>; actor: string | null }) => ({
  id: cost.id,
  kind: cost.kind,
  amount: cost.amountCents,
  note: cost.note,
  actor,
  createdAt: cost.createdAt.toISOString(),
});

/** Returns the costs of a unit in the order they were booked, and the price that it was sold for. */
export async function readUnitCosts(
  db: Queryable,
  reference: string,
): Promise<CallOutput<typeof lotEndpoints.getUnitCosts>> {
  const { id, state, purchaseCents } = await findUnitRow(db, reference);
  const rows = await db
    .select({ cost: unitCosts, actor: actorName(unitCosts.actorId) })
    .from(unitCosts)
    .where(eq(unitCosts.unitId, id))
    .orderBy(asc(unitCosts.createdAt), sql`${unitCosts.kind} <> 'purchase'`, asc(unitCosts.id));
  const [unit] = await db
    .select({
      total: units.costCents,
      revenue: revenue(id),
      declared: lotLines.unitPriceCents,
      lot: lots.state,
    })
    .from(units)
    .leftJoin(lots, eq(lots.id, units.lotId))
    .leftJoin(lotLines, eq(lotLines.id, units.lotLineId))
    .where(eq(units.id, id));
  const isSold = state === 'shipped' || state === 'sold';
  return {
    total: unit?.total ?? cents(0),
    purchase: purchaseCents,
    declared: unit?.declared ?? null,
    lotState: unit?.lot ?? null,
    revenue: isSold && unit?.revenue != null ? (Number(unit.revenue) as Cents) : null,
    costs: rows.map(toCost),
  };
}

/** Returns the number of devices of a lot that were sold, the prices that they were sold for and what they cost. */
export async function readSoldOfLot(db: Queryable, lotId: string): Promise<LotCosts['sold']> {
  const [row] = await db
    .select({
      units: sql<number>`count(*)::int`,
      unknown: sql<number>`(count(*) filter (where ${units.purchaseCents} is null))::int`,
      revenue: sql<string>`coalesce(sum(${revenue(units.id)}), 0)`,
      cost: sql<string>`coalesce(sum(${units.costCents}), 0)`,
    })
    .from(units)
    .where(and(eq(units.lotId, lotId), inArray(units.state, ['shipped', 'sold'])));
  return {
    units: row?.units ?? 0,
    unknown: row?.unknown ?? 0,
    revenue: cents(Number(row?.revenue ?? 0)),
    cost: cents(Number(row?.cost ?? 0)),
  };
}
