import { shortGtin } from '@reprise/contract/catalog/products/box-facts';
import { type Condition, conditions } from '@reprise/contract/catalog/products/conditions';
import {
  blankProduct,
  type FieldOfKind,
  fieldsOfKind,
  type ProductField,
  productFields,
} from '@reprise/contract/catalog/products/product-fields';
import type { AdminProduct } from '@reprise/contract/catalog/products/products-admin';
import { recordOf } from '@reprise/contract/catalog/products/record-of';
import type { Cents } from '@reprise/contract/money';
import { readAmount, readWhole, typeShortAmount } from '@reprise/contract/typed-number';

const chosenFields = fieldsOfKind('choice', 'yes or no');

/** Fields that the form does not change where they belong to a configuration or to devices, or may not be seen. */
type FieldElsewhere = 'unitCost' | 'grams' | 'gtins';

/** Values of the product form: texts and numbers as typed until they are sent; undefined for fields that it leaves alone. */
export type ProductFormValues = Record<
  Exclude<FieldOfKind<'text' | 'price' | 'whole number'>, FieldElsewhere>,
  string
> &
  Record<FieldElsewhere, string | undefined> &
  Pick<AdminProduct, FieldOfKind<'choice' | 'yes or no'> | 'warranty'> & {
    images: { url: string; alt: string }[];
    features: { text: string }[];
    specifications: { name: string; value: string }[];
  };

type ProductValues = Pick<AdminProduct, ProductField | 'categoryId'> &
  Partial<Pick<AdminProduct, 'isDraft' | 'isSerialTracked'>>;

/** A draft may have no price yet. */
export function valuesOfProduct(product: ProductValues): ProductFormValues {
  const { images, imageAlts, features, specifications, warranty } = product;
  const isPriceMissing = product.isDraft === true && product.price === 0;
  return {
    ...recordOf(fieldsOfKind('text', 'whole number'), (name) => String(product[name] ?? '')),
    ...recordOf(fieldsOfKind('price'), (name) => typedPrice(product[name] ?? null)),
    ...valuesElsewhere(product),
    ...(isPriceMissing && { price: '' }),
    category: product.categoryId ?? '',
    ...(recordOf(chosenFields, (name) => product[name]) as Pick<AdminProduct, (typeof chosenFields)[number]>),
    warranty,
    images:
      images.length > 0
        ? images.map((url, index) => ({ url, alt: imageAlts[index] ?? '' }))
        : [{ url: '', alt: '' }],
    features: features.map((text) => ({ text })),
    specifications: Object.entries(specifications).map(([name, value]) => ({ name, value })),
  };
}

function valuesElsewhere(product: ProductValues): Pick<ProductFormValues, FieldElsewhere> {
  const { unitCost, grams, gtins, modelKey, isSerialTracked } = product;
  const ofConfiguration = modelKey !== null;
  return {
    unitCost: unitCost === undefined || isSerialTracked ? undefined : typedPrice(unitCost),
    grams: ofConfiguration ? undefined : String(grams ?? ''),
    gtins: ofConfiguration ? undefined : gtins.map(shortGtin).join('\n'),
  };
}

const typedPrice = (price: Cents | null) => (price === null ? '' : typeShortAmount(price));

export const newProductValues = valuesOfProduct({ ...blankProduct, categoryId: null, isDraft: true });

const noSeo = { seoTitle: '', seoDescription: '' };

/** Returns the values for another condition of the same model: the first unused one, without stock. */
export function valuesOfSibling(product: AdminProduct, taken: Condition[]): ProductFormValues {
  const condition = conditions.find((candidate) => !taken.includes(candidate)) ?? product.condition;
  const unitCost = product.unitCost === undefined ? undefined : '';
  const own = { condition, sku: '', stockCount: '0', featured: false, unitCost };
  return { ...valuesOfProduct(product), ...own, ...noSeo };
}

const filled = (values: string[]) => values.map((value) => value.trim()).filter(Boolean);

/** Returns the barcodes of lines, without the blanks and hyphens with which they are printed. */
const barcodesIn = (lines: string) => filled(lines.split(/[\n,;]/)).map((code) => code.replace(/[\s-]/g, ''));

/** Returns the request body, prices in major units. Omits empty rows; `sku` is sent only for new products. */
export function wireOfProduct(values: ProductFormValues) {
  const { images, features, specifications, warranty } = values;
  const filledImages = images.filter(({ url }) => url.trim() !== '');
  return {
    ...recordOf(chosenFields, (name) => values[name]),
    ...recordOf(fieldsOfKind('text'), (name) =>
      productFields[name].default === null ? values[name].trim() || null : values[name],
    ),
    ...recordOf(fieldsOfKind('price'), (name) => readAmount(values[name] ?? '') ?? null),
    ...recordOf(
      fieldsOfKind('whole number'),
      (name) => readWhole(values[name] ?? '') ?? productFields[name].default,
    ),
    ...(values.unitCost === undefined && { unitCost: undefined }),
    ...(values.grams === undefined && { grams: undefined }),
    gtins: values.gtins === undefined ? undefined : barcodesIn(values.gtins),
    // Missing, not null, which the schema reports as required.
    price: readAmount(values.price),
    newPriceDate: values.newPriceDate.trim().toLowerCase() || null,
    warranty,
    images: filledImages.map(({ url }) => url.trim()),
    imageAlts: filledImages.map(({ alt }) => alt.trim()),
    features: filled(features.map(({ text }) => text)),
    specifications: Object.fromEntries(
      specifications
        .map(({ name, value }) => [name.trim(), value.trim()] as const)
        .filter(([name, value]) => name && value),
    ),
  } satisfies Record<ProductField, unknown>;
}
