import type { FileResponse } from '@reprise/contract/endpoint';
import { identifierKinds, identifierLabels } from '@reprise/contract/workshop/units/identifiers';
import type { Unit } from '@reprise/contract/workshop/units/unit';
import { unitStateLabels } from '@reprise/contract/workshop/units/unit-states';
import { hasColumns } from '@reprise/extension/file-rows';
import { and, desc, sql } from 'drizzle-orm';
import type { Deps } from '../../deps.ts';
import { storeCsvFile } from '../../foundations/settings/store-csv.ts';
import { unreadable } from '../../foundations/spreadsheets/file-text.ts';
import type { CsvValue } from '../../platform/csv.ts';
import { readInBatches } from '../../platform/database/read-in-batches.ts';
import { shopHosts } from './shop-hosts.ts';
import { readUnits } from './unit.queries.ts';
import { matching, type UnitFilters } from './unit-list.queries.ts';
import { units } from './units.tables.ts';

/** Returns the devices of the list as a CSV file, newest first, read in batches. */
export function exportUnits(
  deps: Pick<Deps, 'db' | 'now' | 'environment'>,
  filters: UnitFilters,
): Promise<FileResponse> {
  const head = columns.map(([title]) => title);
  return storeCsvFile(deps, 'devices', { head, batches: linesOf(deps, filters) });
}

async function* linesOf(
  { db, environment }: Pick<Deps, 'db' | 'environment'>,
  filters: UnitFilters,
): AsyncGenerator<CsvValue[][]> {
  const where = await matching(db, filters, shopHosts(environment));
  const keysAfter = (last: Key | undefined, limit: number) =>
    db
      .select({ id: units.id, createdAt: units.createdAt })
      .from(units)
      .where(and(where, last && isAfter(last)))
      .orderBy(desc(units.createdAt), desc(units.id))
      .limit(limit);
  for await (const keys of readInBatches(keysAfter)) {
    const batch = await readUnits(
      db,
      keys.map(({ id }) => id),
    );
    yield batch.map((unit) => columns.map(([, value]) => value(unit)));
  }
}

type Key = { id: string; createdAt: Date };

/** SQL: the device comes after this one in the list. */
const isAfter = ({ createdAt, id }: Key) =>
  sql`(${units.createdAt}, ${units.id}) < (${createdAt.toISOString()}::timestamptz, ${id})`;

/** Columns of the file that every device fills and lists of suppliers and tools do not have. */
const tellingColumns = ['Number', 'State', 'Since', 'Tax scheme', 'Received'];

/** Throws VALIDATION_ERROR for the list that `exportUnits` writes, whose devices are in the shop. */
export function assertNotOwnList(names: string[]): void {
  if (hasColumns(names, tellingColumns))
    throw unreadable(
      'This is the list of devices that this shop exports. Send the file of a supplier or a tool.',
    );
}

const dateOf = (time: string | null) => time && new Date(time);

const columns: [title: string, value: (unit: Unit) => CsvValue][] = [
  ['Number', (unit) => unit.number],
  ['Brand', ({ model }) => model.brand],
  ['Model', ({ model }) => model.name],
  ['State', (unit) => unitStateLabels[unit.state]],
  ['Since', (unit) => dateOf(unit.stateSince)],
  ['Bin', (unit) => unit.place],
  ['Not on the shelf since', (unit) => dateOf(unit.missingSince)],
  ...identifierKinds.map((kind): [string, (unit: Unit) => CsvValue] => [
    identifierLabels[kind],
    ({ identifiers }) => identifiers.find((identifier) => identifier.kind === kind)?.value ?? null,
  ]),
  ['Grade', ({ grade }) => grade?.code ?? null],
  ['Battery, %', (unit) => unit.battery],
  ['Product', ({ product }) => product?.name ?? null],
  ['Order', (unit) => unit.order],
  ['Lot', ({ lot }) => lot?.number ?? null],
  ['Supplier', ({ lot }) => lot?.supplier ?? null],
  ['Tax scheme', ({ lot }) => lot?.taxScheme ?? 'standard'],
  ['Declared grade', ({ lot }) => lot?.declared ?? null],
  ['Received', (unit) => dateOf(unit.createdAt)],
  ['Note', (unit) => unit.note],
];
