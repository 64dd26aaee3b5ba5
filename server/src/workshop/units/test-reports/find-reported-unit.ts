import { Problem } from '@reprise/contract/problem';
import { type Identifier, identifierLabels } from '@reprise/contract/workshop/units/identifiers';
import type { ToolReport } from '@reprise/contract/workshop/units/test-reports';
import { and, desc, eq, inArray, ne, sql } from 'drizzle-orm';
import type { Deps } from '../../../deps.ts';
import type { Queryable } from '../../../platform/database/database.ts';
import { scanCode } from '../scan-code.ts';
import { whereabouts } from '../unit.queries.ts';
import { unitEvents, unitIdentifiers, units } from '../units.tables.ts';

type Known = Identifier & { unitId: string; number: string };

const isImei = (kind: string) => kind === 'imei' || kind === 'imei2';
/** Numbers of one kind: a phone's two IMEIs have no certain order. */
const groupOf = ({ kind }: Pick<Identifier, 'kind'>) => (isImei(kind) ? 'imei' : kind);

/**
 * Returns the device that a report is about and its numbers that are new. Throws where its numbers are those of two
 * devices, or where one of them is not the number on record, because the report may be of another device.
 */
export async function findReportedUnit(
  deps: Pick<Deps, 'db' | 'environment'>,
  { device, identifiers }: Pick<ToolReport, 'device' | 'identifiers'>,
): Promise<{ id: string; number: string; added: Identifier[] }> {
  const named = device === '' ? null : await findByCode(deps, device);
  const owners = await findOwners(deps.db, identifiers);
  const ids = new Map(owners.map(({ unitId, number }) => [unitId, number]));
  if (named) ids.set(named.id, named.number);
  const [found, second] = [...ids];
  if (found && second) {
    const message = `Its numbers belong to ${found[1]} and ${second[1]}. Check which device was tested.`;
    throw new Problem('VALIDATION_ERROR', message);
  }
  if (!found) throw new Problem('NOT_FOUND', await notHere(deps.db, identifiers));
  const [id, number] = found;
  return { id, number, added: await newNumbers(deps.db, { id, number }, identifiers) };
}

async function findByCode(deps: Pick<Deps, 'db' | 'environment'>, code: string) {
  const { fault, units: scanned } = await scanCode(deps, code);
  const [unit, second] = scanned.filter(({ state }) => state !== 'gone');
  if (second)
    throw new Problem('VALIDATION_ERROR', 'Several devices have this number. Send that of the label.');
  if (!unit) throw new Problem('NOT_FOUND', fault || absent);
  return unit;
}

const absent = 'No device that is here has this number. Receive it first.';

async function findOwners(db: Queryable, identifiers: readonly Identifier[]): Promise<Known[]> {
  if (identifiers.length === 0) return [];
  const rows = await db
    .select({
      unitId: unitIdentifiers.unitId,
      number: units.number,
      kind: unitIdentifiers.kind,
      value: unitIdentifiers.value,
    })
    .from(unitIdentifiers)
    .innerJoin(units, eq(units.id, unitIdentifiers.unitId))
    .where(
      and(
        eq(unitIdentifiers.active, true),
        ne(units.state, 'gone'),
        inArray(
          unitIdentifiers.value,
          identifiers.map(({ value }) => value),
        ),
      ),
    );
  const kinds = new Set(identifiers.map((identifier) => `${groupOf(identifier)} ${identifier.value}`));
  return rows.filter((row) => kinds.has(`${groupOf(row)} ${row.value}`));
}

async function notHere(db: Queryable, identifiers: readonly Identifier[]): Promise<string> {
  const values = identifiers.map(({ value }) => value);
  if (values.length === 0) return absent;
  const [left] = await db
    .select({ number: units.number, state: units.state, goneAs: units.goneAs })
    .from(unitIdentifiers)
    .innerJoin(units, eq(units.id, unitIdentifiers.unitId))
    .where(inArray(unitIdentifiers.value, values))
    .orderBy(desc(units.createdAt))
    .limit(1);
  return left
    ? `${left.number} had this number and is ${whereabouts(left)}. Receive the device first if it is here.`
    : absent;
}

async function newNumbers(
  db: Queryable,
  { id, number }: { id: string; number: string },
  identifiers: readonly Identifier[],
): Promise<Identifier[]> {
  const known = await db
    .select({ kind: unitIdentifiers.kind, value: unitIdentifiers.value })
    .from(unitIdentifiers)
    .where(and(eq(unitIdentifiers.unitId, id), eq(unitIdentifiers.active, true)));
  const added: Identifier[] = [];
  for (const identifier of identifiers) {
    const own = known.filter((item) => groupOf(item) === groupOf(identifier));
    if (own.some(({ value }) => value === identifier.value)) continue;
    const kind = freeKind(identifier, [...own, ...added]);
    // A device with one IMEI on record gets its second one only from a report that also names the first.
    const isProven =
      own.length === 0 || identifiers.some(({ value }) => own.some((item) => item.value === value));
    if (!kind || !isProven) {
      const label = identifierLabels[identifier.kind];
      const message = `${label} of ${number} is ${own.map(({ value }) => value).join(' and ')}, and the report says ${identifier.value}. Check which device was tested.`;
      throw new Problem('VALIDATION_ERROR', message);
    }
    added.push({ kind, value: identifier.value });
  }
  return added;
}

function freeKind({ kind }: Identifier, taken: readonly Identifier[]): Identifier['kind'] | undefined {
  const kinds = isImei(kind) ? (['imei', 'imei2'] as const) : [kind];
  return kinds.find((free) => taken.every((item) => item.kind !== free));
}

/** Returns when the unit last left or was on its way back; null for one that never left. Reports from before say nothing. */
export async function findLastAway(db: Queryable, unitId: string): Promise<Date | null> {
  const [row] = await db
    .select({ at: sql<string | null>`max(${unitEvents.createdAt})` })
    .from(unitEvents)
    .where(
      and(
        eq(unitEvents.unitId, unitId),
        inArray(unitEvents.toState, ['shipped', 'sold', 'returning', 'returned', 'gone']),
      ),
    );
  return row?.at ? new Date(row.at) : null;
}
