import type { CallInput, CallOutput } from '@reprise/contract/endpoint';
import { pageOf, paginationOf } from '@reprise/contract/paging';
import { readCode } from '@reprise/contract/workshop/codes/read-code';
import { identifierKinds, valuesToFind } from '@reprise/contract/workshop/units/identifiers';
import { maxCountedUnits } from '@reprise/contract/workshop/units/unit';
import { parseUnitNumber } from '@reprise/contract/workshop/units/unit-number';
import { statesInHand, type UnitState, unitStates } from '@reprise/contract/workshop/units/unit-states';
import type { UnitFilterChoices, unitEndpoints } from '@reprise/contract/workshop/units/units';
import { and, asc, desc, eq, inArray, isNotNull, isNull, like, lte, or, type SQL, sql } from 'drizzle-orm';
import { deviceModels } from '../../catalog/products/families/families.tables.ts';
import { products } from '../../catalog/products/products.tables.ts';
import { byName } from '../../platform/database/by-name.ts';
import type { Queryable } from '../../platform/database/database.ts';
import { containsPattern, escapeLike } from '../../platform/database/like-pattern.ts';
import type { Environment } from '../../platform/environment.ts';
import { lots, suppliers } from '../lots/lots.tables.ts';
import { shopHosts } from './shop-hosts.ts';
import { actorName, readUnits } from './unit.queries.ts';
import { unitEvents, unitIdentifiers, units } from './units.tables.ts';

type UnitQuery = NonNullable<CallInput<typeof unitEndpoints.listUnits>['query']>;
export type UnitFilters = Omit<UnitQuery, 'page' | 'limit' | 'sort' | 'mine'>;
type UnitList = CallOutput<typeof unitEndpoints.listUnits>;
type ListDeps = { db: Queryable; environment: Environment };

/** Returns a page of the units in hand, or of those in the given state. */
export async function listUnits(
  { db, environment }: ListDeps,
  query: UnitQuery,
  callerId: string,
): Promise<UnitList> {
  const { page, limit, offset } = pageOf(query);
  const where = and(
    await matching(db, query, shopHosts(environment)),
    query.mine ? eq(units.assigneeId, callerId) : undefined,
  );
  const total = await countUpTo(db, where, maxCountedUnits + 1);
  const rows = await db
    .select({ id: units.id })
    .from(units)
    .where(where)
    .orderBy(...orderOf(query))
    .limit(limit)
    .offset(Math.min(offset, maxCountedUnits));
  return {
    units: await readUnits(
      db,
      rows.map(({ id }) => id),
    ),
    pagination: {
      ...paginationOf(page, limit, Math.min(total, maxCountedUnits)),
      ...(total > maxCountedUnits && { atLeast: true }),
    },
  };
}

/** Returns the numbers of units by state, and of those assigned to the caller. */
export async function countUnits(
  db: Queryable,
  callerId: string,
): Promise<CallOutput<typeof unitEndpoints.countUnits>> {
  const counts = await countByState(db);
  return { counts, mine: await countUpTo(db, eq(units.assigneeId, callerId), maxCountedUnits) };
}

/** SQL: in the house. */
const isInHand = inArray(units.state, [...statesInHand]);

/** Returns SQL: the unit is in the list with these filters. */
export async function matching(
  db: Queryable,
  filters: UnitFilters,
  hosts: readonly string[],
): Promise<SQL | undefined> {
  const { id, search, state, place, missing, model, product, lot, act } = filters;
  return and(
    // A unit number or an identifier is looked for in every state.
    state ? eq(units.state, state) : id || lot || act || (search && isCode(search)) ? undefined : isInHand,
    id ? inArray(units.id, id) : undefined,
    place ? eq(units.place, place.toUpperCase()) : undefined,
    missing ? isNotNull(units.missingAt) : undefined,
    model ? eq(units.modelKey, model) : undefined,
    product ? eq(units.productId, product) : undefined,
    lot ? eq(units.lotId, lot) : undefined,
    act ? isOfAct(act) : undefined,
    ...matchingWork(filters),
    search ? await matchesSearch(db, search, hosts) : undefined,
  );
}

/** SQL: an act for many devices was done for the unit. */
const isOfAct = (act: string) =>
  sql`${units.id} in (select ${unitEvents.unitId} from ${unitEvents} where ${unitEvents.act} = ${act.toUpperCase()})`;

/** SQL: what the bench and the purchase say about the unit. */
function matchingWork(filters: UnitFilters) {
  const { grade, supplier, assignee, maxBattery, minDays, belowCost, costUnknown } = filters;
  return [
    grade ? eq(units.gradeCode, grade) : undefined,
    supplier
      ? sql`${units.lotId} in (select ${lots.id} from ${lots} where ${lots.supplierId} = ${supplier})`
      : undefined,
    assignee ? eq(units.assigneeId, assignee) : undefined,
    maxBattery ? lte(units.battery, maxBattery) : undefined,
    minDays ? sql`${units.stateSince} <= now() - make_interval(days => ${minDays})` : undefined,
    belowCost
      ? sql`${units.state} = 'listed' and ${units.costCents} > (
          select ${products.priceCents} from ${products} where ${products.id} = ${units.productId})`
      : undefined,
    costUnknown ? isNull(units.purchaseCents) : undefined,
  ];
}

const maxChoices = 200;

/** Returns the grades, suppliers and people of the units in hand. */
export async function listUnitFilterChoices(db: Queryable): Promise<UnitFilterChoices> {
  const grades = await db
    .selectDistinct({ code: units.gradeCode })
    .from(units)
    .where(and(isInHand, isNotNull(units.gradeCode)))
    .orderBy(asc(units.gradeCode))
    .limit(maxChoices);
  const sellers = await db
    .select({ id: suppliers.id, name: suppliers.name })
    .from(units)
    .innerJoin(lots, eq(lots.id, units.lotId))
    .innerJoin(suppliers, eq(suppliers.id, lots.supplierId))
    .where(isInHand)
    .groupBy(suppliers.id)
    .orderBy(asc(byName(suppliers.name)), asc(suppliers.id))
    .limit(maxChoices);
  const assignees = await db
    .selectDistinct({ id: units.assigneeId, name: actorName(units.assigneeId) })
    .from(units)
    .where(and(isInHand, isNotNull(units.assigneeId)))
    .limit(maxChoices);
  return {
    grades: grades.flatMap(({ code }) => code ?? []),
    suppliers: sellers,
    assignees: assignees.flatMap(({ id, name }) => (id && name ? { id, name } : [])),
  };
}

function orderOf({ sort, state }: UnitQuery): SQL[] {
  if (sort === 'longest') return [asc(units.stateSince), asc(units.id)];
  return state ? [desc(units.stateSince), desc(units.id)] : [desc(units.createdAt), desc(units.id)];
}

async function countByState(db: Queryable): Promise<Record<UnitState, number>> {
  const counts = unitStates.map(
    (state) => sql`select ${state} as state, count(*)::int as units from (
      select from ${units} where state = ${state} limit ${maxCountedUnits}) counted`,
  );
  const { rows } = await db.execute<{ state: UnitState; units: number }>(sql.join(counts, sql` union all `));
  return Object.fromEntries(rows.map(({ state, units }) => [state, units])) as Record<UnitState, number>;
}

async function countUpTo(db: Queryable, where: SQL | undefined, limit: number): Promise<number> {
  const { rows } = await db.execute<{ count: number }>(
    sql`select count(*)::int as count from (select from ${units} where ${where ?? sql`true`} limit ${limit}) counted`,
  );
  return rows[0]?.count ?? 0;
}

/** True for a number of a device or its end; some unit numbers have letters only. */
const isCode = (search: string) => {
  const reading = readCode(search);
  const isNumber = reading.answer === 'value' && reading.numbers.some(({ kind }) => searchedKinds.has(kind));
  return isNumber || (!/\s/.test(search.trim()) && /\d/.test(search));
};
const searchedKinds = new Set<string>([...identifierKinds, 'unit', 'imeisv']);

const maxModels = 500;

/** Returns SQL: a unit number, an identifier or its end, or all words in the name of the model. */
async function matchesSearch(
  db: Queryable,
  search: string,
  hosts: readonly string[],
): Promise<SQL | undefined> {
  const number = parseUnitNumber(search);
  if (number) return eq(units.number, number);
  const words = search.trim().split(/\s+/);
  const inName = and(
    ...words.map((word) =>
      like(sql`lower(${deviceModels.brand} || ' ' || ${deviceModels.name})`, containsPattern(word)),
    ),
  );
  const models = await db.select({ key: deviceModels.key }).from(deviceModels).where(inName).limit(maxModels);
  const withIdentifier = hasIdentifier(search, hosts);
  const owners = withIdentifier
    ? await db.select({ id: units.id }).from(units).where(withIdentifier).limit(maxMatches)
    : [];
  const isOfModel = inArray(
    units.modelKey,
    models.map(({ key }) => key),
  );
  const isOwner = inArray(
    units.id,
    owners.map(({ id }) => id),
  );
  // Apart, because a condition on both cannot count from the index of the models.
  if (owners.length === 0) return isOfModel;
  return models.length === 0 ? isOwner : or(isOfModel, isOwner);
}

/** Returns the devices, in any state, with this unit number, identifier or end of an identifier. */
export async function findUnitIds(db: Queryable, search: string): Promise<string[]> {
  const number = parseUnitNumber(search);
  const isOne = number ? eq(units.number, number) : isCode(search) ? hasIdentifier(search, []) : undefined;
  if (!isOne) return [];
  const rows = await db.select({ id: units.id }).from(units).where(isOne).limit(maxMatches);
  return rows.map(({ id }) => id);
}

const minEnd = 4;
const maxMatches = 1000;

/** SQL: a number of the device or its lot that the search can mean, or one that ends with it; undefined for other texts. */
function hasIdentifier(search: string, hosts: readonly string[]): SQL | undefined {
  const reading = readCode(search, { hosts });
  const [number] = reading.answer === 'value' ? reading.numbers : [];
  if (number?.kind === 'passport') return eq(units.passportToken, number.value);
  const [, lot] = /^l-?(\d{1,9})$/i.exec(search.trim()) ?? [];
  if (lot) {
    const named = sql`select ${lots.id} from ${lots} where ${lots.number} = ${`L-${lot}`}`;
    return or(endsWith(`L${lot}`), sql`${units.lotId} = any(array(${named}))`);
  }
  const values = valuesToFind(search, reading);
  const ends = endsWith(values.at(-1) ?? '');
  if (values.length < 2) return ends;
  const known = sql`select unit_id from ${unitIdentifiers} where ${inArray(unitIdentifiers.value, values)}`;
  return or(ends, sql`${units.id} = any(array(${known} limit ${maxMatches}))`);
}

/** SQL: an identifier equals the value or ends with it; undefined for a value that is too short. */
export function endsWith(value: string): SQL | undefined {
  if (!/^[0-9A-Z]+$/.test(value) || value.length < minEnd) return undefined;
  const reversed = [...value].reverse().join('');
  return sql`${units.id} = any(array(select unit_id from (
      select unit_id from ${unitIdentifiers} where ${unitIdentifiers.value} = ${value}
      union select unit_id from ${unitIdentifiers} where reverse(${unitIdentifiers.value}) like ${`${escapeLike(reversed)}%`}
      limit ${maxMatches}) found))`;
}
