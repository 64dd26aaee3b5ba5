import { currencies } from '@reprise/contract/currencies';
import { currencyName, storeCurrency } from '@reprise/contract/money';
import { type ManifestCheck, maxListedRows } from '@reprise/contract/workshop/lots/manifest';
import { identifierLabels } from '@reprise/contract/workshop/units/identifiers';
import { truncate } from '@reprise/extension/truncate';
import { and, eq, sql } from 'drizzle-orm';
import { findPriceStyle } from '../../../foundations/spreadsheets/price-style.ts';
import { unpack } from '../../../foundations/spreadsheets/read-rows.ts';
import type { Queryable } from '../../../platform/database/database.ts';
import { scopedIdentifiers } from '../../units/intake/record-identifiers.ts';
import { whereabouts } from '../../units/unit.queries.ts';
import { unitIdentifiers, units } from '../../units/units.tables.ts';
import type { LotRow } from '../lot.queries.ts';
import type { lotManifests } from '../lots.tables.ts';
import { findRowModels, type Model, wordsKey } from './find-row-models.ts';
import { columnProblem, type ManifestColumn } from './manifest-columns.ts';
import { type ManifestFile, readManifest } from './read-manifest.ts';
import { hasForeignCurrency, type ReadRow, readRow } from './read-row.ts';

export type ManifestRecord = typeof lotManifests.$inferSelect;

export type CheckedRow = ReadRow & { model: Model | null };
export type CheckedFile = {
  file: ManifestFile;
  problem: string;
  rows: CheckedRow[];
  /** Number of rows without an item. */
  skipped: number;
  /** Models that unknown words probably mean, by their keys. */
  suggestions: ReadonlyMap<string, Model>;
};

const maxUnknownModels = 100;
const maxSamples = 3;
const maxSampleLength = 60;

/** Checks each row against the file and the register, as they are now. */
export async function checkRows(
  db: Queryable,
  lot: Pick<LotRow, 'supplierId'>,
  { content, columns }: Pick<ManifestRecord, 'content' | 'columns'>,
): Promise<CheckedFile> {
  const file = await readManifest(await unpack(content));
  const problem = columnProblem(columns, file.names);
  if (problem) return { file, problem, rows: [], skipped: 0, suggestions: new Map() };
  const priceStyle = await findPriceStyle(pricesOf(file, columns));
  const all = file.rows.map((row) => readRow(row, { columns, priceStyle }));
  const read = all.filter(({ isSkipped }) => !isSkipped);
  const matches = await findRowModels(db, lot.supplierId, read);
  const rows = read.map((row) => ({ ...row, ...matches.modelOf(row) }));
  markDoubles(rows);
  await markActive(db, rows);
  return { file, problem, rows, skipped: all.length - read.length, suggestions: matches.suggestions };
}

async function* pricesOf({ rows }: ManifestFile, columns: readonly ManifestColumn[]) {
  const index = columns.indexOf('price');
  for (const { cells } of rows) yield index < 0 ? '' : (cells[index] ?? '');
}

/** Rejects each row that has a number of an earlier one. */
function markDoubles(rows: CheckedRow[]): void {
  const firstRow = new Map<string, number>();
  for (const { number, identifiers, reasons, model } of rows) {
    for (const { kind, value, scope } of scopedIdentifiers(identifiers, model?.brand ?? '')) {
      const key = `${scope} ${value}`;
      const first = firstRow.get(key);
      if (first === undefined) firstRow.set(key, number);
      else if (first === number) reasons.push(`Both numbers of this row are ${value}.`);
      else reasons.push(`${identifierLabels[kind]} ${value} is in row ${first} already.`);
    }
  }
}

/** Rejects each row that has a number of a device in the register. */
async function markActive(db: Queryable, rows: CheckedRow[]): Promise<void> {
  const values = [...new Set(rows.flatMap((row) => row.identifiers.map(({ value }) => value)))];
  if (values.length === 0) return;
  const owners = await db
    .select({
      scope: unitIdentifiers.scope,
      value: unitIdentifiers.value,
      number: units.number,
      state: units.state,
      goneAs: units.goneAs,
    })
    .from(unitIdentifiers)
    .innerJoin(units, eq(units.id, unitIdentifiers.unitId))
    .where(
      and(
        eq(unitIdentifiers.active, true),
        sql`${unitIdentifiers.value} = any(${sql.param(values)}::text[])`,
      ),
    );
  const ownerOf = new Map(owners.map((owner) => [`${owner.scope} ${owner.value}`, owner]));
  for (const { identifiers, model, reasons } of rows) {
    for (const { kind, scope, value } of scopedIdentifiers(identifiers, model?.brand ?? '')) {
      const owner = ownerOf.get(`${scope} ${value}`);
      if (!owner) continue;
      const belongs = `${identifierLabels[kind]} ${value} belongs to ${owner.number}, which is ${whereabouts(owner)}.`;
      reasons.push(
        owner.state === 'gone' ? `${belongs} Scan it when it comes: it is another purchase of it.` : belongs,
      );
    }
  }
}

/** Returns the check as shown on the screen. */
export function summarize(
  { fileName, columns, rejected, appliedUnits, appliedAt }: ManifestRecord,
  { file, problem, rows, skipped, suggestions }: CheckedFile,
): ManifestCheck {
  const bad = rejected ?? rows.filter(({ reasons }) => reasons.length > 0).map(toRejected);
  const good = rows.filter(({ reasons }) => reasons.length === 0);
  const isApplied = appliedAt !== null;
  return {
    fileName,
    columns: file.names.map((name, index) => ({
      name: truncate(name, maxSampleLength),
      field: columns[index] || null,
      samples: samplesOf(file, index),
    })),
    warnings: isApplied ? [] : warningsOf(file, columns),
    problem,
    totalRows: file.rows.length - skipped,
    goodRows: isApplied ? file.rows.length - skipped - bad.length : good.length,
    units: isApplied ? appliedUnits : good.reduce((sum, { quantity }) => sum + quantity, 0),
    badRows: bad.length,
    rejected: bad
      .slice(0, maxListedRows)
      .map(({ number, model, identifiers, reasons }) => ({ number, model, identifiers, reasons })),
    unknownModels: isApplied ? [] : unknownModels(rows, suggestions),
    skippedRows: skipped,
    appliedTo: null,
    applied: isApplied,
  };
}

export function toRejected({ number, cells, words, identifiers, reasons }: CheckedRow) {
  return {
    number,
    cells,
    model: truncate(words, 100),
    identifiers: identifiers.map(({ value }) => value).join(', '),
    reasons,
  };
}

function samplesOf({ rows }: ManifestFile, index: number): string[] {
  const samples: string[] = [];
  for (const { cells } of rows) {
    const value = cells[index]?.trim();
    if (value) samples.push(truncate(value, maxSampleLength));
    if (samples.length === maxSamples) break;
  }
  return samples;
}

function unknownModels(
  rows: CheckedRow[],
  suggestions: CheckedFile['suggestions'],
): ManifestCheck['unknownModels'] {
  const counts = new Map<string, { words: string; rows: number }>();
  for (const { words, model } of rows) {
    if (words === '' || model) continue;
    const known = counts.get(wordsKey(words));
    counts.set(wordsKey(words), { words: known?.words ?? words, rows: (known?.rows ?? 0) + 1 });
  }
  return [...counts]
    .map(([key, unknown]) => ({ ...unknown, suggestion: suggestions.get(key) ?? null }))
    .sort((a, b) => b.rows - a.rows)
    .slice(0, maxUnknownModels);
}

/** Currencies of signs that suppliers write beside prices. */
const codeOfSign: Record<string, string> = { '€': 'EUR', '£': 'GBP', $: 'USD', zł: 'PLN' };

function warningsOf(file: ManifestFile, columns: readonly ManifestColumn[]): string[] {
  const warnings = [];
  const { code } = storeCurrency();
  if (file.headerRow > 1)
    warnings.push(`The column names are in row ${file.headerRow}; the rows above are left out.`);
  const foreign = new Set(
    columns.flatMap((column, index) =>
      column === 'currency'
        ? file.rows.map(({ cells }) => (cells[index] ?? '').trim()).filter(hasForeignCurrency)
        : [],
    ),
  );
  if (foreign.size > 0) {
    const named = [...foreign]
      .slice(0, 3)
      .map((currency) => truncate(currency, 10))
      .join(', ');
    warnings.push(
      `Prices in ${named} are not read: the shop counts in ${code}. Enter the cost of the lot in ${code}.`,
    );
  }
  const price = columns.indexOf('price');
  const sign = file.rows
    .map(({ cells }) => /[€£$]|zł|\b[A-Z]{3}\b/.exec(cells[price] ?? '')?.[0])
    .find(
      (found) =>
        found !== undefined && currencies.has(codeOfSign[found] ?? found) && hasForeignCurrency(found),
    );
  if (sign)
    warnings.push(
      `Prices have “${sign}” and are counted as ${currencyName()}. Ignore the column if they are not.`,
    );
  const [imei, serial] = [columns.indexOf('imei'), columns.indexOf('serial')];
  if (serial >= 0 && mostlyImeis(file, serial) && !(imei >= 0 && mostlyImeis(file, imei))) {
    const swapped = imei >= 0 ? ` and “${file.names[imei]}” look swapped` : ' has IMEIs';
    warnings.push(`“${file.names[serial]}”${swapped}. Choose the columns again.`);
  }
  return warnings;
}

function mostlyImeis({ rows }: ManifestFile, index: number): boolean {
  const filled = rows.flatMap(({ cells }) => cells[index]?.trim() || []);
  const imeis = filled.filter((cell) => /^\d{15}$/.test(cell));
  return filled.length > 0 && imeis.length * 2 > filled.length;
}
