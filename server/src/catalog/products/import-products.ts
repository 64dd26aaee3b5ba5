import { Problem } from '@reprise/contract/problem';
import { eq } from 'drizzle-orm';
import type { Deps } from '../../deps.ts';
import { type Db, inTransaction, type Tx } from '../../platform/database/database.ts';
import { newId } from '../../platform/database/new-id.ts';
import { recordImport } from './bulk-changes/record-edits.ts';
import { findCategoryForProduct } from './categories/find-category-for-product.ts';
import { addProduct } from './create-product.ts';
import { assignFamilies, needsModelKey } from './families/assign-families.ts';
import { type Fault, type ImportRow, readImportRow } from './import-row.ts';
import { products } from './products.tables.ts';

/** Outcome of one row, numbered from 1. In a dry run `created` means "would be created" and the id is empty. */
export type ImportedRow =
  | { row: number; outcome: 'created'; sku: string; id: string }
  | { row: number; outcome: 'existing'; sku: string; id: string }
  | { row: number; outcome: 'refused'; faults: Fault[] };

type ImportOptions = { fileName: string; actorId: string | null; dryRun?: boolean };

/** An import, whose products have one entry in the list of changes. */
type Import = Omit<Parameters<typeof recordImport>[1], 'added' | 'edited' | 'now'>;

/**
 * Adds the products of the rows, each in its own transaction, so that a rejected row does not affect the others. Existing
 * SKUs are skipped, so a corrected file can be imported again.
 */
export async function importProducts(
  deps: Pick<Deps, 'db' | 'now' | 'search'>,
  rows: readonly unknown[],
  { fileName, actorId, dryRun = false }: ImportOptions,
): Promise<ImportedRow[]> {
  const shared: Import = { importId: newId('imp'), fileName, actorId };
  const outcomes: ImportedRow[] = [];
  const rowOfSku = new Map<string, number>();
  for (const [index, written] of rows.entries()) {
    const row = index + 1;
    const decoded = readImportRow(written);
    const faults = 'faults' in decoded ? decoded.faults : faultsOfRow(decoded.row, rowOfSku);
    if ('faults' in decoded || faults.length > 0) {
      outcomes.push({ row, outcome: 'refused', faults });
      continue;
    }
    rowOfSku.set(decoded.row.sku, row);
    outcomes.push({ row, ...(await importRow(deps, decoded.row, shared, dryRun)) });
  }
  return outcomes;
}

function faultsOfRow({ sku, family, modelKey }: ImportRow, rowOfSku: Map<string, number>): Fault[] {
  const earlier = rowOfSku.get(sku);
  if (earlier !== undefined) return [{ field: 'sku', message: `${sku} is already in row ${earlier}` }];
  return family && !modelKey ? [{ field: 'family', message: needsModelKey }] : [];
}

type Outcome =
  | { outcome: 'created' | 'existing'; sku: string; id: string }
  | { outcome: 'refused'; faults: Fault[] };

async function importRow(
  deps: Pick<Deps, 'db' | 'now' | 'search'>,
  row: ImportRow,
  shared: Import,
  dryRun: boolean,
): Promise<Outcome> {
  const { sku } = row;
  const existingId = await findProductBySku(deps.db, sku);
  if (existingId) return { outcome: 'existing', sku, id: existingId };
  try {
    if (!dryRun) {
      const by = { ...shared, now: deps.now(), search: deps.search };
      const id = await inTransaction(deps.db, (tx) => addRow(tx, row, by));
      return { outcome: 'created', sku, id };
    }
    const { category } = row;
    if (category) await inTransaction(deps.db, (tx) => findCategoryForProduct(tx, category));
    return { outcome: 'created', sku, id: '' };
  } catch (error) {
    if (!(error instanceof Problem) || !error.errors) throw error;
    return { outcome: 'refused', faults: error.errors.map((fault) => explainFault(fault, row)) };
  }
}

async function addRow(
  tx: Tx,
  { family, ...product }: ImportRow,
  by: Import & Parameters<typeof addProduct>[2],
): Promise<string> {
  const id = await addProduct(tx, product, by);
  const added = { id, name: product.name, isDraft: product.isDraft === true };
  await recordImport(tx, { ...by, added: [added], edited: [] });
  const { modelKey } = product;
  if (family && modelKey) await assignFamilies(tx, [{ modelKey, family }], by);
  return id;
}

/** Replaces the message of the form, which has a select, by one that names the unknown category. */
function explainFault(fault: Fault, { category }: ImportRow): Fault {
  if (fault.field !== 'category') return fault;
  return {
    field: 'category',
    message: `Category “${category}” does not exist. Add it in the back office first.`,
  };
}

async function findProductBySku(db: Pick<Db, 'select'>, sku: string): Promise<string | undefined> {
  const [product] = await db.select({ id: products.id }).from(products).where(eq(products.sku, sku));
  return product?.id;
}
