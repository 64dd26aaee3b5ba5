import { sql } from 'drizzle-orm';
import { categories } from '../catalog/catalog.tables.ts';
import { findProductsBySkus } from '../catalog/listing/admin-product.queries.ts';
import type { Queryable } from '../platform/database/database.ts';
import { type Fault, quoteValues, type RowFields, readCells } from './csv-columns.ts';
import { findCopies } from './other-shops/queue-images.ts';
import { planFamilies } from './plan-families.ts';
import { planFormerSlugs } from './plan-former-slugs.ts';
import { planRow, type RowPlan } from './plan-row.ts';
import type { FileLayout, FileRow } from './read-file.ts';

export type PlannedRow = {
  number: number;
  sku: string;
  name: string;
  /** Product with this SKU; null if there is none. */
  productId: string | null;
  plan: RowPlan;
  /** Cells of the file. */
  cells: string[];
};

/** Plans a batch of rows against the current products, with two statements for any size and up to four more for families and addresses. */
export async function planBatch(db: Queryable, layout: FileLayout, rows: FileRow[]): Promise<PlannedRow[]> {
  const read = rows.map(({ number, cells }) => ({ number, cells, ...readCells(layout, cells) }));
  const decoded = layout.copyImages ? await withCopies(db, read) : read;
  const skus = decoded.map(({ fields }) => textOf(fields.sku)).filter(Boolean);
  const existing = new Map((await findProductsBySkus(db, skus)).map((product) => [product.sku, product]));
  const isCategory = await findCategories(
    db,
    decoded.map(({ fields }) => textOf(fields.category)).filter(Boolean),
  );
  const planned = decoded.map(({ fields, faults }) => {
    const product = existing.get(textOf(fields.sku));
    const plan = faults.length > 0 ? rejectedPlan(faults) : planRow(fields, product);
    return { fields, product, plan: rejectUnknownCategory(plan, isCategory) };
  });
  const withFamilies = await planFamilies(db, planned);
  const plans = await planFormerSlugs(
    db,
    planned.map((row, index) => ({ ...row, plan: withFamilies[index] ?? row.plan })),
  );
  return decoded.map(({ number, cells, fields }, index) => {
    const sku = textOf(fields.sku);
    const product = existing.get(sku);
    const plan = quoted(plans[index] ?? { outcome: 'same' }, layout, cells);
    const name = textOf(fields.name).slice(0, 200) || (product?.name ?? '');
    return { number, sku: sku.slice(0, 64), name, cells, productId: product?.id ?? null, plan };
  });
}

type DecodedRow = { number: number; cells: string[]; fields: RowFields; faults: Fault[] };

/** Names the copies of images that were copied before, so that an export that is sent again changes nothing. */
async function withCopies(db: Queryable, rows: DecodedRow[]): Promise<DecodedRow[]> {
  const imagesOf = ({ images }: RowFields) => (Array.isArray(images) ? (images as string[]) : []);
  const copies = await findCopies(
    db,
    rows.flatMap(({ fields }) => imagesOf(fields)),
  );
  if (copies.size === 0) return rows;
  return rows.map(({ fields, ...row }) => {
    const images = imagesOf(fields).map((url) => copies.get(url) ?? url);
    return { ...row, fields: fields.images === undefined ? fields : { ...fields, images } };
  });
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function rejectedPlan(faults: Fault[]): RowPlan {
  return { outcome: 'refused', faults };
}

const quoted = (plan: RowPlan, { head }: FileLayout, cells: string[]): RowPlan =>
  plan.outcome === 'refused' ? rejectedPlan(quoteValues(plan.faults, head, cells)) : plan;

function rejectUnknownCategory(plan: RowPlan, isCategory: (reference: string) => boolean): RowPlan {
  if (plan.outcome !== 'create' && plan.outcome !== 'change') return plan;
  const category = plan.input?.category;
  if (!category) return plan;
  if (plan.outcome === 'change' && !plan.changes.some(({ field }) => field === 'category')) return plan;
  if (isCategory(category)) return plan;
  const message = `Category “${category}” does not exist. Add it in the back office first.`;
  return rejectedPlan([{ field: 'category', message }]);
}

/** Returns a predicate for the existing categories among these ids, slugs or names. */
async function findCategories(db: Queryable, names: string[]): Promise<(reference: string) => boolean> {
  const references = [...new Set(names.map((name) => name.toLowerCase()))];
  if (references.length === 0) return () => false;
  const stored = await db
    .select({ id: categories.id, slug: categories.slug, name: categories.name })
    .from(categories)
    .where(
      sql`lower(${categories.name}) in ${references} or ${categories.slug} in ${references} or lower(${categories.id}) in ${references}`,
    );
  const existing = new Set(
    stored.flatMap(({ id, slug, name }) => [id, slug, name].map((word) => word.toLowerCase())),
  );
  return (word) => existing.has(word.toLowerCase());
}
