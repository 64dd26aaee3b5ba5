import { productDefaults } from '@reprise/contract/catalog/products/product';
import type { AdminProduct } from '@reprise/contract/catalog/products/products-admin';
import { sql } from 'drizzle-orm';
import { findWeakBatteries } from '../../catalog/products/battery-promise.ts';
import { readFamilyNames } from '../../catalog/products/families/assign-families.ts';
import { findProductsBySkus } from '../../catalog/products/listing/whole-admin-products.queries.ts';
import { categories } from '../../catalog/products/products.tables.ts';
import { readRegularPrices } from '../../catalog/products/sales/regular-prices.queries.ts';
import type { FileRow } from '../../foundations/spreadsheets/read-rows.ts';
import type { Queryable } from '../../platform/database/database.ts';
import { withAnswers } from './apply-answers.ts';
import { withCertainBox } from './box/read-box-cells.ts';
import { type Fault, quoteValues, type RowFields, readCells } from './csv-columns.ts';
import { withoutContradictions } from './families/configuration-values.ts';
import { planFamilies } from './families/plan-families.ts';
import { findMangledSkus } from './mangled-skus.ts';
import { findCopies } from './other-shops/queue-images.ts';
import { planFormerSlugs } from './plan-former-slugs.ts';
import { planOffers } from './plan-offers.ts';
import { planRow, type RowPlan } from './plan-row.ts';
import type { FileLayout } from './read-file.ts';
import { withoutSpreadsheetForms } from './spreadsheet-forms.ts';

export type PlannedRow = {
  number: number;
  sku: string;
  name: string;
  /** Product with this SKU; null if there is none. */
  productId: string | null;
  plan: RowPlan;
  doubts: Fault[];
  offerKey: string;
  /** Cells of the file. */
  cells: string[];
};

/** Plans a batch of rows against the current products, with three statements for any size and up to seven more for families, offers and addresses. */
export async function planBatch(db: Queryable, layout: FileLayout, rows: FileRow[]): Promise<PlannedRow[]> {
  const read = rows.map(({ number, cells }) => ({ number, cells, ...readCells(layout, cells) }));
  const copied = layout.copyImages ? await withCopies(db, read) : read;
  const skus = copied.map(({ fields }) => textOf(fields.sku)).filter(Boolean);
  const existing = new Map((await findProductsBySkus(db, skus)).map((product) => [product.sku, product]));
  const regularPrices = await readRegularPrices(
    db,
    [...existing.values()].map(({ id }) => id),
  );
  const { head, answers } = layout;
  const families = await readFamilyNames(
    db,
    head.includes('family') ? [...existing.values()].flatMap(({ modelKey }) => modelKey ?? []) : [],
  );
  const answered = copied.map((row) => {
    const product = existing.get(textOf(row.fields.sku));
    const certain = withoutSpreadsheetForms(row, product, families.get(product?.modelKey ?? '')?.name);
    return withCertainBox(answers ? withAnswers(certain, head, answers, !product) : certain, product);
  });
  const decoded = await withoutContradictions(
    db,
    answered,
    ({ fields }) => existing.get(textOf(fields.sku)),
    layout.values,
  );
  const categoryIds = await findCategories(
    db,
    decoded.map(({ fields }) => textOf(fields.category)).filter(Boolean),
  );
  const mangled = await findMangledSkus(
    db,
    decoded.map(({ fields }) => ({
      sku: textOf(fields.sku),
      name: textOf(fields.name),
      isNew: !existing.has(textOf(fields.sku)),
    })),
  );
  const planned = decoded.map(({ fields, faults: unreadable }, index) => {
    const product = existing.get(textOf(fields.sku));
    const mangledFault = mangled[index];
    const read =
      unreadable.length > 0
        ? rejectedPlan(unreadable)
        : planRow(fields, product, regularPrices.get(product?.id ?? ''));
    // A row that changes nothing is about the product that it names.
    const isMangled = mangledFault && read.outcome !== 'same';
    const plan = isMangled ? rejectedPlan([mangledFault, ...unreadable]) : read;
    return { fields, product, plan: rejectUnknownCategory(plan, categoryIds) };
  });
  const withBatteries = await rejectWeakBatteries(db, planned, categoryIds);
  const withFamilies = await planFamilies(db, withBatteries, layout.families);
  const offers = await planOffers(
    db,
    withBatteries.map((row, index) => ({ ...row, plan: withFamilies[index] ?? row.plan })),
  );
  const plans = await planFormerSlugs(
    db,
    withBatteries.map((row, index) => ({ ...row, plan: offers[index]?.plan ?? row.plan })),
  );
  return decoded.map(({ number, cells, fields, doubts: ofCells }, index) => {
    const sku = textOf(fields.sku);
    const product = existing.get(sku);
    const plan = quoted(plans[index] ?? { outcome: 'same' }, layout, cells);
    const name = textOf(fields.name).slice(0, 200) || (product?.name ?? '');
    const { offerKey = '', doubts = [] } = offers[index] ?? {};
    const productId = product?.id ?? null;
    return {
      number,
      sku: sku.slice(0, 64),
      name,
      cells,
      productId,
      plan,
      offerKey,
      doubts: [...ofCells, ...doubts],
    };
  });
}

type DecodedRow = { number: number; cells: string[]; fields: RowFields; faults: Fault[]; doubts: Fault[] };

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

function rejectUnknownCategory(plan: RowPlan, categoryIds: CategoryIds): RowPlan {
  if (plan.outcome !== 'create' && plan.outcome !== 'change') return plan;
  const category = plan.input?.category;
  if (!category) return plan;
  if (plan.outcome === 'change' && !plan.changes.some(({ field }) => field === 'category')) return plan;
  if (categoryIds.has(category.toLowerCase())) return plan;
  const message = `Category “${category}” does not exist. Add it in the back office first.`;
  return rejectedPlan([{ field: 'category', message }]);
}

type Planned = { fields: RowFields; product: AdminProduct | undefined; plan: RowPlan };

/** Rejects the rows after which a product would promise less battery health than its grade standard. */
async function rejectWeakBatteries(
  db: Queryable,
  rows: Planned[],
  categoryIds: CategoryIds,
): Promise<Planned[]> {
  const writing = rows.flatMap(({ product, plan }, index) => {
    if ((plan.outcome !== 'create' && plan.outcome !== 'change') || plan.input === null) return [];
    const { input } = plan;
    const next = {
      modelKey: (input.modelKey === undefined ? product?.modelKey : input.modelKey) || null,
      categoryId: categoryIds.get(input.category?.toLowerCase() ?? '') ?? product?.categoryId ?? null,
      condition: input.condition ?? product?.condition ?? productDefaults.condition,
      batteryHealth:
        (input.batteryHealth === undefined ? product?.batteryHealth : input.batteryHealth) ?? null,
    };
    return [{ index, change: { ...(product && { stored: product }), next } }];
  });
  const reasons = await findWeakBatteries(
    db,
    writing.map(({ change }) => change),
  );
  const refused = new Map(writing.map(({ index }, position) => [index, reasons[position]]));
  return rows.map((row, index) => {
    const message = refused.get(index);
    return message ? { ...row, plan: rejectedPlan([{ field: 'batteryHealth', message }]) } : row;
  });
}

/** Ids of categories by their ids, slugs and names in lower case. */
type CategoryIds = Map<string, string>;

/** Returns the existing categories among these ids, slugs or names. */
async function findCategories(db: Queryable, names: string[]): Promise<CategoryIds> {
  const references = [...new Set(names.map((name) => name.toLowerCase()))];
  if (references.length === 0) return new Map();
  const stored = await db
    .select({ id: categories.id, slug: categories.slug, name: categories.name })
    .from(categories)
    .where(
      sql`lower(${categories.name}) in ${references} or ${categories.slug} in ${references} or lower(${categories.id}) in ${references}`,
    );
  return new Map(
    stored.flatMap(({ id, slug, name }) => [id, slug, name].map((word) => [word.toLowerCase(), id] as const)),
  );
}
