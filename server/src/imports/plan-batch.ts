import { sql } from 'drizzle-orm';
import { categories } from '../catalog/catalog.tables.ts';
import { findProductsBySkus } from '../catalog/product.queries.ts';
import type { Queryable } from '../platform/database/database.ts';
import { type Column, type Fault, readCells } from './csv-columns.ts';
import { planRow, type RowPlan } from './plan-row.ts';
import type { FileRow } from './read-file.ts';

export type PlannedRow = {
  number: number;
  sku: string;
  name: string;
  /** Of the product with this SKU, where there is one. */
  productId: string | null;
  plan: RowPlan;
};

/** What each of these rows means for the shop as it is now; two reads however many rows there are. */
export async function planBatch(db: Queryable, head: Column[], rows: FileRow[]): Promise<PlannedRow[]> {
  const read = rows.map(({ number, cells }) => ({ number, ...readCells(head, cells) }));
  const skus = read.map(({ fields }) => textOf(fields.sku)).filter(Boolean);
  const known = new Map((await findProductsBySkus(db, skus)).map((product) => [product.sku, product]));
  const isCategory = await categoryNames(
    db,
    read.map(({ fields }) => textOf(fields.category)).filter(Boolean),
  );
  return read.map(({ number, fields, faults }) => {
    const sku = textOf(fields.sku);
    const product = known.get(sku);
    const plan = faults.length > 0 ? refused(faults) : planRow(fields, product);
    const checked = refuseUnknownCategory(plan, isCategory);
    const name = textOf(fields.name).slice(0, 200) || (product?.name ?? '');
    return { number, sku: sku.slice(0, 64), name, productId: product?.id ?? null, plan: checked };
  });
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function refused(faults: Fault[]): RowPlan {
  return { outcome: 'refused', faults };
}

function refuseUnknownCategory(plan: RowPlan, isCategory: (named: string) => boolean): RowPlan {
  if (plan.outcome !== 'create' && plan.outcome !== 'change') return plan;
  const { category } = plan.input;
  if (plan.outcome === 'change' && !plan.changes.some(({ field }) => field === 'category')) return plan;
  if (isCategory(category)) return plan;
  const message = `There is no category “${category}”; add it in the back office first`;
  return refused([{ field: 'category', message }]);
}

/** Tells whether a category is there, by id, slug or name, of those that were asked for. */
async function categoryNames(db: Queryable, named: string[]): Promise<(named: string) => boolean> {
  const wanted = [...new Set(named.map((name) => name.toLowerCase()))];
  if (wanted.length === 0) return () => false;
  const found = await db
    .select({ id: categories.id, slug: categories.slug, name: categories.name })
    .from(categories)
    .where(
      sql`lower(${categories.name}) in ${wanted} or ${categories.slug} in ${wanted} or lower(${categories.id}) in ${wanted}`,
    );
  const known = new Set(
    found.flatMap(({ id, slug, name }) => [id, slug, name].map((word) => word.toLowerCase())),
  );
  return (word) => known.has(word.toLowerCase());
}
