import { conditions, origins } from '@reprise/contract/catalog/products/conditions';
import type { Warranty } from '@reprise/contract/catalog/products/product';
import { stockReasons } from '@reprise/contract/catalog/products/stock-movement';
import { taxClasses } from '@reprise/contract/foundations/tax-classes';
import { trackingModes } from '@reprise/contract/workshop/units/tracking';
import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  index,
  integer,
  json,
  jsonb,
  pgTable,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { byName } from '../../platform/database/by-name.ts';
import { cents, createdAt, id, timestamptz, updatedAt } from '../../platform/database/columns.ts';

export const categories = pgTable(
  'categories',
  {
    id: id(),
    name: text().notNull(),
    slug: text().notNull().unique(),
    description: text().notNull(),
    image: text().notNull(),
    seoTitle: text('seo_title').notNull().default(''),
    seoDescription: text('seo_description').notNull().default(''),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [uniqueIndex('categories_name').on(sql`lower(${t.name})`)],
);

/** Former names, in lower case, and slugs of categories. */
export const categoryRedirects = pgTable(
  'category_redirects',
  {
    key: text().primaryKey(),
    categoryId: text('category_id')
      .notNull()
      .references(() => categories.id, { onDelete: 'cascade' }),
    createdAt: createdAt(),
  },
  (t) => [index('category_redirects_of_category').on(t.categoryId)],
);

/** Columns of `products_listed` after the family, first those by which counts group. */
export const columnsOfLists = [
  ...(['categoryId', 'brand', 'condition', 'origin', 'priceCents', 'id', 'stockCapped'] as const),
  ...(['originalPriceCents', 'createdAt', 'modelKey', 'batteryHealth', 'featured'] as const),
] as const;

/** Product for sale: one condition, one price, one SKU, one stock count. */
export const products = pgTable(
  'products',
  {
    id: id(),
    slug: text().notNull().unique(),
    /** HAND-WRITTEN in the migration: `collate "C"`, so that the unique index also finds the beginning of an SKU. */
    sku: text().notNull().unique(),
    name: text().notNull(),
    description: text().notNull(),
    brand: text().notNull(),
    categoryId: text('category_id').references(() => categories.id, { onDelete: 'set null' }),
    priceCents: cents('price_cents').notNull(),
    /** Price of a new one. */
    originalPriceCents: cents('original_price_cents'),
    /** Time of that price as the owner states it: `today` or a month such as 2021-09. A trigger clears it with the price. */
    newPriceDate: text('new_price_date'),
    /** Lowest price of the 30 days before the running sale; null without one or if unknown. */
    formerPriceCents: cents('former_price_cents'),
    /** End of the running sale. A trigger clears it and the former price when the price changes. */
    saleEndsAt: timestamptz('sale_ends_at'),
    condition: text({ enum: conditions }).notNull(),
    origin: text({ enum: origins }).notNull(),
    /** Current stock, equal to the sum of its stock_movements; every change adds a row there. */
    stockCount: integer('stock_count').notNull().default(0),
    /** Stock capped at 5. Indexes use it instead of `stock_count`, so that an ordinary sale is a HOT update. */
    stockCapped: integer('stock_capped').notNull().generatedAlwaysAs(sql`least(stock_count, 5)`),
    images: jsonb().$type<string[]>().notNull(),
    /** Alt texts in the order of `images`; may be shorter. */
    imageAlts: jsonb('image_alts').$type<string[]>().notNull().default([]),
    // json, not jsonb: preserves the order of the rows.
    specifications: json().$type<Record<string, string>>().notNull(),
    features: jsonb().$type<string[]>().notNull(),
    warranty: jsonb().$type<Warranty>().notNull(),
    /** Least battery capacity of its units, in percent of a new one. */
    batteryHealth: integer('battery_health'),
    featured: boolean().notNull().default(false),
    tracking: text({ enum: trackingModes }).notNull().default('quantity'),
    taxClass: text('tax_class', { enum: taxClasses }).notNull().default('standard'),
    /** Cost of one unit of a counted product; null while it is not known. */
    unitCostCents: cents('unit_cost_cents'),
    // Weight in its own box and barcodes of it, without a model key: those of a configuration are at the configuration, and a
    // trigger moves them there.
    grams: integer(),
    /** With 14 digits. */
    gtins: text().array().notNull().default(sql`'{}'`),
    /** Sum and number of visible reviews; the rating is the quotient. */
    ratingSum: integer('rating_sum').notNull().default(0),
    reviewCount: integer('review_count').notNull().default(0),
    /** Shared by products of the same model and configuration, which form a ladder of conditions. */
    modelKey: text('model_key'),
    /** Family of the model, or the id of the product without one: a family of one has no row. Set by a trigger. */
    familyId: text('family_id').notNull().default(''),
    /** '' for the title and the description that the page writes itself. */
    seoTitle: text('seo_title').notNull().default(''),
    seoDescription: text('seo_description').notNull().default(''),
    /** Units in orders that are neither cancelled nor returned; every change adds a row to stock_movements. */
    soldCount: integer('sold_count').notNull().default(0),
    /** Set while the product is off sale, archived or a draft, but visible to the back office and in its orders. */
    archivedAt: timestamptz('archived_at'),
    /** True for products off sale that may be incomplete. A draft has no search document. */
    isDraft: boolean('is_draft').notNull().default(false),
    /** Number of edits; sales do not count. */
    version: integer().notNull().default(1),
    /** Text that search matches; line feeds separate the fields, so that no match spans two. */
    searchText: text('search_text')
      .notNull()
      .generatedAlwaysAs(sql`lower(name || E'\n' || brand || E'\n' || description)`),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    check('products_tax_class', sql`${t.taxClass} in ('standard', 'reduced', 'none')`),
    check('products_price', sql`${t.priceCents} >= 0`),
    check(
      'products_original_price',
      sql`${t.originalPriceCents} is null or ${t.originalPriceCents} >= ${t.priceCents}`,
    ),
    check(
      'products_former_price',
      sql`${t.formerPriceCents} is null or ${t.formerPriceCents} > ${t.priceCents}`,
    ),
    check('products_new_price_date', sql`${t.newPriceDate} ~ '^(today|[0-9]{4}-(0[1-9]|1[0-2]))$'`),
    check('products_battery_health', sql`${t.batteryHealth} between 1 and 100`),
    check('products_box', sql`${t.modelKey} is null or (${t.grams} is null and ${t.gtins} = '{}')`),
    check('products_tracking', sql`${t.tracking} = 'quantity' or ${t.modelKey} is not null`),
    // Reads that exclude products off sale exclude drafts.
    check('products_draft', sql`not ${t.isDraft} or ${t.archivedAt} is not null`),
    check('products_stock', sql`${t.stockCount} >= 0`),
    check('products_condition', sql`${t.condition} in ('excellent', 'good', 'fair', 'refurbished')`),
    check('products_origin', sql`${t.origin} in ('certified-refurbished', 'open-box', 'pre-owned')`),
    // Product list by each sort key. Those by price also have the columns with which a list of families passes offers
    // that are not a card: there are many among the dearest.
    index('products_newest').on(t.createdAt, t.id),
    index('products_by_price').on(t.priceCents, t.id, t.familyId, t.archivedAt),
    index('products_by_name').on(byName(t.name), t.id),
    index('products_by_rating').on(
      sql`(${t.ratingSum}::float8 / greatest(${t.reviewCount}, 1))`,
      t.reviewCount,
      t.id,
    ),
    index('products_by_saving').on(
      sql`coalesce(1 - ${t.priceCents}::float8 / nullif(${t.originalPriceCents}, 0), 0)`,
      t.createdAt,
      t.id,
    ),
    // Category or brand before the sort key: a scan by price alone would read thousands of cables before a laptop.
    index('products_of_category').on(t.categoryId, t.createdAt, t.id, t.archivedAt),
    index('products_of_category_by_price').on(t.categoryId, t.priceCents, t.id, t.familyId, t.archivedAt),
    index('products_of_category_by_name').on(t.categoryId, byName(t.name), t.id),
    index('products_of_brand').on(t.brand, t.createdAt, t.id),
    index('products_of_brand_by_price').on(t.brand, t.priceCents, t.id, t.familyId, t.archivedAt),
    index('products_of_brand_by_name').on(t.brand, byName(t.name), t.id),
    // Brand within a category.
    index('products_of_category_and_brand').on(t.categoryId, t.brand, t.priceCents, t.id),
    // Ladder of a model. With the category, so that a list by an option reads no offers of other categories.
    index('products_of_model').on(t.modelKey, t.priceCents, t.categoryId),
    // Offers of a family, the cheapest first, and its pooled rating.
    index('products_of_family').on(t.familyId, t.priceCents, t.id),
    // First ids and last changes of the sitemap parts. With what orders the matches of a search by price.
    index('products_by_id')
      .on(t.id, t.updatedAt, t.priceCents, t.familyId, t.stockCapped)
      .where(sql`${t.archivedAt} is null`),
    // Counts of lists and the offers of families, read without the products.
    index('products_listed')
      .on(t.familyId, ...columnsOfLists.map((name) => t[name]))
      .where(sql`${t.archivedAt} is null`),
    // Origins of a condition.
    index('products_of_condition').on(t.condition, t.origin).where(sql`${t.archivedAt} is null`),
    // Running sales for the deals.
    index('products_in_sale').on(t.id).where(sql`${t.saleEndsAt} is not null`),
    // Featured products of the home page.
    index('products_featured').on(t.createdAt, t.id).where(sql`${t.featured}`),
    // Low-stock products of the dashboard and the lists of low or sold-out products.
    index('products_low_in_stock').on(t.stockCapped, t.id).where(sql`${t.stockCapped} < 5`),
    // Admin list by last change.
    index('products_by_update').on(t.updatedAt, t.id).where(sql`${t.archivedAt} is null`),
    // Admin lists of products without an image and of archived products.
    index('products_without_image')
      .on(t.createdAt, t.id)
      .where(sql`${t.images} = '[]'::jsonb and ${t.archivedAt} is null`),
    index('products_archived').on(t.createdAt, t.id).where(sql`${t.archivedAt} is not null`),
    // Admin list of drafts.
    index('products_drafts').on(t.createdAt, t.id).where(sql`${t.isDraft}`),
  ],
);

/** Former slugs of renamed products; they redirect. */
export const slugRedirects = pgTable(
  'slug_redirects',
  {
    slug: text().primaryKey(),
    productId: text('product_id')
      .notNull()
      .references(() => products.id, { onDelete: 'cascade' }),
    createdAt: createdAt(),
  },
  (t) => [index('slug_redirects_of_product').on(t.productId)],
);

/** Ids and slugs of deleted products, so that their URLs answer 410 Gone instead of 404. */
export const deletedProductKeys = pgTable('deleted_product_keys', {
  /** Id or slug. */
  key: text().primaryKey(),
  createdAt: createdAt(),
});

/**
 * Stock ledger: append-only, one row per change of a stock count, retained when the product is deleted. The sum of
 * `change` is the stock count of the product.
 */
export const stockMovements = pgTable(
  'stock_movements',
  {
    id: id(),
    productId: text('product_id').notNull(),
    change: integer().notNull(),
    reason: text({ enum: stockReasons }).notNull(),
    note: text().notNull().default(''),
    orderId: text('order_id'),
    /** Device that went on sale or off it; null where several did or none is known. */
    unitId: text('unit_id'),
    actorId: text('actor_id'),
    createdAt: createdAt(),
  },
  (t) => [
    check('stock_movements_change', sql`${t.change} <> 0`),
    check(
      'stock_movements_reason',
      sql`${t.reason} in ('initial', 'adjustment', 'order', 'cancellation', 'return', 'listing', 'delisting', 'shortage', 'replacement')`,
    ),
    // Ledger of a product, newest first.
    index('stock_movements_of_product').on(t.productId, t.createdAt, t.id),
    // Movements of an order.
    index('stock_movements_of_order').on(t.orderId),
  ],
);

/**
 * Stock and sales for sorting in the back office, maintained by a trigger. Indexes on these columns in `products` would
 * prevent HOT updates, so that every sale would write all indexes.
 */
export const productStockAndSales = pgTable(
  'product_stock_and_sales',
  {
    productId: text('product_id')
      .primaryKey()
      .references(() => products.id, { onDelete: 'cascade' }),
    stockCount: integer('stock_count').notNull(),
    soldCount: integer('sold_count').notNull(),
  },
  (t) => [
    // Admin list by stock and by units sold.
    index('product_stock_and_sales_by_stock').on(t.stockCount, t.productId),
    index('product_stock_and_sales_by_sold').on(t.soldCount, t.productId),
  ],
);

/** Distinct words of names, brands and descriptions, cut at 60 letters, to expand fragments and misspelled words. */
export const searchVocabulary = pgTable(
  'search_vocabulary',
  {
    word: text().primaryKey(),
    /** True if the word is in a name or brand; only these correct typos. */
    named: boolean().notNull().default(true),
  },
  (t) => [index('search_vocabulary_search').using('gin', sql`${t.word} gin_trgm_ops`)],
);

/** New words before the merge into `search_vocabulary`; concurrent inserts of the same word do not block each other here. */
export const vocabularyStaging = pgTable(
  'search_vocabulary_staging',
  {
    id: uuid().primaryKey().defaultRandom(),
    word: text().notNull(),
    named: boolean().notNull().default(true),
  },
  (t) => [
    // Lookup of staged words.
    index('search_vocabulary_staging_by_word').on(t.word),
  ],
);
