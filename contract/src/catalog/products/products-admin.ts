import { z } from 'zod';
import { endpoints, idParams } from '../../endpoint.ts';
import { formatNumber } from '../../formats.ts';
import { taxClasses } from '../../foundations/tax-classes.ts';
import { pagination, pagingQuery } from '../../paging.ts';
import {
  isoDateTime,
  money,
  price,
  queryChoice,
  queryChoices,
  queryFlag,
  queryString,
  queryStrings,
  requiredText,
  seenVersion,
  text,
  unknownFields,
} from '../../wire.ts';
import { conditions, origins } from './conditions.ts';
import { conditionOffer, product } from './product.ts';
import { fixedSale, priceEndings, sale } from './sales/sale-change.ts';
import { searchMatch } from './search-interpretation.ts';
import { stockLevels } from './stock.ts';
import { stockDifference } from './stock-movement.ts';

// Catalog of the back office: archived products, drafts, units sold and bulk edits.

const backOfficeFields = {
  /** Units in orders that are neither cancelled nor returned. */
  soldCount: z.number().int(),
  /** Time of archiving; null while on sale or a draft. */
  archivedAt: isoDateTime.nullable(),
  /** True for a product off sale that may be incomplete: price 0, brand '' and no category are missing values. */
  isDraft: z.boolean(),
};

export const adminProduct = product
  .extend(backOfficeFields)
  .extend({
    /** As stated. Customers are told none that is below `batteryFloor`. */
    batteryHealth: product.shape.batteryHealth,
    /** Least battery health that the grade standard promises for its kind and condition; null without one. */
    batteryFloor: z.number().int().nullable(),
    /** True if each of its units is a device, which has a cost of its own. */
    isSerialTracked: z.boolean(),
    /** Family of its configuration, to which weight and barcodes belong; null without a model key. */
    familyId: z.string().nullable(),
    taxClass: z.enum(taxClasses),
    /** Cost of one unit of a counted product; left out without the permission `costs.see`. */
    unitCost: money.nullable().optional(),
    /** Weight in its own box. */
    grams: z.number().int().nullable(),
    /** Barcodes of its box, with 14 digits. */
    gtins: z.array(z.string()),
  })
  .meta({ id: 'AdminProduct' });
export type AdminProduct = z.output<typeof adminProduct>;

/** Sale that is scheduled or running. */
export const listedSale = z.object({
  price: money,
  startsAt: isoDateTime,
  endsAt: isoDateTime,
  isRunning: z.boolean(),
});
export type ListedSale = z.output<typeof listedSale>;

/** Product in a list, without long texts. */
export const productRow = product
  .omit({
    description: true,
    specifications: true,
    features: true,
    warranty: true,
    batteryHealth: true,
    fromPrice: true,
    newPriceDate: true,
    formerPrice: true,
    saleEndsAt: true,
    taxClass: true,
  })
  .extend(backOfficeFields)
  .extend({
    sale: listedSale.nullable(),
  })
  .meta({ id: 'ProductRow' });
export type ProductRow = z.output<typeof productRow>;

export const adminProductSorts = [
  'newest',
  'oldest',
  'name',
  'name-desc',
  'price-low',
  'price-high',
  'stock-low',
  'stock-high',
  'updated',
  'updated-oldest',
  'sold',
  'sold-least',
] as const;
export type AdminProductSort = (typeof adminProductSorts)[number];

const filters = {
  /** Matches name, brand or SKU; if none does, the description and similar words. */
  search: queryString(200),
  /** Also matches the description where a name, brand or SKU matches. */
  inText: queryFlag,
  category: queryStrings(200),
  condition: queryChoices(conditions),
  origin: queryChoices(origins),
  stock: queryChoice(stockLevels),
  brand: queryStrings(100),
  featured: queryFlag,
  withoutPicture: queryFlag,
  /** Only products that state less battery health than their grade standard promises. */
  belowGrade: queryFlag,
  withoutCategory: queryFlag,
  /** Only archived products if true; without `archived` and `draft` only products on sale. */
  archived: queryFlag,
  /** Only drafts if true. */
  draft: queryFlag,
};

export const adminProductQuery = z.object({
  ...filters,
  sort: queryChoice(adminProductSorts),
  ...pagingQuery,
});
export type AdminProductQuery = z.output<typeof adminProductQuery>;

/** Limit of counting, pagination and "select all". */
export const maxMatches = 10_000;

/** Limit of the products offered for an order by phone. */
export const maxProductsToOrder = 8;

const count = z.number().int();
export const productStats = z
  .object({
    total: count,
    inStock: count,
    /** Fewer than five, including sold out. */
    lowStock: count,
    soldOut: count,
    withoutCategory: count,
    withoutPicture: count,
    archived: count,
    drafts: count,
  })
  .meta({ id: 'ProductStats' });
export type ProductStats = z.output<typeof productStats>;

// ---- Bulk edits

const percent = z
  .number({ error: () => `Enter a percentage such as -10 or ${formatNumber(2.5)}` })
  .min(-95, 'At most 95% down')
  .max(500, 'At most 500% up')
  .refine((value) => value !== 0, 'Enter a percentage other than 0')
  .meta({ not: { const: 0 } });
export const bulkChange = z
  .discriminatedUnion('kind', [
    z.object({ kind: z.literal('price'), price: price('Enter a price') }),
    z.object({ kind: z.literal('percent'), percent, ending: z.enum(priceEndings) }),
    z.object({ kind: z.literal('condition'), condition: z.enum(conditions) }),
    /** By id, slug or name. */
    z.object({ kind: z.literal('category'), category: requiredText(200, 'Choose a category') }),
    z.object({ kind: z.literal('featured'), featured: z.boolean() }),
    z.object({ kind: z.literal('stock'), change: stockDifference, note: text(500).optional() }),
    z.object({ kind: z.literal('archive'), archived: z.boolean() }),
    /** Publishes complete drafts, or makes drafts of products. */
    z.object({ kind: z.literal('publish'), published: z.boolean() }),
    z.object({ kind: z.literal('delete') }),
    sale,
    fixedSale,
    z.object({ kind: z.literal('end-sale') }),
  ])
  .meta({ id: 'BulkChange' });
export type BulkChange = z.output<typeof bulkChange>;

/** Fields that a bulk edit can change; a response has only the changed ones. */
const touched = z
  .object({
    price: money,
    originalPrice: money.nullable(),
    condition: z.enum(conditions),
    categoryId: z.string().nullable(),
    featured: z.boolean(),
    archived: z.boolean(),
    isDraft: z.boolean(),
    stockCount: z.number().int(),
  })
  .partial();
export type TouchedFields = z.output<typeof touched>;

/** Fields of a bulk edit before or after, with the price of a sale that has not ended. */
export const shownFields = touched.extend({ salePrice: money.nullable().optional() });
export type ShownFields = z.output<typeof shownFields>;

export const bulkRow = z
  .object({
    id: z.string(),
    /** Empty if the product does not exist. */
    name: z.string(),
    outcome: z.enum(['changed', 'unchanged', 'refused']),
    /** Reason of a rejection, as text for people. */
    reason: z.string(),
    before: shownFields,
    after: shownFields,
    /** Version after the edit. */
    version: z.number().int(),
  })
  .meta({ id: 'BulkRow' });
export type BulkRow = z.output<typeof bulkRow>;

export const bulkLimit = 100;
const productIds = z
  .array(z.string().min(1).max(200))
  .min(1, 'Choose at least one product')
  .max(bulkLimit, `At most ${bulkLimit} products per call`);

const bulkResponse = z.object({ rows: z.array(bulkRow) });

/** Product before a bulk edit; the version detects later edits. */
const restored = z.object({
  id: z.string().min(1).max(200),
  version: seenVersion,
  fields: touched.omit({ stockCount: true }).extend({
    price: price('Enter a price').optional(),
    originalPrice: price('Enter a price').nullish(),
  }),
});
export type RestoredProduct = z.output<typeof restored>;

export const catalogAdminEndpoints = endpoints({
  listAdminProducts: {
    method: 'GET',
    path: '/products/admin/all',
    summary: `Products for the back office, archived ones or drafts on request; counted up to ${maxMatches}`,
    access: 'admin',
    needs: 'catalog.manage',
    rate: 'read',
    query: adminProductQuery,
    response: z.object({
      products: z.array(productRow),
      match: searchMatch,
      /** `text` if only the description or similar words match; null without a search. */
      foundIn: z.enum(['names', 'text']).nullable(),
      /** `atLeast`: there are more matches than `total`, which is the end of pagination. */
      pagination: pagination.extend({ atLeast: z.boolean() }),
    }),
  },
  listProductIds: {
    method: 'GET',
    path: '/products/admin/ids',
    summary: `Ids of the matching products, at most ${maxMatches}`,
    access: 'admin',
    needs: 'catalog.manage',
    rate: 'read',
    query: adminProductQuery,
    response: z.object({ ids: z.array(z.string()), complete: z.boolean() }),
  },
  getProductStats: {
    method: 'GET',
    path: '/products/admin/stats',
    summary: 'Numbers of products on sale, in stock, low, sold out, incomplete, archived and in draft',
    access: 'admin',
    needs: 'catalog.manage',
    rate: 'read',
    response: z.object({ figures: productStats }),
  },
  listBrands: {
    method: 'GET',
    path: '/products/admin/brands',
    summary: 'Brands by name, at most 500',
    access: 'admin',
    needs: 'catalog.manage',
    rate: 'read',
    response: z.object({ brands: z.array(z.string()) }),
  },
  findProductsToOrder: {
    method: 'GET',
    path: '/products/admin/to-order',
    summary: `Up to ${maxProductsToOrder} products for an order by phone, by SKU prefix or the search of the storefront`,
    access: 'admin',
    needs: 'orders.edit',
    rate: 'read',
    query: z.object({ search: queryString(200) }),
    response: z.object({ products: z.array(product) }),
  },
  getAdminProduct: {
    method: 'GET',
    path: '/products/admin/one/:id',
    summary: 'One product, archived, draft or on sale, with its sale and its siblings in other conditions',
    access: 'admin',
    needs: 'catalog.manage',
    rate: 'read',
    params: idParams,
    response: z.object({
      product: adminProduct,
      sale: listedSale.nullable(),
      siblings: z.array(conditionOffer),
    }),
  },
  bulkEditProducts: {
    method: 'POST',
    path: '/products/admin/bulk',
    summary: 'Change up to 100 products in one transaction; a dry run returns the effects',
    access: 'admin',
    needs: 'catalog.manage',
    rate: 'write',
    body: z.strictObject(
      {
        products: productIds,
        change: bulkChange,
        dryRun: z.boolean().optional(),
        /** Id of the same change in an earlier call, so that the list of changes has one entry for both. */
        continues: z.string().min(1).max(64).optional(),
      },
      unknownFields,
    ),
    /** `changeId` is null for a dry run and if nothing was changed. */
    response: bulkResponse.extend({ changeId: z.string().nullable() }),
  },
  restoreProducts: {
    method: 'POST',
    path: '/products/admin/restore',
    summary: 'Undo a bulk edit, except for products edited since',
    access: 'admin',
    needs: 'catalog.manage',
    rate: 'write',
    stepUp: true,
    body: z.object({ products: z.array(restored).min(1).max(bulkLimit) }),
    response: bulkResponse,
  },
});
