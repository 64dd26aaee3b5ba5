import { type OtherShop, otherShopLabels } from '@reprise/contract/foundations/checked-import';
import { maxImportRows } from '@reprise/contract/moving-in/imports';
import type { UnknownValues } from '@reprise/contract/moving-in/shop-export';
import { categories } from '../../catalog/products/products.tables.ts';
import type { Deps } from '../../deps.ts';
import { unreadable } from '../../foundations/spreadsheets/file-text.ts';
import { dataRowsOf, type FileRow, readNames } from '../../foundations/spreadsheets/read-rows.ts';
import type { Head } from '../../moving-in/imports/csv-columns.ts';
import { convertExport } from '../../moving-in/imports/other-shops/convert-export.ts';
import { readPreset } from '../../moving-in/imports/other-shops/presets.ts';

const maxCategories = 1000;

/**
 * Converts the export of another shop to a file of this shop's columns; throws VALIDATION_ERROR if its preset does not
 * know conditions or categories in it, with those in the details.
 */
export async function readShopExport(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  shop: OtherShop,
  text: Buffer,
): Promise<{ copyImages: boolean; text: Buffer; head: Head; names: string[] }> {
  const preset = await readPreset(db, shop);
  const known = await db
    .select({ id: categories.id, name: categories.name })
    .from(categories)
    .limit(maxCategories);
  const names = await readNames(text);
  const rows = await readRows(text);
  const converted = await convertExport({ preset, names, rows, categories: known, now: now() });
  if ('unknown' in converted) throw unknownProblem(converted.unknown);
  const { content, head } = converted;
  return { copyImages: preset.copyImages, text: content, head, names: head };
}

async function readRows(text: Buffer): Promise<FileRow[]> {
  const rows: FileRow[] = [];
  for await (const row of dataRowsOf(text)) {
    rows.push(row);
    if (rows.length > maxImportRows)
      throw unreadable('A file can have up to 100,000 rows. Split it into several files.');
  }
  return rows;
}

function unknownProblem(unknownValues: UnknownValues) {
  const { shop, conditions, categories } = unknownValues;
  const counts = [
    conditions.length > 0 && `${conditions.length} unknown conditions`,
    categories.length > 0 && `${categories.length} unknown categories`,
  ];
  const message = `This export of ${otherShopLabels[shop]} has ${counts.filter(Boolean).join(' and ')}. Say what they are here.`;
  return unreadable(message, { unknownValues });
}
