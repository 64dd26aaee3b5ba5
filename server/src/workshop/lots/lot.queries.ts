import type { CallInput, CallOutput } from '@reprise/contract/endpoint';
import { type Cents, cents } from '@reprise/contract/money';
import { pageOf, paginationOf } from '@reprise/contract/paging';
import { Problem } from '@reprise/contract/problem';
import type { GradeComparison, Lot, OpenLot } from '@reprise/contract/workshop/lots/lot';
import type { lotEndpoints } from '@reprise/contract/workshop/lots/lots';
import { and, desc, eq, or, type SQL, sql } from 'drizzle-orm';
import type { Queryable } from '../../platform/database/database.ts';
import { containsPattern } from '../../platform/database/like-pattern.ts';
import { units } from '../units/units.tables.ts';
import { lotCosts, lotLines, lots, suppliers } from './lots.tables.ts';

type ListLots = typeof lotEndpoints.listLots;
export type LotRow = typeof lots.$inferSelect;

/** SQL: the device came, and not by mistake. */
export const hasCome: SQL = sql`(${units.state} <> 'expected'
  and coalesce(${units.goneAs}, '') not in ('mistaken', 'never-came'))`;

const counts = sql<Lot['counts']>`(
  select json_build_object(
    'expected', count(*) filter (where ${units.state} = 'expected'),
    'received', count(*) filter (where ${hasCome}),
    'extra', count(*) filter (where ${hasCome} and ${units.lotLineId} is null),
    'listed', count(*) filter (where ${units.state} = 'listed'),
    'sold', count(*) filter (where ${units.state} in ('shipped', 'sold')),
    'neverCame', count(*) filter (where ${units.goneAs} = 'never-came'))
  from ${units} where ${units.lotId} = ${lots.id})`;

const otherCents = sql<string>`(
  select coalesce(sum(${lotCosts.amountCents}), 0) from ${lotCosts} where ${lotCosts.lotId} = ${lots.id})`;

const receivedAt = sql<string | null>`(
  select to_char(min(${units.receivedAt}) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
  from ${units} where ${units.lotId} = ${lots.id} and ${hasCome})`;

function selectLots(db: Queryable) {
  return db
    .select({ lot: lots, supplier: suppliers, counts, otherCents, receivedAt })
    .from(lots)
    .innerJoin(suppliers, eq(suppliers.id, lots.supplierId))
    .$dynamic();
}

type SelectedLot = Awaited<ReturnType<typeof selectLots>>[number];

function toLot({ lot, supplier, counts, otherCents, receivedAt }: SelectedLot, seesCosts: boolean): Lot {
  const { id, name, claimDays } = supplier;
  const { goodsCents } = lot;
  return {
    id: lot.id,
    number: lot.number,
    supplier: { id, name, claimDays },
    reference: lot.reference,
    state: lot.state,
    spread: lot.spread,
    taxScheme: lot.taxScheme,
    expectedOn: lot.expectedOn,
    note: lot.note,
    counts,
    goods: seesCosts ? goodsCents : null,
    cost: seesCosts ? cents((goodsCents ?? 0) + Number(otherCents)) : null,
    version: lot.version,
    receivedAt,
    closedAt: lot.closedAt?.toISOString() ?? null,
    createdAt: lot.createdAt.toISOString(),
  };
}

/** Returns a page of the lots, newest first; amounts are null unless the caller sees costs. */
export async function listLots(
  db: Queryable,
  query: NonNullable<CallInput<ListLots>['query']>,
  seesCosts: boolean,
): Promise<CallOutput<ListLots>> {
  const { page, limit, offset } = pageOf(query);
  const where = and(
    query.state && eq(lots.state, query.state),
    query.supplier ? eq(lots.supplierId, query.supplier) : undefined,
    query.search ? matches(query.search) : undefined,
  );
  const rows = await selectLots(db)
    .where(where)
    .orderBy(desc(lots.createdAt), desc(lots.id))
    .limit(limit)
    .offset(offset);
  const [counted] = await db
    .select({ total: sql<number>`count(*)::int` })
    .from(lots)
    .innerJoin(suppliers, eq(suppliers.id, lots.supplierId))
    .where(where);
  return {
    lots: rows.map((row) => toLot(row, seesCosts)),
    pagination: paginationOf(page, limit, counted?.total ?? 0),
  };
}

function matches(search: string): SQL | undefined {
  const pattern = containsPattern(search);
  return or(
    sql`lower(${lots.number}) like ${pattern}`,
    sql`replace(lower(${lots.number}), '-', '') like ${containsPattern(search.replace(/[\s-]/g, ''))}`,
    sql`lower(${lots.reference}) like ${pattern}`,
    sql`lower(${suppliers.name}) like ${pattern}`,
  );
}

/** Returns a lot by id or number. */
export async function findLot(db: Queryable, reference: string, seesCosts: boolean): Promise<Lot> {
  const isOne = or(eq(lots.id, reference), eq(lots.number, reference.toUpperCase()));
  const [row] = await selectLots(db).where(isOne);
  if (!row) throw new Problem('NOT_FOUND', 'Lot not found.');
  return toLot(row, seesCosts);
}

/** Locks the lot until the transaction ends: one change of a lot at a time. */
export async function lockLot(db: Queryable, reference: string): Promise<LotRow> {
  const isOne = or(eq(lots.id, reference), eq(lots.number, reference.toUpperCase()));
  const [row] = await db.select().from(lots).where(isOne).for('no key update');
  if (!row) throw new Problem('NOT_FOUND', 'Lot not found.');
  return row;
}

export function assertLotOpen(lot: LotRow): void {
  if (lot.state === 'closed') throw new Problem('LOT_CLOSED', `Lot ${lot.number} is closed.`);
}

const maxOpenLots = 100;
const maxClosedLots = 20;

/** Returns the newest lots to receive into, and behind them those closed last, without amounts. */
export async function listOpenLots(db: Queryable): Promise<OpenLot[]> {
  const open = await selectLots(db)
    .where(eq(lots.state, 'open'))
    .orderBy(desc(lots.createdAt), desc(lots.id))
    .limit(maxOpenLots);
  const closed = await selectLots(db)
    .where(eq(lots.state, 'closed'))
    .orderBy(desc(lots.closedAt), desc(lots.id))
    .limit(maxClosedLots);
  return [...open, ...closed].map(({ lot, supplier, counts: { expected, received, extra } }) => ({
    id: lot.id,
    number: lot.number,
    state: lot.state,
    supplier: supplier.name,
    reference: lot.reference,
    expected,
    received,
    extra,
  }));
}

const maxComparisons = 100;

/** Returns how many received devices of a lot have which declared and which actual grade. */
export function compareGrades(db: Queryable, lotId: string): Promise<GradeComparison[]> {
  const declared = sql<string>`coalesce(${lotLines.declaredGrade}, '')`;
  return db
    .select({ declared, actual: units.gradeCode, units: sql<number>`count(*)::int` })
    .from(units)
    .leftJoin(lotLines, eq(lotLines.id, units.lotLineId))
    .where(and(eq(units.lotId, lotId), hasCome))
    .groupBy(declared, units.gradeCode)
    .orderBy(declared, units.gradeCode)
    .limit(maxComparisons);
}

/** Sum of the prices of the manifest; null without any. */
export async function sumOfManifest(db: Queryable, lotId: string): Promise<Cents | null> {
  const [row] = await db
    .select({ sum: sql<string | null>`sum(${lotLines.unitPriceCents}::bigint * ${lotLines.quantity})` })
    .from(lotLines)
    .where(eq(lotLines.lotId, lotId));
  return row?.sum == null ? null : cents(Number(row.sum));
}
