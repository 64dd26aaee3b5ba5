import {
  type EditedProduct,
  editedProduct,
  type NewProduct,
  type Product,
} from '@reprise/contract/catalog/catalog';
import type { RowOutcome } from '@reprise/contract/imports';
import { centsToDollars, formatMoney } from '@reprise/contract/money';
import { z } from 'zod';
import { faultsOf, readImportRow } from '../catalog/import-row.ts';
import type { Fault, RowFields } from './csv-columns.ts';

export type Change = { field: string; before: string; after: string };

/** What a row means for the shop as it is now. */
export type RowPlan =
  | { outcome: 'create'; input: NewProduct; changes: Change[] }
  | { outcome: 'change'; input: EditedProduct; changes: Change[] }
  | { outcome: 'same' }
  | { outcome: 'refused'; faults: Fault[] };

/** `known` is the product with the row's SKU, where there is one. */
export function planRow(fields: RowFields, known: Product | undefined): RowPlan {
  const { stockBase, ...written } = fields;
  return known ? planChange(written, stockBase, known) : planCreation(written);
}

function planCreation(written: RowFields): RowPlan {
  // What would empty a field says nothing about a product that is yet to be.
  const said = Object.fromEntries(Object.entries(written).filter(([, value]) => value !== ''));
  const read = readImportRow(said);
  if ('faults' in read) return { outcome: 'refused', faults: read.faults };
  return { outcome: 'create', input: read.row, changes: [] };
}

function planChange(written: RowFields, stockBase: unknown, known: Product): RowPlan {
  const decoded = z.safeDecode(editedProduct, {
    name: known.name,
    price: centsToDollars(known.price),
    category: known.category ?? '',
    ...written,
    ...(written.stockCount !== undefined && stockBase !== undefined && { stockBase }),
  } as z.input<typeof editedProduct>);
  if (!decoded.success) return { outcome: 'refused', faults: faultsOf(decoded.error) };
  const input = decoded.data;
  const stock = stockAfter(input, known);
  if (stock < 0) {
    const message = `${known.stockCount} are left, fewer than this row takes away`;
    return { outcome: 'refused', faults: [{ field: 'stockCount', message }] };
  }
  const changes = changesOf(known, input, stock);
  return changes.length === 0 ? { outcome: 'same' } : { outcome: 'change', input, changes };
}

function stockAfter({ stockCount, stockBase }: EditedProduct, known: Product): number {
  if (stockCount === undefined) return known.stockCount;
  return known.stockCount + stockCount - (stockBase ?? known.stockCount);
}

function changesOf(known: Product, input: EditedProduct, stock: number): Change[] {
  const before = shown(known);
  const after = shown({
    ...input,
    stockCount: stock,
    warranty: input.warranty && { ...known.warranty, ...input.warranty },
  });
  return Object.entries(after)
    .filter(([field, value]) => value !== undefined && value !== before[field])
    .map(([field, value]) => ({ field, before: cut(before[field] ?? ''), after: cut(value ?? '') }));
}

type CacheDependencies = { [Field in keyof Product]?: Product[Field] | undefined };

/** Every field a file can change, as a person reads it; undefined where nothing is said. */
function shown(fields: CacheDependencies | EditedProduct): Record<string, string | undefined> {
  const { price, originalPrice, category, images, imageAlts, features, specifications } = fields;
  const { warranty, featured, modelKey, stockCount } = fields;
  return {
    name: fields.name,
    // A blank brand keeps the one that is there, as in the product form.
    brand: fields.brand || undefined,
    category: category ?? undefined,
    price: price === undefined ? undefined : formatMoney(price),
    originalPrice:
      originalPrice === undefined ? undefined : originalPrice ? formatMoney(originalPrice) : 'none',
    condition: fields.condition,
    origin: fields.origin,
    stockCount: stockCount?.toString(),
    description: fields.description,
    images: images?.filter(Boolean).join('\n'),
    imageAlts: imageAlts?.join('\n').trimEnd(),
    features: features?.filter(Boolean).join('\n'),
    specifications: specifications && pairs(specifications),
    warranty: warranty && [warranty.duration, warranty.type, warranty.description].join(', '),
    modelKey: modelKey === undefined ? undefined : modelKey || 'none',
    featured: featured === undefined ? undefined : featured ? 'yes' : 'no',
  };
}

function pairs(specifications: Record<string, string>): string {
  return Object.entries(specifications)
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n');
}

function cut(value: string): string {
  return value.length > 300 ? `${value.slice(0, 299)}…` : value;
}

/** How a plan stands in the list of rows. */
export function outcomeOf(plan: RowPlan): { outcome: RowOutcome; faults: Fault[]; changes: Change[] } {
  return {
    outcome: plan.outcome,
    faults: plan.outcome === 'refused' ? plan.faults : [],
    changes: plan.outcome === 'change' ? plan.changes : [],
  };
}
