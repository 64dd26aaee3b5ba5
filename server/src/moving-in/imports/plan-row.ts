import { completeDraft, editedDraft, newDraft } from '@reprise/contract/catalog/products/drafts';
import {
  editedProduct,
  newProduct,
  type Product,
  productDefaults,
  requiredToAdd,
} from '@reprise/contract/catalog/products/product';
import {
  fieldsOfKind,
  fieldText,
  type ProductField,
  yesOrNo,
} from '@reprise/contract/catalog/products/product-fields';
import type { AdminProduct } from '@reprise/contract/catalog/products/products-admin';
import { type Cents, toMajorUnits } from '@reprise/contract/money';
import { importColumns, type RowOutcome } from '@reprise/contract/moving-in/imports';
import { truncate } from '@reprise/extension/truncate';
import { z } from 'zod';
import type { Addition } from '../../catalog/products/create-product.ts';
import type { FamilyAssignment } from '../../catalog/products/families/assign-families.ts';
import { faultsOf } from '../../catalog/products/import-row.ts';
import { noPrice } from '../../catalog/products/product-fields.ts';
import type { ProductEdit } from '../../catalog/products/update-product.ts';
import { type Fault, fieldOf, type RowFields } from './csv-columns.ts';
import { linesCell, pairsCell } from './list-cells.ts';
import { isHtml, textOfHtml } from './other-shops/text-of-html.ts';

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

/**
 * Plans a row; `existing` is the product with its SKU, with its regular price while a sale is running. A new product
 * without a SKU gets a generated one.
 */
export function planRow(
  fields: RowFields,
  existing: AdminProduct | undefined,
  regularPrice?: Cents,
): RowPlan {
  const { stockBase, draft, family: _, options: _options, formerSlug: _slug, ...rowFields } = fields;
  if (!existing) return planCreation(withoutHtml(rowFields, undefined), draft === true);
  const isDraft = typeof draft === 'boolean' ? draft : existing.isDraft;
  if (regularPrice === undefined)
    return planChange(withoutHtml(rowFields, existing), stockBase, existing, isDraft);
  const plan = planChange(
    withoutHtml(rowFields, existing),
    stockBase,
    { ...existing, price: regularPrice },
    isDraft,
  );
  return withoutSalePrice(plan, existing.price);
}

/** Turns a description in HTML into text, unless the product has it as it is. */
function withoutHtml(fields: RowFields, existing: AdminProduct | undefined): RowFields {
  const { description } = fields;
  const isSame =
    typeof description === 'string' && sameLines(description) === sameLines(existing?.description ?? '');
  if (typeof description !== 'string' || isSame || !isHtml(description)) return fields;
  return { ...fields, description: textOfHtml(description) };
}

const sameLines = (text: string) => text.replace(/\r\n?/g, '\n').trim();

/** Leaves the price of a running sale as it is; rejects another price, because the end of the sale would restore it. */
function withoutSalePrice(plan: RowPlan, salePrice: Cents): RowPlan {
  if (plan.outcome !== 'change' || plan.input === null) return plan;
  if (plan.changes.some(({ field }) => field === 'price')) {
    const message = 'A sale is running. Change the price when it has ended, or end the sale first';
    return { outcome: 'refused', faults: [{ field: 'price', message }] };
  }
  return { ...plan, input: { ...plan.input, price: salePrice } };
}

function planCreation(rowFields: RowFields, isDraft: boolean): RowPlan {
  // Clearing a field has no meaning for a new product.
  const nonEmpty = Object.fromEntries(Object.entries(rowFields).filter(([, value]) => value !== ''));
  const decoded = decodeCreation(nonEmpty, isDraft);
  if ('error' in decoded) return { outcome: 'refused', faults: faultsOf(decoded.error).map(namingOne) };
  return { outcome: 'create', input: decoded.input, changes: factsOf(decoded.input, isDraft) };
}

/** Names the one field that is missing in place of all that are required. */
const namingOne = ({ field, message }: Fault): Fault =>
  message === requiredToAdd ? { field, message: `The ${field} is missing` } : { field, message };

/** Facts about a new product that are checked before it is added. */
function factsOf(input: Addition, isDraft: boolean): Change[] {
  const {
    price = null,
    category = '',
    condition = productDefaults.condition,
    stockCount = 0,
    images,
    unitCost = null,
    grams = null,
    gtins = [],
  } = input;
  const facts: [field: string, text: string][] = [
    ['price', price === null ? '' : fieldText('price', price)],
    ['stockCount', String(stockCount)],
    ['condition', fieldText('condition', condition)],
    ['category', category],
    ['images', images?.[0] ?? ''],
    ...(unitCost === null ? [] : [['unitCost', fieldText('unitCost', unitCost)] as [string, string]]),
    ...(grams === null ? [] : [['grams', fieldText('grams', grams)] as [string, string]]),
    ...(gtins.length === 0 ? [] : [['gtins', fieldText('gtins', gtins)] as [string, string]]),
    ...(isDraft ? [['draft', 'yes'] as [string, string]] : []),
  ];
  return facts.map(([field, after]) => ({ field, before: '', after: truncate(after, maxFactLength) }));
}

/** As long as the address of an image can be. */
const maxFactLength = 2000;

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
    price: isPriceMissing ? undefined : toMajorUnits(existing.price),
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
const lists: ProductField[] = fieldsOfKind('lines');

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
  // Escaped, so that values that differ never have one text.
  if (field === 'specifications') return pairsCell(value as Product['specifications']);
  if (field === 'imageAlts') return linesCell(value as string[]).trimEnd();
  if (field === 'gtins') return fieldText('gtins', value as string[]);
  if (lists.includes(field)) return linesCell((value as string[]).filter(Boolean));
  // Spreadsheets change line ends.
  return fieldText(field, value as never).replace(/\r\n?/g, '\n');
}

/** Converts a plan to the stored outcome of its row. */
export function outcomeOf(plan: RowPlan): { outcome: RowOutcome; faults: Fault[]; changes: Change[] } {
  return {
    outcome: plan.outcome,
    faults: plan.outcome === 'refused' ? plan.faults : [],
    changes: 'changes' in plan ? plan.changes : [],
  };
}
