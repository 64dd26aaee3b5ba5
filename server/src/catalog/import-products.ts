import { Problem } from '@reprise/contract/problem';
import { eq } from 'drizzle-orm';
import { type Db, inTransaction } from '../platform/database/database.ts';
import type { Deps } from '../platform/deps.ts';
import { products } from './catalog.tables.ts';
import { createProduct } from './create-product.ts';
import { findCategoryForProduct } from './find-category-for-product.ts';
import { type Fault, type ImportRow, readImportRow } from './import-row.ts';

/** What became of one row; rows are counted from 1. In a dry run `created` means that it would be, without an id. */
export type ImportedRow =
  | { row: number; outcome: 'created'; sku: string; id: string }
  | { row: number; outcome: 'existing'; sku: string; id: string }
  | { row: number; outcome: 'refused'; faults: Fault[] };

type ImportOptions = { actorId: string | null; dryRun?: boolean };

/**
 * Adds the products of the rows, each by itself: a refused one keeps none of the others out. A product whose SKU is
 * there already is left as it is, so the same file may be imported again after it was corrected.
 */
export async function importProducts(
  deps: Pick<Deps, 'db' | 'now'>,
  rows: readonly unknown[],
  { actorId, dryRun = false }: ImportOptions,
): Promise<ImportedRow[]> {
  const imported: ImportedRow[] = [];
  const rowOfSku = new Map<string, number>();
  for (const [index, written] of rows.entries()) {
    const row = index + 1;
    const read = readImportRow(written);
    const faults = 'faults' in read ? read.faults : twice(read.row, rowOfSku);
    if ('faults' in read || faults.length > 0) {
      imported.push({ row, outcome: 'refused', faults });
      continue;
    }
    rowOfSku.set(read.row.sku, row);
    imported.push({ row, ...(await importOne(deps, read.row, actorId, dryRun)) });
  }
  return imported;
}

function twice({ sku }: ImportRow, rowOfSku: Map<string, number>): Fault[] {
  const earlier = rowOfSku.get(sku);
  return earlier === undefined ? [] : [{ field: 'sku', message: `${sku} stands in row ${earlier} already` }];
}

type Outcome =
  | { outcome: 'created' | 'existing'; sku: string; id: string }
  | { outcome: 'refused'; faults: Fault[] };

async function importOne(
  deps: Pick<Deps, 'db' | 'now'>,
  row: ImportRow,
  actorId: string | null,
  dryRun: boolean,
): Promise<Outcome> {
  const { sku } = row;
  const known = await findProductBySku(deps.db, sku);
  if (known) return { outcome: 'existing', sku, id: known };
  try {
    if (!dryRun) return { outcome: 'created', sku, id: (await createProduct(deps, row, actorId)).id };
    await inTransaction(deps.db, (tx) => findCategoryForProduct(tx, row.category));
    return { outcome: 'created', sku, id: '' };
  } catch (error) {
    if (!(error instanceof Problem) || !error.errors) throw error;
    return { outcome: 'refused', faults: error.errors.map((fault) => explained(fault, row)) };
  }
}

/** The form offers a choice of categories; a file must be told what is wrong with the name it gives. */
function explained(fault: Fault, { category }: ImportRow): Fault {
  if (fault.field !== 'category') return fault;
  return {
    field: 'category',
    message: `There is no category “${category}”; add it in the back office first`,
  };
}

async function findProductBySku(db: Pick<Db, 'select'>, sku: string): Promise<string | undefined> {
  const [found] = await db.select({ id: products.id }).from(products).where(eq(products.sku, sku));
  return found?.id;
}
