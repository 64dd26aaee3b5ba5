import { type Cents, cents } from '@reprise/contract/money';
import { Problem } from '@reprise/contract/problem';
import type { ClosingResult, LotClosing } from '@reprise/contract/workshop/lots/lot';
import { and, eq, sql } from 'drizzle-orm';
import type { Deps } from '../../../deps.ts';
import { recordAudit } from '../../../foundations/audit/record-audit.ts';
import { inTransaction, type Tx } from '../../../platform/database/database.ts';
import { newId } from '../../../platform/database/new-id.ts';
import { adjustFrozenCosts } from '../../units/in-orders/freeze-costs.ts';
import { endExpectedUnits } from '../../units/intake/expect-units.ts';
import { bookUnitCosts, setPurchases } from '../../units/intake/unit-costs.ts';
import { units } from '../../units/units.tables.ts';
import { assertLotOpen, lockLot } from '../lot.queries.ts';
import { lotCosts, lotLines, lots } from '../lots.tables.ts';
import { shareOut } from './lot-costs.ts';

/** Divides the costs of a lot among its received devices and closes it; a dry run only computes. */
export async function closeLot(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  reference: string,
  { neverCame, dryRun, goods: stated }: LotClosing,
  actorId: string,
): Promise<ClosingResult> {
  const by = { actorId, now: now() };
  return inTransaction(db, async (tx) => {
    const lot = await lockLot(tx, reference);
    assertLotOpen(lot);
    if (!dryRun) await lockUnitsOf(tx, lot.id);
    const missing = await missingOf(tx, lot.id);
    const goods = amountOfGoods(stated ?? lot.goodsCents);
    const credit = neverCame === 'credited' ? missing.price : cents(0);
    const others = await otherCosts(tx, lot.id);
    const total = cents(goods + others - credit);
    const shares = await shareOut(tx, lot, total);
    const result: ClosingResult = {
      received: shares.length,
      neverCame: missing.units,
      goods,
      credit,
      others,
      total,
      ...boundsOf(shares),
      closed: !dryRun,
    };
    if (dryRun) return result;
    assertDivisible(result);
    if (credit > 0) await bookCredit(tx, lot.id, credit, by);
    await endExpectedUnits(tx, lot.id, { goneAs: 'never-came', reason: 'The lot was closed' }, by);
    await bookShares(tx, lot, { goods: cents(goods - credit), others }, by);
    await tx
      .update(lots)
      .set({
        state: 'closed',
        goodsCents: goods,
        closedAt: by.now,
        version: lot.version + 1,
        updatedAt: by.now,
      })
      .where(eq(lots.id, lot.id));
    const subject = `lot ${lot.number}`;
    await recordAudit(tx, { actorId, action: 'close lot', subject, after: { ...result, neverCame } });
    return result;
  });
}

/** Throws VALIDATION_ERROR without an amount: a lot whose price is not known would make its devices free. */
function amountOfGoods(goods: Cents | null): Cents {
  if (goods !== null) return goods;
  const message = 'Enter what the supplier asks for the devices, or 0 if they were free.';
  throw new Problem('VALIDATION_ERROR', message, { errors: [{ field: 'goods', message }] });
}

/** Locks the units of a lot, so that none is received or taken back while it is closed. */
async function lockUnitsOf(tx: Tx, lotId: string): Promise<void> {
  await tx
    .select({ id: units.id })
    .from(units)
    .where(eq(units.lotId, lotId))
    .orderBy(units.id)
    .for('no key update');
}

/** Number and manifest prices of the devices that have not come. */
async function missingOf(tx: Tx, lotId: string): Promise<{ units: number; price: Cents }> {
  const [row] = await tx
    .select({
      units: sql<number>`count(*)::int`,
      price: sql<string>`coalesce(sum(${lotLines.unitPriceCents}), 0)`,
    })
    .from(units)
    .leftJoin(lotLines, eq(lotLines.id, units.lotLineId))
    .where(and(eq(units.lotId, lotId), eq(units.state, 'expected')));
  return { units: row?.units ?? 0, price: cents(Number(row?.price ?? 0)) };
}

async function otherCosts(tx: Tx, lotId: string): Promise<Cents> {
  const [row] = await tx
    .select({ sum: sql<string>`coalesce(sum(${lotCosts.amountCents}), 0)` })
    .from(lotCosts)
    .where(eq(lotCosts.lotId, lotId));
  return cents(Number(row?.sum ?? 0));
}

function boundsOf(shares: { amountCents: Cents }[]): Pick<ClosingResult, 'lowest' | 'highest'> {
  const amounts = shares.map(({ amountCents }) => amountCents);
  if (amounts.length === 0) return { lowest: null, highest: null };
  const [lowest, highest] = [Math.min(...amounts), Math.max(...amounts)];
  return { lowest: cents(lowest), highest: cents(highest) };
}

function assertDivisible({ received, total }: ClosingResult): void {
  if (received === 0 && total !== 0)
    throw new Problem(
      'UNIT_STATE',
      'No device of this lot came, so none can carry its cost. Add a credit of the whole amount first.',
    );
  if (total < 0)
    throw new Problem('UNIT_STATE', 'The credits are more than the costs. Correct the amount of the goods.');
}

/** Books goods and other costs apart, so that the purchase price of a device is known. */
async function bookShares(
  tx: Tx,
  lot: { id: string; spread: (typeof lots.$inferSelect)['spread'] },
  { goods, others }: { goods: Cents; others: Cents },
  by: { actorId: string; now: Date },
): Promise<void> {
  const booked = { source: lot.id };
  const purchases = await shareOut(tx, lot, goods);
  const shares = await shareOut(tx, lot, others);
  await bookUnitCosts(
    tx,
    [
      ...purchases.map((share) => ({ ...share, ...booked, kind: 'purchase' as const })),
      ...shares.map((share) => ({ ...share, ...booked, kind: 'lot-share' as const })),
    ],
    by,
  );
  await setPurchases(tx, purchases);
  // Devices that were sold before their lot was closed.
  await adjustFrozenCosts(
    tx,
    purchases.map(({ unitId }) => unitId),
    by.now,
  );
}

async function bookCredit(
  tx: Tx,
  lotId: string,
  credit: Cents,
  { actorId, now }: { actorId: string; now: Date },
): Promise<void> {
  const note = 'Devices that never came';
  const amountCents = cents(-credit);
  await tx
    .insert(lotCosts)
    .values({ id: newId('lct'), lotId, kind: 'credit', amountCents, note, actorId, createdAt: now });
}
