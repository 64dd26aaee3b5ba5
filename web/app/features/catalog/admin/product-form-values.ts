import { type Condition, conditions, type Origin } from '@reprise/contract/catalog/conditions';
import { defaultWarranty, type Product, productDefaults } from '@reprise/contract/catalog/product';
import { centsToDollars } from '@reprise/contract/money';
import { readAmount, readWhole } from '@reprise/contract/typed-number';

/** Values of the product form, as typed: numbers are text until they are sent. */
export type ProductFormValues = {
  name: string;
  brand: string;
  description: string;
  price: string;
  originalPrice: string;
  newPriceDate: string;
  stockCount: string;
  sku: string;
  category: string;
  condition: Condition;
  origin: Origin;
  batteryHealth: string;
  modelKey: string;
  seoTitle: string;
  seoDescription: string;
  images: { url: string; alt: string }[];
  features: { text: string }[];
  specifications: { name: string; value: string }[];
  featured: boolean;
  warranty: { duration: string; type: string; description: string };
};

export const newProductValues: ProductFormValues = {
  name: '',
  brand: '',
  description: '',
  price: '',
  originalPrice: '',
  newPriceDate: '',
  stockCount: String(productDefaults.stockCount),
  sku: '',
  category: '',
  condition: productDefaults.condition,
  origin: productDefaults.origin,
  batteryHealth: '',
  modelKey: '',
  seoTitle: '',
  seoDescription: '',
  images: [{ url: '', alt: '' }],
  features: [],
  specifications: [],
  featured: false,
  warranty: defaultWarranty,
};

const noSeo = { seoTitle: '', seoDescription: '' };

/** Returns the values for another condition of the same model: the first unused one, without stock. */
export function valuesOfSibling(product: Product, taken: Condition[]): ProductFormValues {
  const condition = conditions.find((candidate) => !taken.includes(candidate)) ?? product.condition;
  return { ...valuesOfProduct(product), condition, sku: '', stockCount: '0', featured: false, ...noSeo };
}

/** A draft may have no price yet. */
export function valuesOfProduct(product: Product & { isDraft?: boolean }): ProductFormValues {
  const isPriceMissing = product.isDraft === true && product.price === 0;
  return {
    name: product.name,
    brand: product.brand,
    description: product.description,
    price: isPriceMissing ? '' : String(centsToDollars(product.price)),
    originalPrice: product.originalPrice === null ? '' : String(centsToDollars(product.originalPrice)),
    newPriceDate: product.newPriceDate ?? '',
    stockCount: String(product.stockCount),
    sku: product.sku,
    category: product.categoryId ?? '',
    condition: product.condition,
    origin: product.origin,
    batteryHealth: String(product.batteryHealth ?? ''),
    modelKey: product.modelKey ?? '',
    seoTitle: product.seoTitle,
    seoDescription: product.seoDescription,
    images:
      product.images.length > 0
        ? product.images.map((url, index) => ({ url, alt: product.imageAlts[index] ?? '' }))
        : [{ url: '', alt: '' }],
    features: product.features.map((text) => ({ text })),
    specifications: Object.entries(product.specifications).map(([name, value]) => ({ name, value })),
    featured: product.featured,
    warranty: product.warranty,
  };
}

const filled = (values: string[]) => values.map((value) => value.trim()).filter(Boolean);

/** Returns the request body, prices in dollars. Omits empty rows; `sku` is sent only for new products. */
export function wireOfProduct(values: ProductFormValues) {
  const { images, features, specifications, price, originalPrice, stockCount, ...others } = values;
  const { newPriceDate, batteryHealth, modelKey, ...plain } = others;
  const filledImages = images.filter(({ url }) => url.trim() !== '');
  return {
    ...plain,
    price: readAmount(price),
    originalPrice: readAmount(originalPrice) ?? null,
    newPriceDate: newPriceDate.trim().toLowerCase() || null,
    stockCount: readWhole(stockCount) ?? 0,
    images: filledImages.map(({ url }) => url.trim()),
    imageAlts: filledImages.map(({ alt }) => alt.trim()),
    features: filled(features.map(({ text }) => text)),
    specifications: Object.fromEntries(
      specifications
        .map(({ name, value }) => [name.trim(), value.trim()] as const)
        .filter(([name, value]) => name && value),
    ),
    batteryHealth: readWhole(batteryHealth) ?? null,
    modelKey: modelKey.trim() || null,
  };
}
