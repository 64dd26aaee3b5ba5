import { completeDraft, editedDraft, newDraft } from '@reprise/contract/catalog/products/drafts';
import { editedProduct, newProduct, type Product } from '@reprise/contract/catalog/products/product';
import {
  fieldsOfKind,
  fieldText,
  type ProductField,
  yesOrNo,
} from '@reprise/contract/catalog/products/product-fields';
import type { AdminProduct } from '@reprise/contract/catalog/products/products-admin';
import { centsToDollars } from '@reprise/contract/money';
import { importColumns, type RowOutcome } from '@reprise/contract/moving-in/imports';
import { truncate } from '@reprise/extension/truncate';
import { z } from 'zod';
import type { Addition } from '../../catalog/products/create-product.ts';
import type { FamilyAssignment } from '../../catalog/products/families/assign-families.ts';
import { faultsOf } from '../../catalog/products/import-row.ts';
import { noPrice } from '../../catalog/products/product-fields.ts';
import type { ProductEdit } from '../../catalog/products/update-product.ts';
import { type Fault, fieldOf, type RowFields } from './csv-columns.ts';

export type Change = { field: string; before: string; after: string };

/** Planned effect of a row on the current products. */
export type RowPlan =
  | ({ outcome: 'create'; input: Addition; changes: Change[] } & BesideProduct)
  /** `input` is null if nothing of the product itself changes. */
  | ({ outcome: 'change'; input: ProductEdit | null; changes: Change[] } & BesideProduct)
  | { outcome: 'same' }
  | { outcome: 'refused'; faults: Fault[] };

/** Effects beside the product: the family of its configuration, and an address that leads to it. */
type BesideProduct = { family?: FamilyAssignment; formerSlug?: string };

/** Plans a row; `existing` is the product with its SKU. A new product without one gets a generated SKU. */
export function planRow(fields: RowFields, existing: AdminProduct | undefined): RowPlan {
  const { stockBase, draft, family: _, formerSlug: _slug, ...rowFields } = fields;
  if (!existing) return planCreation(rowFields, draft === true);
  const isDraft = typeof draft === 'boolean' ? draft : existing.isDraft;
  return planChange(rowFields, stockBase, existing, isDraft);
}

function planCreation(rowFields: RowFields, isDraft: boolean): RowPlan {
  // Clearing a field has no meaning for a new product.
  const nonEmpty = Object.fromEntries(Object.entries(rowFields).filter(([, value]) => value !== ''));
  const decoded = decodeCreation(nonEmpty, isDraft);
  if ('error' in decoded) return { outcome: 'refused', faults: faultsOf(decoded.error) };
  return { outcome: 'create', input: decoded.input, changes: [] };
}

function decodeCreation(fields: RowFields, isDraft: boolean): Decoded<Addition> {
  if (!isDraft) return inputOf(z.safeDecode(newProduct, fields as z.input<typeof newProduct>));
  return inputOf(z.safeDecode(newDraft, fields as z.input<typeof newDraft>), { isDraft: true });
}

function planChange(
  rowFields: RowFields,
  stockBase: unknown,
  existing: AdminProduct,
  isDraft: boolean,
): RowPlan {
  const isPriceMissing = existing.isDraft && existing.price === noPrice;
  const decoded = decodeChange(existing, isDraft, {
    name: existing.name,
    price: isPriceMissing ? undefined : centsToDollars(existing.price),
    category: existing.category ?? '',
    // A blank brand clears that of a draft.
    ...((isDraft || existing.isDraft) && { brand: existing.brand }),
    ...rowFields,
    ...(rowFields.stockCount !== undefined && stockBase !== undefined && { stockBase }),
  });
  if ('error' in decoded) return { outcome: 'refused', faults: faultsOf(decoded.error) };
  const { input } = decoded;
  const stock = stockAfter(input, existing);
  if (stock < 0) {
    const message = `Only ${existing.stockCount} in stock, fewer than this row removes`;
    return { outcome: 'refused', faults: [{ field: 'stockCount', message }] };
  }
  const changes = changesOf(existing, input, stock);
  return changes.length === 0 ? { outcome: 'same' } : { outcome: 'change', input, changes };
}

/** Decodes with the schema of the product form's button that would do the same: save draft, publish or save. */
function decodeChange(existing: AdminProduct, isDraft: boolean, fields: RowFields): Decoded<ProductEdit> {
  if (isDraft)
    return inputOf(z.safeDecode(editedDraft, fields as z.input<typeof editedDraft>), { isDraft: true });
  if (!existing.isDraft) return inputOf(z.safeDecode(editedProduct, fields as z.input<typeof editedProduct>));
  return inputOf(z.safeDecode(completeDraft, fields as z.input<typeof completeDraft>), {
    isDraft: false,
  });
}

type Decoded<Input> = { input: Input } | { error: z.ZodError };

function inputOf<Input, const State extends object>(
  decoded: z.ZodSafeParseResult<Input>,
  state?: State,
): Decoded<Input & State> {
  return decoded.success
    ? { input: { ...decoded.data, ...state } as Input & State }
    : { error: decoded.error };
}

function stockAfter({ stockCount, stockBase }: ProductEdit, existing: AdminProduct): number {
  if (stockCount === undefined) return existing.stockCount;
  return existing.stockCount + stockCount - (stockBase ?? existing.stockCount);
}

/** Length up to which the preview shows a value. */
const maxChangeLength = 300;

function changesOf(existing: AdminProduct, input: ProductEdit, stock: number): Change[] {
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

/** Fields whose text is that of the file, not that of the screens. */
const choices: ProductField[] = fieldsOfKind('choice');

type ShownFields = { [Field in ProductField]?: unknown } & { isDraft?: boolean | undefined };

/** Returns every importable field as display text, in the order of the columns; undefined for omitted fields. */
function displayTexts(fields: ShownFields): Record<string, string | undefined> {
  const texts = importColumns.flatMap((column) => {
    const field = fieldOf(column);
    return field ? [[field, displayText(field, fields[field])]] : [];
  });
  const { isDraft } = fields;
  return { ...Object.fromEntries(texts), draft: isDraft === undefined ? undefined : yesOrNo(isDraft) };
}

function displayText(field: ProductField, value: unknown): string | undefined {
  // A blank brand leaves the current one, as in the product form, and a draft may have no price.
  const isOmitted =
    value === undefined || (field === 'brand' && !value) || (field === 'price' && value === null);
  if (isOmitted) return undefined;
  if (choices.includes(field)) return String(value);
  return fieldText(field, value as Product[ProductField]);
}

/** Converts a plan to the stored outcome of its row. */
export function outcomeOf(plan: RowPlan): { outcome: RowOutcome; faults: Fault[]; changes: Change[] } {
  return {
    outcome: plan.outcome,
    faults: plan.outcome === 'refused' ? plan.faults : [],
    changes: 'changes' in plan ? plan.changes : [],
  };
}
