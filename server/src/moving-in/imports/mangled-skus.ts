import { inArray } from 'drizzle-orm';
import { products } from '../../catalog/products/products.tables.ts';
import type { Queryable } from '../../platform/database/database.ts';
import type { Fault } from './csv-columns.ts';
import { isDate, isPowerOfTen } from './spreadsheet-forms.ts';

type Row = { sku: string; name: string; isNew: boolean };

/**
 * Returns for each row the fault that its SKU looks like what a spreadsheet makes of another one of the shop; undefined
 * for others. Excel drops zeros in front, and writes "1E5", "2024-11-01" and long numbers in its own way.
 */
export async function findMangledSkus(db: Queryable, rows: Row[]): Promise<(Fault | undefined)[]> {
  const doubtful = rows.filter(({ sku, isNew }) => (isNew ? looksMangled(sku) : number.test(sku)));
  if (doubtful.length === 0) return rows.map(() => undefined);
  const padded = doubtful.flatMap(({ sku }) => originalsOf(sku));
  const bySku = await findProducts(db, 'sku', padded);
  const byName = await findProducts(
    db,
    'name',
    doubtful.flatMap(({ name, isNew }) => (isNew && name) || []),
  );
  return rows.map((row) => {
    if (!doubtful.includes(row)) return undefined;
    const originals = new Set(originalsOf(row.sku));
    const original =
      bySku.find(({ sku }) => originals.has(sku)) ??
      (row.isNew ? byName.find(({ sku, name }) => name === row.name && isReadAs(sku, row.sku)) : undefined);
    return original && mangledFault(row, original.sku);
  });
}

function mangledFault({ sku, isNew }: Row, original: string): Fault {
  const shop = isNew
    ? `“${sku}” is not in the shop, but “${original}” is`
    : `The shop has “${sku}” and “${original}”`;
  const message = `${shop}: a spreadsheet may have changed it. Write the SKU as text, or change the product by hand`;
  return { field: 'sku', message };
}

const number = /^\d{1,15}$/;

const looksMangled = (sku: string) => number.test(sku) || isPowerOfTen(sku) || isDate(sku);

/** Longest SKU of digits, the number of a pallet. */
const maxDigits = 18;

/** Returns the SKUs that a spreadsheet writes as this number. */
function originalsOf(sku: string): string[] {
  if (!number.test(sku)) return [];
  const padded = Array.from({ length: maxDigits - sku.length }, (_, index) => '0'.repeat(index + 1) + sku);
  const zeros = [...sku].toReversed().findIndex((digit) => digit !== '0');
  const powers = Array.from(
    { length: Math.max(0, zeros) },
    (_, index) => `${sku.slice(0, -(index + 1))}E${index + 1}`,
  );
  return [...padded, ...powers, ...powers.map((text) => text.toLowerCase())];
}

/** True if a spreadsheet writes the first SKU as the second. */
function isReadAs(original: string, sku: string): boolean {
  if (isDate(sku)) return isDate(original);
  if (!/^[\d.,E+-]+$/i.test(original)) return false;
  const [one, other] = [Number(original), Number(sku.replace(',', '.'))];
  return Math.abs(one - other) <= Math.abs(other) * 1e-4;
}

function findProducts(db: Queryable, column: 'sku' | 'name', values: string[]) {
  if (values.length === 0) return Promise.resolve([]);
  return db
    .select({ sku: products.sku, name: products.name })
    .from(products)
    .where(inArray(products[column], [...new Set(values)]))
    .limit(maxProducts);
}

const maxProducts = 5000;
