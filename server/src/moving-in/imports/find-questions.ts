import { removeFormulaGuards } from '@reprise/contract/foundations/formula-guard';
import type { ExportPreset, UnknownValues } from '@reprise/contract/moving-in/shop-export';
import { inArray } from 'drizzle-orm';
import { categories, products } from '../../catalog/products/products.tables.ts';
import { batchesOf, dataRowsOf } from '../../foundations/spreadsheets/read-rows.ts';
import type { Queryable } from '../../platform/database/database.ts';
import { type Column, clearMarker, type Head } from './csv-columns.ts';
import { type KnownValues, keyOf, knownValues, questionsOf } from './known-values.ts';

const batchSize = 500;
const maxCategories = 1000;

type File = { text: Buffer; head: Head; preset: ExportPreset };

/** Returns what a file of this shop's columns leaves open about its products; undefined if nothing. */
export async function findQuestions(
  db: Queryable,
  { text, head, preset }: File,
): Promise<UnknownValues | undefined> {
  const known = knownValues({ preset, categories: await readCategories(db) });
  const unknowns = {
    conditions: [] as string[],
    categories: [] as string[],
    withoutBrand: 0,
    withoutStock: 0,
  };
  for await (const rows of batchesOf(dataRowsOf(text), batchSize, 0)) {
    const read = rows
      .filter(({ cells }) => cells.length === head.length)
      .map(({ cells }) => rowOf(head, cells));
    const existing = await findSkus(db, read.map(({ sku }) => sku).filter(Boolean));
    for (const row of read) {
      const isNew = !existing.has(row.sku);
      if (isLeftOut(row, known, isNew)) continue;
      // A product that the shop has does not need what the row leaves out.
      if (isUnknown(known.conditions, row.condition, isNew)) unknowns.conditions.push(row.condition);
      if (row.isDraft) continue;
      if (isUnknown(known.categories, row.category, isNew)) unknowns.categories.push(row.category);
      if (isNew && row.brand === '' && preset.defaultBrand === '') unknowns.withoutBrand++;
      if (isNew && row.stockCount === '' && preset.missingStock === null) unknowns.withoutStock++;
    }
  }
  return questionsOf({ shop: 'own', ...unknowns });
}

async function readCategories(db: Queryable) {
  const rows = await db
    .select({ id: categories.id, name: categories.name, slug: categories.slug })
    .from(categories)
    .limit(maxCategories);
  return rows.flatMap(({ id, name, slug }) => [id, slug, name].map((word) => ({ id, name: word })));
}

async function findSkus(db: Queryable, skus: string[]): Promise<Set<string>> {
  if (skus.length === 0) return new Set();
  const rows = await db.select({ sku: products.sku }).from(products).where(inArray(products.sku, skus));
  return new Set(rows.map(({ sku }) => sku));
}

function rowOf(head: Head, cells: string[]) {
  const cell = (column: Column) => {
    const text = removeFormulaGuards(cells[head.indexOf(column)] ?? '').trim();
    return text === clearMarker ? '' : text;
  };
  return {
    sku: cell('sku'),
    brand: cell('brand'),
    category: cell('category').slice(0, 200),
    condition: cell('condition').slice(0, 200),
    stockCount: cell('stockCount'),
    isDraft: /^(yes|true)$/i.test(cell('draft')),
  };
}

type Row = ReturnType<typeof rowOf>;

const isUnknown = (known: Map<string, string | null>, text: string, isNew: boolean) =>
  (text !== '' || isNew) && !known.has(keyOf(text));

const isLeftOut = ({ condition, category }: Row, known: KnownValues, isNew: boolean) =>
  (isNew || condition !== '' || category !== '') &&
  ((known.conditions.get(keyOf(condition)) === null && (isNew || condition !== '')) ||
    (known.categories.get(keyOf(category)) === null && (isNew || category !== '')));
