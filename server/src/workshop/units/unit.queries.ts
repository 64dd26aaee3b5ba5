import { checksOf } from '@reprise/contract/catalog/grading/device-checks';
import { kindsWithData } from '@reprise/contract/catalog/grading/device-kinds';
import { carrierOfModel } from '@reprise/contract/workshop/units/carrier';
import type { Unit, UnitEvent } from '@reprise/contract/workshop/units/unit';
import { parseUnitNumber } from '@reprise/contract/workshop/units/unit-number';
import { departureLabels, unitStateLabels } from '@reprise/contract/workshop/units/unit-states';
import { desc, eq, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { deviceModels } from '../../catalog/products/families/families.tables.ts';
import { categories, products } from '../../catalog/products/products.tables.ts';
import type { Queryable } from '../../platform/database/database.ts';
import { perHandle } from '../../platform/database/prepared.ts';
import { lotLines, lots, suppliers } from '../lots/lots.tables.ts';
import { modelImage } from './model.queries.ts';
import { noDevice } from './unit-rows.ts';
import { orderItemUnits, unitEvents, unitIdentifiers, units } from './units.tables.ts';

// Accounts depend on slices above this one, so their table is named instead of imported.
/** SQL: the name of the account with this id; null for a deleted one. */
export const actorName = (actorId: PgColumn) =>
  sql<string | null>`(select name from users where users.id = ${actorId})`;

/** SQL: the identifiers that the unit has now, as JSON. */
export const activeIdentifiers = (unitId: SQLWrapper) => sql<Unit['identifiers']>`(
  select coalesce(jsonb_agg(jsonb_build_object('kind', kind, 'value', value) order by kind), '[]')
  from ${unitIdentifiers} where unit_id = ${unitId} and active)`;

// The orders slice is above this one, so its tables are named instead of imported.
const order = sql<string | null>`(
  select o.order_number from ${orderItemUnits} b join order_items i on i.id = b.order_item_id
    join orders o on o.id = i.order_id
  where b.unit_id = ${units.id} and b.ended_at is null)`;

/** SQL: the unit fills an order without a scan, so that its buyer may have another. */
export const isAssumed = sql<boolean>`exists (
  select from ${orderItemUnits} b
  where b.unit_id = ${units.id} and b.ended_at is null and b.captured = 'assumed')`;

// The table of repairs references that of units, so it is named instead of imported.
const fault = sql<string | null>`(
  select r.fault from repairs r where r.unit_id = ${units.id} and r.state = 'open')`;

// Their tables reference that of units, so they are named instead of imported.
/** SQL: the newest erasure, if it passed and another person must still verify it. */
const wipeToVerify = sql<Unit['wipeToVerify']>`case
  when ${units.wipedAt} is not null and (select verify_wipes from store_settings) then (
    select json_build_object('certificate', w.certificate, 'by', w.actor_id) from (
      select id, certificate, actor_id from unit_wipes
      where unit_id = ${units.id} and intake = ${units.intake} order by created_at desc, id desc limit 1) w
    where not exists (select from verified_wipes v where v.wipe_id = w.id)) end`;

/** SQL: the checks whose newest result since the unit came in is flagged, in the order of the alphabet. */
export const flags = sql<Unit['flags']>`(
  select coalesce(json_agg(c.kind order by c.kind) filter (where c.result = 'flagged'), '[]') from (
    select distinct on (kind) kind, result from unit_checks
    where unit_id = ${units}.id and intake = ${units}.intake order by kind, created_at desc, id desc) c)`;

const category = sql<string | null>`(select name from ${categories} where id = ${deviceModels.categoryId})`;

const previous = sql<string | null>`(
  select p.unit_number from ${units} p where p.id = ${units.previousUnitId})`;

/** SQL: the unit that has the identifiers since the shop acquired the device again. */
const next = sql<string | null>`(
  select n.unit_number from ${units} n
  where n.previous_unit_id = ${units.id} and coalesce(n.gone_as, '') <> 'mistaken'
  order by n.created_at desc, n.id desc limit 1)`;

const product = sql<Unit['product']>`(
  select json_build_object('id', id, 'slug', slug, 'name', name, 'condition', condition)
  from ${products} where id = ${units.productId})`;

const lot = sql<Unit['lot']>`(
  select json_build_object('id', l.id, 'number', l.lot_number, 'supplier', s.name, 'taxScheme', l.tax_scheme,
    'declared', i.declared_grade, 'declaredBattery', i.battery, 'declaredCarrier', i.carrier, 'line', i.supplier_line)
  from ${lots} l join ${suppliers} s on s.id = l.supplier_id
  left join ${lotLines} i on i.id = ${units.lotLineId} where l.id = ${units.lotId})`;

const shownColumns = {
  id: units.id,
  number: units.number,
  passportToken: units.passportToken,
  state: units.state,
  goneAs: units.goneAs,
  stateSince: units.stateSince,
  place: units.place,
  missingAt: units.missingAt,
  note: units.note,
  publicNote: units.publicNote,
  checkedAt: units.checkedAt,
  wipedAt: units.wipedAt,
  testedAt: units.testedAt,
  gradedAt: units.gradedAt,
  assigneeId: units.assigneeId,
  blockedBy: units.blockedBy,
  gradeCode: units.gradeCode,
  condition: units.condition,
  batteryFloor: units.batteryFloor,
  battery: units.battery,
  carrier: units.carrier,
  waivedById: units.waivedById,
  waiveReason: units.waiveReason,
  gate: units.gate,
  purchaseCents: units.purchaseCents,
  version: units.version,
  createdAt: units.createdAt,
};

const modelColumns = {
  key: deviceModels.key,
  name: deviceModels.name,
  brand: deviceModels.brand,
  kind: deviceModels.kind,
  identifiers: deviceModels.identifiers,
  options: deviceModels.options,
};

/**
 * Selects units with their model and active identifiers; the caller adds conditions, order and limit. What belongs to one
 * unit is a subquery and no join: planning a join of nine tables took longer than reading a scanned unit.
 */
function selectUnits(db: Queryable) {
  return db
    .select({
      unit: shownColumns,
      model: modelColumns,
      category,
      image: modelImage(sql`${deviceModels.key}`),
      previous,
      next,
      product,
      order,
      isAssumed,
      fault,
      wipeToVerify,
      flags,
      waivedBy: actorName(units.waivedById),
      assignee: actorName(units.assigneeId),
      identifiers: activeIdentifiers(units.id),
      lot,
    })
    .from(units)
    .innerJoin(deviceModels, eq(deviceModels.key, units.modelKey))
    .$dynamic();
}

type SelectedUnit = Awaited<ReturnType<typeof selectUnits>>[number];

function toUnit({
  unit,
  model,
  category,
  image,
  previous,
  next,
  product,
  order,
  isAssumed,
  fault,
  wipeToVerify,
  flags,
  waivedBy,
  assignee,
  identifiers,
  lot,
}: SelectedUnit): Unit {
  const { id, number, state, goneAs, place, note, publicNote, version } = unit;
  const recorded = new Set(identifiers.map(({ kind }) => kind));
  const missing = next === null ? model.identifiers.filter((kind) => !recorded.has(kind)) : [];
  return {
    id,
    number,
    passport: unit.passportToken,
    model: {
      key: model.key,
      name: model.name,
      brand: model.brand,
      category,
      kind: model.kind,
      image,
      identifiers: model.identifiers,
      carrier: carrierOfModel({ name: model.name, carrier: model.options.carrier }),
    },
    state,
    goneAs,
    stateSince: unit.stateSince.toISOString(),
    place,
    missingSince: unit.missingAt?.toISOString() ?? null,
    note,
    publicNote,
    identifiers,
    missing,
    progress: {
      identified: missing.length === 0,
      checked: checksOf(model.kind).length > 0 ? unit.checkedAt !== null : null,
      wiped: kindsWithData.includes(model.kind) ? unit.wipedAt !== null && wipeToVerify === null : null,
      tested: unit.testedAt !== null,
      graded: unit.gradedAt !== null,
    },
    wipeToVerify,
    assignee: unit.assigneeId === null ? null : { id: unit.assigneeId, name: assignee },
    fault,
    blockedBy: unit.blockedBy,
    flags,
    carrier: unit.carrier,
    grade:
      unit.gradeCode === null
        ? null
        : {
            code: unit.gradeCode,
            condition: unit.condition,
            batteryFloor: unit.batteryFloor,
          },
    battery: unit.battery,
    gate: unit.gate,
    waiver: unit.gate === 'waived' ? { by: waivedBy, reason: unit.waiveReason } : null,
    product,
    order,
    isAssumed,
    lot,
    isCostKnown: unit.purchaseCents !== null,
    previous,
    next,
    version,
    createdAt: unit.createdAt.toISOString(),
  };
}

const inHandFirst = [sql`${units.state} = 'gone'`, desc(units.createdAt)];
const maxMatches = 10;

// The reads below are prepared, because planning one takes longer than running it.

const unitsByIds = perHandle((db) =>
  selectUnits(db)
    .where(sql`${units.id} = any(${sql.placeholder('ids')})`)
    .prepare('units by ids'),
);

const unitByNumber = perHandle((db) =>
  selectUnits(db)
    .where(eq(units.number, sql.placeholder('number')))
    .prepare('unit by number'),
);

const unitByPassport = perHandle((db) =>
  selectUnits(db)
    .where(eq(units.passportToken, sql.placeholder('passport')))
    .prepare('unit by passport'),
);

const unitsByIdentifier = perHandle((db) =>
  selectUnits(db)
    .where(
      // As an array: a subquery would be joined after all units, because the joins are more than join_collapse_limit.
      sql`${units.id} = any(array(select unit_id from ${unitIdentifiers} where value = ${sql.placeholder('value')}))`,
    )
    .orderBy(...inHandFirst)
    .limit(maxMatches)
    .prepare('units by identifier'),
);

/** Returns the units in the order of the ids; unknown ids are left out. */
export async function readUnits(db: Queryable, ids: readonly string[]): Promise<Unit[]> {
  if (ids.length === 0) return [];
  const rows = await unitsByIds(db).execute({ ids: [...ids] });
  const unitById = new Map(rows.map((row) => [row.unit.id, toUnit(row)]));
  return ids.flatMap((id) => unitById.get(id) ?? []);
}

type Label = { kind: 'unit' | 'passport'; value: string };

/** Returns the unit whose label has this number or passport address. */
export async function findLabelledUnit(db: Queryable, { kind, value }: Label): Promise<Unit | null> {
  const [row] = await (kind === 'unit'
    ? unitByNumber(db).execute({ number: value })
    : unitByPassport(db).execute({ passport: value }));
  return row ? toUnit(row) : null;
}

/** SQL: the unit whose label has this number or passport address. */
export const hasLabel = ({ kind, value }: Label) =>
  eq(kind === 'unit' ? units.number : units.passportToken, value);

/** Returns the units that have or had this identifier, those in hand first. */
export async function findIdentifiedUnits(db: Queryable, value: string): Promise<Unit[]> {
  return (await unitsByIdentifier(db).execute({ value })).map(toUnit);
}

/** Returns units that meet the condition, those in hand first. */
export async function findUnits(db: Queryable, condition: SQL): Promise<Unit[]> {
  const rows = await db
    .select({ id: units.id })
    .from(units)
    .where(condition)
    .orderBy(...inHandFirst)
    .limit(maxMatches);
  return readUnits(
    db,
    rows.map(({ id }) => id),
  );
}

/** Returns a unit by id or unit number. */
export async function findUnit(db: Queryable, reference: string): Promise<Unit> {
  const number = parseUnitNumber(reference);
  const unit = number
    ? await findLabelledUnit(db, { kind: 'unit', value: number })
    : (await readUnits(db, [reference]))[0];
  if (!unit) throw noDevice();
  return unit;
}

const maxEvents = 500;

/** Returns the unit with its newest 500 events, newest first. */
export async function findUnitDetail(
  db: Queryable,
  reference: string,
): Promise<{ unit: Unit; events: UnitEvent[] }> {
  const unit = await findUnit(db, reference);
  const rows = await db
    .select({
      event: unitEvents,
      actor: actorName(unitEvents.actorId),
    })
    .from(unitEvents)
    .where(eq(unitEvents.unitId, unit.id))
    .orderBy(desc(unitEvents.createdAt), desc(unitEvents.id))
    .limit(maxEvents);
  const events = rows.map(({ event, actor }) => ({
    id: event.id,
    at: event.createdAt.toISOString(),
    kind: event.kind,
    from: event.fromState,
    to: event.toState,
    reason: event.reason,
    detail: event.detail,
    actor,
    act: event.act,
  }));
  return { unit, events };
}

/** Returns where a unit is, for sentences: "on the bench", "gone (Sold elsewhere)". */
export function whereabouts({ state, goneAs }: Pick<Unit, 'state' | 'goneAs'>): string {
  return goneAs ? `gone (${departureLabels[goneAs]})` : unitStateLabels[state].toLowerCase();
}
