import type { EditedDraft } from '@reprise/contract/catalog/products/drafts';
import type { EditedProduct, NewProduct, Warranty } from '@reprise/contract/catalog/products/product';
import {
  blankProduct,
  type ProductField,
  productFieldNames,
  productFields,
} from '@reprise/contract/catalog/products/product-fields';
import { recordOf } from '@reprise/contract/catalog/products/record-of';
import { cents } from '@reprise/contract/money';
import type { products } from './products.tables.ts';

/** Price of drafts without one. */
export const noPrice = cents(0);

/** Removes empty form entries. */
function withoutEmpty(entries: string[]): string[] {
  return entries.filter((entry) => entry !== '');
}

type StoredProduct = typeof products.$inferSelect;

/** Fields with a rule of their own in `mergeFields`, or that other functions write. */
const fieldsWithRule = [
  'name',
  'brand',
  'price',
  'originalPrice',
  'newPriceDate',
  'images',
  'imageAlts',
  'features',
  'warranty',
  'sku',
  'category',
  'stockCount',
  'unitCost',
  'grams',
  'gtins',
] as const satisfies ProductField[];
type PlainField = Exclude<ProductField, (typeof fieldsWithRule)[number]>;

const plainFields = productFieldNames.filter(
  (name): name is PlainField => !(fieldsWithRule as readonly string[]).includes(name),
);

type ProductImages = Pick<StoredProduct, 'images' | 'imageAlts'>;
type MergedBase = ProductImages &
  Pick<
    StoredProduct,
    PlainField | 'brand' | 'originalPriceCents' | 'newPriceDate' | 'features' | 'warranty'
  > &
  Pick<StoredProduct, 'unitCostCents'>;

type ProductInput = EditedDraft & { isDraft?: boolean | undefined };

/** Values of a new product before those of its input. */
export const newProductBase: MergedBase = { ...blankProduct, originalPriceCents: null, unitCostCents: null };

/** Merges the input over the current values; omitted fields do not change. */
export function mergeFields(before: MergedBase, input: ProductInput) {
  const originalPrice = originalPriceFrom(before, input);
  const plain = recordOf(plainFields, (name) => plainValue(name, before, input));
  return {
    ...(plain as Pick<StoredProduct, PlainField>),
    name: input.name,
    brand: input.brand || (input.isDraft ? '' : before.brand),
    priceCents: input.price ?? noPrice,
    originalPriceCents: originalPrice,
    newPriceDate: newPriceDateFrom(before.newPriceDate, { ...input, originalPrice }),
    unitCostCents: input.unitCost === undefined ? before.unitCostCents : input.unitCost,
    ...imagesFrom(before, input),
    features: input.features ? withoutEmpty(input.features) : before.features,
    warranty: warrantyFrom(before.warranty, input.warranty),
  };
}

/** Returns the submitted value, null for a blank one of a field that may be missing. */
function plainValue(name: PlainField, before: MergedBase, input: ProductInput) {
  const value = input[name];
  if (value === undefined) return before[name];
  return productFields[name].default === null ? value || null : value;
}

/** Returns the original price, or null if it is below the new price and would claim a false discount. */
function originalPriceFrom(before: MergedBase, input: ProductInput) {
  if (input.originalPrice !== undefined) return input.originalPrice || null;
  const current = before.originalPriceCents;
  return current !== null && current >= (input.price ?? noPrice) ? current : null;
}

/** Merges submitted images over the current ones. An image without submitted alt text retains its current one. */
function imagesFrom(
  before: ProductImages,
  input: Pick<EditedProduct, 'images' | 'imageAlts'>,
): ProductImages {
  const currentAlts = new Map(before.images.map((image, index) => [image, before.imageAlts[index] ?? '']));
  const images = (input.images ?? before.images)
    .map((image, index) => ({ image, alt: input.imageAlts?.[index] ?? currentAlts.get(image) ?? '' }))
    .filter(({ image }) => image !== '');
  return { images: images.map(({ image }) => image), imageAlts: images.map(({ alt }) => alt) };
}

/** Merges the submitted parts of a warranty over the base. */
function warrantyFrom(base: Warranty, input: NewProduct['warranty']): Warranty {
  return {
    duration: input?.duration ?? base.duration,
    type: input?.type ?? base.type,
    description: input?.description ?? base.description,
  };
}

type NewPrice = { originalPrice?: number | null | undefined; newPriceDate?: string | null | undefined };

/** Returns the date of the price when new; null without that price. */
function newPriceDateFrom(before: string | null, { originalPrice, newPriceDate }: NewPrice) {
  if (!originalPrice) return null;
  return newPriceDate === undefined ? before : newPriceDate || null;
}
