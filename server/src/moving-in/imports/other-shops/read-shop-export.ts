import { formatNumber } from '@reprise/contract/formats';
import { type OtherShop, otherShopLabels } from '@reprise/contract/foundations/checked-import';
import { maxImportRows } from '@reprise/contract/moving-in/imports';
import type { UnknownValues } from '@reprise/contract/moving-in/shop-export';
import { categories } from '../../../catalog/products/products.tables.ts';
import type { Deps } from '../../../deps.ts';
import { unreadable } from '../../../foundations/spreadsheets/file-text.ts';
import { dataRowsOf, type FileRow, readNames } from '../../../foundations/spreadsheets/read-rows.ts';
import type { Head } from '../csv-columns.ts';
import { convertExport } from './convert-export.ts';
import { readPreset } from './presets.ts';

const maxCategories = 1000;

/**
 * Converts the export of another shop to a file of this shop's columns; throws VALIDATION_ERROR if its preset does not
 * know conditions or categories in it, with those in the details.
 */
export async function readShopExport(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  shop: OtherShop,
  text: Buffer,
  seesCosts: boolean,
): Promise<{ copyImages: boolean; text: Buffer; head: Head; names: string[]; unreadColumns: string[] }> {
  const stored = await readPreset(db, shop);
  const columns = stored.columns.filter(({ column }) => seesCosts || column !== 'unitCost');
  const preset = { ...stored, columns };
  const known = await db
    .select({ id: categories.id, name: categories.name })
    .from(categories)
    .limit(maxCategories);
  const names = await readNames(text);
  const rows = await readRows(text);
  const converted = await convertExport({ preset, names, rows, categories: known, now: now() });
  if ('unknown' in converted) throw unknownProblem(converted.unknown);
  const { content, head, unreadColumns } = converted;
  return { copyImages: preset.copyImages, text: content, head, names: head, unreadColumns };
}

async function readRows(text: Buffer): Promise<FileRow[]> {
  const rows: FileRow[] = [];
  for await (const row of dataRowsOf(text)) {
    rows.push(row);
    if (rows.length > maxImportRows)
      throw unreadable(
        `A file can have up to ${formatNumber(maxImportRows)} rows. Split it into several files.`,
      );
  }
  return rows;
}

/** Problem of a file with questions, which are in its details. */
export function unknownProblem(unknownValues: UnknownValues) {
  const { shop, conditions, categories, withoutBrand, withoutStock } = unknownValues;
  const counts = [
    conditions.length > 0 && countOf(conditions.length, 'unknown condition', 'unknown conditions'),
    categories.length > 0 && countOf(categories.length, 'unknown category', 'unknown categories'),
    withoutBrand > 0 && `${countOf(withoutBrand, 'row', 'rows')} without a brand`,
    withoutStock > 0 && `${countOf(withoutStock, 'row', 'rows')} without a count`,
  ].filter((text) => text !== false);
  const file = shop === 'own' ? 'This file' : `This export of ${otherShopLabels[shop]}`;
  const list = [counts.slice(0, -1).join(', '), counts.at(-1)].filter(Boolean).join(' and ');
  return unreadable(`${file} has ${list}. Say what they are here.`, { unknownValues });
}

const countOf = (count: number, one: string, many: string) => `${count} ${count === 1 ? one : many}`;
