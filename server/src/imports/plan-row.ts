import {
  type EditedProduct,
  editedProduct,
  type NewProduct,
  newProduct,
  type Product,
} from '@reprise/contract/catalog/product';
import type { RowOutcome } from '@reprise/contract/imports';
import { centsToDollars, formatMoney } from '@reprise/contract/money';
import { z } from 'zod';
import { faultsOf } from '../catalog/import-row.ts';
import type { Fault, RowFields } from './csv-columns.ts';
import { truncate } from './truncate.ts';

export type Change = { field: string; before: string; after: string };

/** Planned effect of a row on the current products. */
export type RowPlan =
  | { outcome: 'create'; input: NewProduct; changes: Change[] }
  | { outcome: 'change'; input: EditedProduct; changes: Change[] }
  | { outcome: 'same' }
  | { outcome: 'refused'; faults: Fault[] };

/** Plans a row; `existing` is the product with its SKU. A new product without one gets a generated SKU. */
export function planRow(fields: RowFields, existing: Product | undefined): RowPlan {
  const { stockBase, ...rowFields } = fields;
  return existing ? planChange(rowFields, stockBase, existing) : planCreation(rowFields);
}

function planCreation(rowFields: RowFields): RowPlan {
  // Clearing a field has no meaning for a new product.
  const nonEmpty = Object.fromEntries(Object.entries(rowFields).filter(([, value]) => value !== ''));
  const decoded = z.safeDecode(newProduct, nonEmpty as z.input<typeof newProduct>);
  if (!decoded.success) return { outcome: 'refused', faults: faultsOf(decoded.error) };
  return { outcome: 'create', input: decoded.data, changes: [] };
}

function planChange(rowFields: RowFields, stockBase: unknown, existing: Product): RowPlan {
  const decoded = z.safeDecode(editedProduct, {
    name: existing.name,
    price: centsToDollars(existing.price),
    category: existing.category ?? '',
    ...rowFields,
    ...(rowFields.stockCount !== undefined && stockBase !== undefined && { stockBase }),
  } as z.input<typeof editedProduct>);
  if (!decoded.success) return { outcome: 'refused', faults: faultsOf(decoded.error) };
  const input = decoded.data;
  const stock = stockAfter(input, existing);
  if (stock < 0) {
    const message = `Only ${existing.stockCount} in stock, fewer than this row removes`;
    return { outcome: 'refused', faults: [{ field: 'stockCount', message }] };
  }
  const changes = changesOf(existing, input, stock);
  return changes.length === 0 ? { outcome: 'same' } : { outcome: 'change', input, changes };
}

function stockAfter({ stockCount, stockBase }: EditedProduct, existing: Product): number {
  if (stockCount === undefined) return existing.stockCount;
  return existing.stockCount + stockCount - (stockBase ?? existing.stockCount);
}

/** Length up to which the preview shows a value. */
const maxChangeLength = 300;

function changesOf(existing: Product, input: EditedProduct, stock: number): Change[] {
  const before = displayTexts(existing);
  const after = displayTexts({
    ...input,
    stockCount: stock,
    warranty: input.warranty && { ...existing.warranty, ...input.warranty },
  });
  return Object.entries(after)
    .filter(([field, value]) => value !== undefined && value !== before[field])
    .map(([field, value]) => ({
      field,
      before: truncate(before[field] ?? '', maxChangeLength),
      after: truncate(value ?? '', maxChangeLength),
    }));
}

type ProductFields = { [Field in keyof Product]?: Product[Field] | undefined };

/** Returns every importable field as display text; undefined for omitted fields. */
function displayTexts(fields: ProductFields | EditedProduct): Record<string, string | undefined> {
  const { price, originalPrice, category, images, imageAlts, features, specifications } = fields;
  const { warranty, batteryHealth, featured, modelKey, stockCount } = fields;
  return {
    name: fields.name,
    // A blank brand leaves the current one, as in the product form.
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
    batteryHealth: batteryHealth === undefined ? undefined : batteryHealth ? `${batteryHealth}%` : 'none',
    modelKey: modelKey === undefined ? undefined : modelKey || 'none',
    featured: featured === undefined ? undefined : featured ? 'yes' : 'no',
  };
}

function pairs(specifications: Record<string, string>): string {
  return Object.entries(specifications)
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n');
}

/** Converts a plan to the stored outcome of its row. */
export function outcomeOf(plan: RowPlan): { outcome: RowOutcome; faults: Fault[]; changes: Change[] } {
  return {
    outcome: plan.outcome,
    faults: plan.outcome === 'refused' ? plan.faults : [],
    changes: plan.outcome === 'change' ? plan.changes : [],
  };
}
