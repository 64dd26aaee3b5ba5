import { type Cents, cents } from '@reprise/contract/money';
import { Problem } from '@reprise/contract/problem';
import type { LotCostInput, LotCosts } from '@reprise/contract/workshop/lots/lot';
import { and, asc, eq, inArray, isNull, ne, or, sql } from 'drizzle-orm';
import { products } from '../../../catalog/products/products.tables.ts';
import type { Deps } from '../../../deps.ts';
import { recordAudit } from '../../../foundations/audit/record-audit.ts';
import { inTransaction, type Queryable, type Tx } from '../../../platform/database/database.ts';
import { newId } from '../../../platform/database/new-id.ts';
import { runOnce } from '../../../platform/http/run-once.ts';
import { adjustFrozenCosts } from '../../units/in-orders/freeze-costs.ts';
import { bookUnitCosts, readSoldOfLot, toCost } from '../../units/intake/unit-costs.ts';
import { actorName } from '../../units/unit.queries.ts';
import { unitCosts, units } from '../../units/units.tables.ts';
import { findLot, hasCome, type LotRow, lockLot, sumOfManifest } from '../lot.queries.ts';
import { lotCosts, lotLines } from '../lots.tables.ts';
import { spreadCents } from './spread-cents.ts';

/** Returns the costs of a lot and how much of them its devices carry. */
export async function readLotCosts(db: Queryable, reference: string): Promise<LotCosts> {
  const { id, goods, cost } = await findLot(db, reference, true);
  const rows = await db
    .select({ cost: lotCosts, actor: actorName(lotCosts.actorId) })
    .from(lotCosts)
    .where(eq(lotCosts.lotId, id))
    .orderBy(asc(lotCosts.createdAt), asc(lotCosts.id));
  const sources = db.select({ id: lotCosts.id }).from(lotCosts).where(eq(lotCosts.lotId, id));
  const [booked] = await db
    .select({ sum: sql<string>`coalesce(sum(${unitCosts.amountCents}), 0)` })
    .from(unitCosts)
    .where(or(eq(unitCosts.source, id), inArray(unitCosts.source, sources)));
  return {
    goods,
    costs: rows.map(toCost),
    total: cost ?? cents(0),
    manifest: await sumOfManifest(db, id),
    booked: cents(Number(booked?.sum ?? 0)),
    sold: await readSoldOfLot(db, id),
    unknown: await db.$count(units, and(eq(units.lotId, id), hasCome, isNull(units.purchaseCents))),
  };
}

/** Adds a cost, once per Idempotency-Key; of a closed lot, its devices carry it at once. */
export async function addLotCost(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  reference: string,
  input: LotCostInput,
  { actorId, idempotencyKey }: { actorId: string; idempotencyKey: string | null },
): Promise<LotCosts> {
  return inTransaction(db, async (tx) => {
    const lot = await lockLot(tx, reference);
    const request = {
      operation: `cost of ${lot.id}`,
      actorId,
      key: idempotencyKey,
      body: input,
      now: now(),
    };
    await runOnce(tx, request, () => insertCost(tx, lot, input, { actorId, now: now() }));
    return readLotCosts(tx, lot.id);
  });
}

type By = { actorId: string; now: Date };

async function insertCost(
  tx: Tx,
  lot: LotRow,
  { kind, amount, note }: LotCostInput,
  by: By,
): Promise<string> {
  const id = newId('lct');
  const amountCents = cents(kind === 'credit' ? -amount : amount);
  await tx
    .insert(lotCosts)
    .values({ id, lotId: lot.id, kind, amountCents, note, actorId: by.actorId, createdAt: by.now });
  if (lot.state === 'closed') {
    const shares = await shareOut(tx, lot, amountCents);
    if (shares.length === 0)
      throw new Problem('UNIT_STATE', 'No device of this lot came, so none can carry a cost.');
    const booked = shares.map((share) => ({ ...share, kind: 'lot-share' as const, source: id }));
    await bookUnitCosts(tx, booked, by);
    await adjustFrozenCosts(
      tx,
      booked.map(({ unitId }) => unitId),
      by.now,
    );
  }
  const subject = `lot ${lot.number}`;
  const after = { kind, amountCents, note };
  await recordAudit(tx, { actorId: by.actorId, action: 'add cost of lot', subject, after });
  return id;
}

/** Returns the share of each received device in an amount, as the lot divides its costs; `exceptUnit` gets none. */
export async function shareOut(
  tx: Tx,
  lot: Pick<LotRow, 'id' | 'spread'>,
  amount: Cents,
  exceptUnit = '',
): Promise<{ unitId: string; amountCents: Cents }[]> {
  const received = await tx
    .select({
      id: units.id,
      price: lotLines.unitPriceCents,
      value: sql<number | null>`(select min(${products.priceCents}) from ${products}
        where ${products.modelKey} = ${units.modelKey})`,
    })
    .from(units)
    .leftJoin(lotLines, eq(lotLines.id, units.lotLineId))
    .where(and(eq(units.lotId, lot.id), hasCome, ne(units.id, exceptUnit)))
    .orderBy(asc(units.id));
  const weights = received.map(({ price, value }) => {
    if (lot.spread === 'equal') return 1;
    return lot.spread === 'price' ? price : value;
  });
  const shares = spreadCents(amount, withAverages(weights));
  return received.map(({ id }, index) => ({ unitId: id, amountCents: shares[index] ?? cents(0) }));
}

/**
 * Replaces unknown weights by the average of the known ones, so that a device that is not on the manifest, or whose
 * model the store does not sell, carries a share like the others.
 */
function withAverages(weights: (number | null)[]): number[] {
  const known = weights.filter((weight) => weight !== null);
  const average = Math.round(known.reduce((sum, weight) => sum + weight, 0) / Math.max(known.length, 1));
  return weights.map((weight) => weight ?? average);
}
