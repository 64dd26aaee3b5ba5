import { z } from 'zod';
import { formatNumber } from '../../formats.ts';
import { taxClasses } from '../../foundations/tax-classes.ts';
import { pagination, pagingQuery } from '../../paging.ts';
import {
  imageUrl,
  isoDateTime,
  money,
  price,
  queryChoice,
  queryChoices,
  queryFlag,
  queryMoney,
  queryString,
  queryStrings,
  requiredText,
  seenVersion,
  text,
} from '../../wire.ts';
import { boxFields } from './box-facts.ts';
import { conditions, defaultCondition, origins } from './conditions.ts';
import { facets } from './facets.ts';
import { optionQuery } from './list-options.ts';
import { newPriceDate, originalBelowPrice, originalNotBelowPrice } from './original-price.ts';
import { cardFamily } from './product-family.ts';
import { productSorts } from './product-sort.ts';
import { searchInterpretation, searchMatch } from './search-interpretation.ts';
import { maxStock, stockLevels } from './stock.ts';

// ---- Responses

export const warranty = z
  .object({ duration: text(100), type: text(100), description: text(1000) })
  .meta({ id: 'Warranty' });
export type Warranty = z.output<typeof warranty>;

export const defaultWarranty: Warranty = {
  duration: '30 days',
  type: 'Limited Warranty',
  description: '30-day warranty covering manufacturing defects',
};

/** Title and description for search engines and shared links; '' for the ones the page writes itself. */
const seoTexts = { seoTitle: z.string(), seoDescription: z.string() };

export const product = z
  .object({
    id: z.string(),
    slug: z.string(),
    name: z.string(),
    description: z.string(),
    price: money,
    /** Price of a new one. */
    originalPrice: money.nullable(),
    /** Time of the price when new as the owner states it: `today`, a month such as 2021-09, or null. */
    newPriceDate: z.string().nullable(),
    /** Lowest price of the 30 days before the running sale, if it is higher and known. */
    formerPrice: money.nullable(),
    /** End of the running sale; null without one. */
    saleEndsAt: isoDateTime.nullable(),
    brand: z.string(),
    /** Category name; null after the category was deleted. */
    category: z.string().nullable(),
    categoryId: z.string().nullable(),
    categorySlug: z.string().nullable(),
    condition: z.enum(conditions),
    origin: z.enum(origins),
    /** Missing for the standard rate. */
    taxClass: z.enum(taxClasses).optional(),
    stockCount: z.number().int(),
    inStock: z.boolean(),
    sku: z.string(),
    images: z.array(z.string()),
    /** Alt texts in the order of `images`; '' without one. */
    imageAlts: z.array(z.string()),
    specifications: z.record(z.string(), z.string()),
    features: z.array(z.string()),
    featured: z.boolean(),
    rating: z.number(),
    reviewCount: z.number().int(),
    warranty,
    /**
     * Least battery capacity of its units, in percent of a new one; null without a battery, if not measured, or if the
     * product states less than its grade standard promises.
     */
    batteryHealth: z.number().int().nullable(),
    /** Shared by products of the same model and configuration. */
    modelKey: z.string().nullable(),
    ...seoTexts,
    /** Lowest price of the same model in stock, if below the price of this product. */
    fromPrice: money.nullable(),
    /** Number of edits, without sales; sent back on save to detect lost updates. */
    version: z.number().int(),
    createdAt: isoDateTime,
    updatedAt: isoDateTime,
  })
  .meta({ id: 'Product' });
export type Product = z.output<typeof product>;

/** The part of a product that lists and cards show. */
export const cardProduct = product
  .pick({
    id: true,
    slug: true,
    name: true,
    brand: true,
    price: true,
    originalPrice: true,
    newPriceDate: true,
    formerPrice: true,
    fromPrice: true,
    stockCount: true,
    condition: true,
    origin: true,
    taxClass: true,
    rating: true,
    reviewCount: true,
    categoryId: true,
  })
  .extend({
    /** The first of the product's images. */
    image: z.string().nullable(),
    /** Specifications that distinguish the device, such as "128 GB · Midnight"; storages of a family with several offers. */
    specLine: z.string(),
    /** Set for a card of a family; the other fields are those of its cheapest matching offer. */
    family: cardFamily.optional(),
  })
  .meta({ id: 'CardProduct' });
export type CardProduct = z.output<typeof cardProduct>;

/** Product on the card of another family, its cheapest in stock or else its cheapest. */
export const relatedProduct = product.extend({ family: cardFamily }).meta({ id: 'RelatedProduct' });
export type RelatedProduct = z.output<typeof relatedProduct>;

/** One step of the ladder: the same model in one condition. */
export const conditionOffer = z
  .object({
    id: z.string(),
    slug: z.string(),
    condition: z.enum(conditions),
    origin: z.enum(origins),
    price: money,
    originalPrice: money.nullable(),
    formerPrice: money.nullable(),
    stockCount: z.number().int(),
    inStock: z.boolean(),
    images: z.array(z.string()),
    warranty,
    /** Least battery capacity of its units, in percent of a new one. */
    batteryHealth: z.number().int().nullable(),
  })
  .meta({ id: 'ConditionOffer' });
export type ConditionOffer = z.output<typeof conditionOffer>;

export const productList = z
  .object({
    products: z.array(product),
    pagination,
    facets,
    match: searchMatch,
    /** Set for a search. */
    search: searchInterpretation.optional(),
  })
  .meta({ id: 'ProductList' });
export type ProductList = z.output<typeof productList>;

export const cardProductList = productList
  .extend({ products: z.array(cardProduct) })
  .meta({ id: 'CardProductList' });
export type CardProductList = z.output<typeof cardProductList>;

export const category = z
  .object({
    id: z.string(),
    name: z.string(),
    slug: z.string(),
    description: z.string(),
    image: z.string(),
    /** Offers on sale: each condition and configuration of a model is one. */
    productCount: z.number().int(),
    /** Families with an offer on sale, which the storefront lists as products. */
    modelCount: z.number().int(),
    ...seoTexts,
  })
  .meta({ id: 'Category' });
export type Category = z.output<typeof category>;

// ---- Queries

/** Deepest product that `page` reaches; clients that need more use `after`. */
export const maxOffset = 10_000;

export const productQuery = z
  .object({
    /** Filters by id, for recently viewed products and comparison. */
    id: queryStrings(200),
    category: queryStrings(200),
    search: queryString(200),
    minPrice: queryMoney,
    maxPrice: queryMoney,
    condition: queryChoices(conditions),
    origin: queryChoices(origins),
    brand: queryStrings(100),
    inStock: queryFlag,
    /** Filters by stock label, for the back office. */
    stock: queryChoice(stockLevels),
    sort: queryChoice(productSorts),
    featured: queryFlag,
    /** Only products below their price when new. */
    discounted: queryFlag,
    /** Only the deals: offers in stock in a sale, then those most below their price when new, of at most 48 families. */
    deals: queryFlag,
    /** Only what was bought most of what is in stock, at most 12 families, unless `deals` is set. */
    popular: queryFlag,
    /** Cursor: id of the last product read; returns the next older ones at any depth. */
    after: queryString(40),
    ...optionQuery,
    ...pagingQuery,
  })
  .refine(
    ({ after, page, search, sort, show }) =>
      after === undefined || !(page || search || show === 'families' || (sort && sort !== 'newest')),
    {
      path: ['after'],
      message: 'Cannot be combined with page, search, families or another sort than newest',
    },
  );
export type ProductQuery = z.output<typeof productQuery>;

// ---- Requests

export const stockNumber = z
  .int('Stock must be a whole number')
  .min(0, 'Stock must not be negative')
  .max(maxStock, { error: () => `Stock must be at most ${formatNumber(maxStock)}` });

const dayCount = (days: number) => (days === 1 ? '1 day' : `${days} days`);
const batteryError = 'Battery health is a whole number from 1 to 100';
const durationError = 'Enter a duration such as "30 days", or a number of days';

/** A number, also as text, is a number of days. */
const warrantyDuration = z.codec(
  z.union([z.string(), z.int().min(0).max(36_500)], durationError),
  text(100),
  {
    decode: (value) => (/^\d+$/.test(String(value).trim()) ? dayCount(Number(value)) : String(value)),
    encode: (value) => value,
  },
);
const warrantyInput = warranty.extend({ duration: warrantyDuration }).partial();

/** Longest texts; search engines show about the first 60 and 160 characters. */
export const maxSeoTitle = 120;
export const maxSeoDescription = 320;

/** One line each. If omitted, they do not change. */
const seoFields = {
  seoTitle: singleLine(maxSeoTitle).optional(),
  seoDescription: singleLine(maxSeoDescription).optional(),
};

function singleLine(max: number) {
  return text(max)
    .refine((value) => !/[\r\n]/.test(value), 'Write one line')
    .meta({ pattern: '^[^\\r\\n\\u0000]*$' });
}

/** Fields of the product form; adding and editing require different ones. */
export function productFields(required: string) {
  return {
    name: requiredText(200, required),
    description: text(20_000).optional(),
    price: price(required),
    originalPrice: price('Original price must be a number').nullish(),
    /** Cleared with the original price. */
    newPriceDate: newPriceDate.nullish(),
    category: requiredText(200, required),
    condition: z.enum(conditions, 'Choose one of the four conditions').optional(),
    origin: z.enum(origins, 'Choose one of the three origins').optional(),
    stockCount: stockNumber.optional(),
    images: z.array(imageUrl).max(20, 'At most 20 images').optional(),
    /** In the order of `images`. If omitted, images that remain retain their alt texts. */
    imageAlts: z.array(text(300)).max(20, 'At most 20 images').optional(),
    specifications: z
      .record(text(100), text(1000))
      .refine((value) => Object.keys(value).length <= 100, 'At most 100 specifications')
      .optional(),
    features: z.array(text(300)).max(50, 'At most 50 features').optional(),
    featured: z.boolean().optional(),
    warranty: warrantyInput.optional(),
    batteryHealth: z.int(batteryError).min(1, batteryError).max(100, batteryError).nullish(),
    modelKey: text(200).nullish(),
    taxClass: z.enum(taxClasses, 'Choose standard, reduced or none').optional(),
    /** Cost of one unit of a counted product; needs the permission `costs.see`. */
    unitCost: price('Enter what one unit costs').nullish(),
    ...boxFields,
    ...seoFields,
  };
}

export const requiredToAdd = 'Name, price, brand, and category are required';
export const newProduct = z
  .object({
    ...productFields(requiredToAdd),
    brand: requiredText(100, requiredToAdd),
    /** Generated from brand and name if blank. */
    sku: text(64).optional(),
    /** Generated from the name if blank. */
    slug: text(200).optional(),
  })
  .refine(originalNotBelowPrice, originalBelowPrice)
  .meta({ id: 'NewProduct' });
export type NewProduct = z.output<typeof newProduct>;

/** `siblingOf`: id of a product of the same model in another condition; both share a ladder. */
export const addedProduct = newProduct.safeExtend({ siblingOf: text(200).optional() });
export type AddedProduct = z.output<typeof addedProduct>;

export const editedProduct = z
  .object({
    ...productFields('Name, price, and category are required'),
    brand: text(100).optional(),
    /** Stock that the editor saw; only the difference is applied, so that a concurrent sale is not lost. */
    stockBase: stockNumber.optional(),
    /** Version that the editor saw; a stale one is rejected. */
    version: seenVersion.optional(),
  })
  .refine(originalNotBelowPrice, originalBelowPrice)
  .meta({ id: 'EditedProduct' });
export type EditedProduct = z.output<typeof editedProduct>;

const categoryRequired = 'Name and description are required';
export const categoryInput = z
  .object({
    name: requiredText(100, categoryRequired),
    description: requiredText(2000, categoryRequired),
    image: imageUrl.nullish(),
    ...seoFields,
  })
  .meta({ id: 'CategoryInput' });
export type CategoryInput = z.output<typeof categoryInput>;

export const productDefaults = { condition: defaultCondition, origin: 'pre-owned', stockCount: 0 } as const;

export const placeholderImage = '/img/placeholder.svg';
