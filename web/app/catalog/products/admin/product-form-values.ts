import { type Condition, conditions } from '@reprise/contract/catalog/products/conditions';
import type { Product } from '@reprise/contract/catalog/products/product';
import {
  blankProduct,
  type FieldOfKind,
  fieldsOfKind,
  type ProductField,
  productFields,
} from '@reprise/contract/catalog/products/product-fields';
import { recordOf } from '@reprise/contract/catalog/products/record-of';
import { type Cents, centsToDollars } from '@reprise/contract/money';
import { readAmount, readWhole } from '@reprise/contract/typed-number';

const chosenFields = fieldsOfKind('choice', 'yes or no');

/** Values of the product form: texts and numbers as typed until they are sent. */
export type ProductFormValues = Record<FieldOfKind<'text' | 'price' | 'whole number'>, string> &
  Pick<Product, FieldOfKind<'choice' | 'yes or no'> | 'warranty'> & {
    images: { url: string; alt: string }[];
    features: { text: string }[];
    specifications: { name: string; value: string }[];
  };

type ProductValues = Pick<Product, ProductField | 'categoryId'> & { isDraft?: boolean };

/** A draft may have no price yet. */
export function valuesOfProduct(product: ProductValues): ProductFormValues {
  const { images, imageAlts, features, specifications, warranty } = product;
  const isPriceMissing = product.isDraft === true && product.price === 0;
  return {
    ...recordOf(fieldsOfKind('text', 'whole number'), (name) => String(product[name] ?? '')),
    ...recordOf(fieldsOfKind('price'), (name) => dollarsOf(product[name])),
    ...(isPriceMissing && { price: '' }),
    category: product.categoryId ?? '',
    ...(recordOf(chosenFields, (name) => product[name]) as Pick<Product, (typeof chosenFields)[number]>),
    warranty,
    images:
      images.length > 0
        ? images.map((url, index) => ({ url, alt: imageAlts[index] ?? '' }))
        : [{ url: '', alt: '' }],
    features: features.map((text) => ({ text })),
    specifications: Object.entries(specifications).map(([name, value]) => ({ name, value })),
  };
}

const dollarsOf = (price: Cents | null) => (price === null ? '' : String(centsToDollars(price)));

export const newProductValues = valuesOfProduct({ ...blankProduct, categoryId: null, isDraft: true });

const noSeo = { seoTitle: '', seoDescription: '' };

/** Returns the values for another condition of the same model: the first unused one, without stock. */
export function valuesOfSibling(product: Product, taken: Condition[]): ProductFormValues {
  const condition = conditions.find((candidate) => !taken.includes(candidate)) ?? product.condition;
  return { ...valuesOfProduct(product), condition, sku: '', stockCount: '0', featured: false, ...noSeo };
}

const filled = (values: string[]) => values.map((value) => value.trim()).filter(Boolean);

/** Returns the request body, prices in dollars. Omits empty rows; `sku` is sent only for new products. */
export function wireOfProduct(values: ProductFormValues) {
  const { images, features, specifications, warranty } = values;
  const filledImages = images.filter(({ url }) => url.trim() !== '');
  return {
    ...recordOf(chosenFields, (name) => values[name]),
    ...recordOf(fieldsOfKind('text'), (name) =>
      productFields[name].default === null ? values[name].trim() || null : values[name],
    ),
    ...recordOf(fieldsOfKind('price'), (name) => readAmount(values[name]) ?? null),
    ...recordOf(
      fieldsOfKind('whole number'),
      (name) => readWhole(values[name]) ?? productFields[name].default,
    ),
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
