import type { Warranty } from '@reprise/contract/catalog/catalog';
import { conditions, origins } from '@reprise/contract/catalog/conditions';
import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  index,
  integer,
  json,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { cents, createdAt, id, timestamptz, updatedAt } from '../platform/database/columns.ts';

export const categories = pgTable(
  'categories',
  {
    id: id(),
    name: text().notNull(),
    slug: text().notNull().unique(),
    description: text().notNull(),
    image: text().notNull(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [uniqueIndex('categories_name').on(sql`lower(${t.name})`)],
);

/** What is sold: one condition, one price, one SKU, one stock count. */
export const products = pgTable(
  'products',
  {
    id: id(),
    slug: text().notNull().unique(),
    sku: text().notNull().unique(),
    name: text().notNull(),
    description: text().notNull(),
    brand: text().notNull(),
    categoryId: text('category_id').references(() => categories.id, { onDelete: 'set null' }),
    priceCents: cents('price_cents').notNull(),
    originalPriceCents: cents('original_price_cents'),
    condition: text({ enum: conditions }).notNull(),
    origin: text({ enum: origins }).notNull(),
    /** The current figure; stock_movements explains it. Changed only together with a row there. */
    stockCount: integer('stock_count').notNull().default(0),
    /**
     * The stock as far as lists care: 5 stands for five and more. What indexes ask of the stock they ask here: an
     * ordinary sale changes no indexed column, and PostgreSQL need not touch any of the indexes.
     */
    scarcity: integer().notNull().generatedAlwaysAs(sql`least(stock_count, 5)`),
    images: jsonb().$type<string[]>().notNull(),
    /** What each picture shows, in the order of the pictures; may be shorter. */
    imageAlts: jsonb('image_alts').$type<string[]>().notNull().default([]),
    // json, not jsonb: it keeps the order in which the rows were written.
    specifications: json().$type<Record<string, string>>().notNull(),
    features: jsonb().$type<string[]>().notNull(),
    warranty: jsonb().$type<Warranty>().notNull(),
    featured: boolean().notNull().default(false),
    /** Sum and number of visible reviews; the rating is their quotient. */
    ratingSum: integer('rating_sum').notNull().default(0),
    reviewCount: integer('review_count').notNull().default(0),
    /** Products that share it are one model in one configuration: the ladder of conditions. */
    modelKey: text('model_key'),
    /** Units in orders that were not cancelled or returned; changed only together with a row in stock_movements. */
    soldCount: integer('sold_count').notNull().default(0),
    /** No longer on sale, kept for the back office and its orders; null while it is on sale. */
    archivedAt: timestamptz('archived_at'),
    /** Counts edits, not sales. */
    version: integer().notNull().default(1),
    /** What the search looks in; the line feeds keep words of two fields apart. */
    searchText: text('search_text')
      .notNull()
      .generatedAlwaysAs(sql`lower(name || E'\n' || brand || E'\n' || description)`),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    check('products_price', sql`${t.priceCents} >= 0`),
    check(
      'products_original_price',
      sql`${t.originalPriceCents} is null or ${t.originalPriceCents} >= ${t.priceCents}`,
    ),
    check('products_stock', sql`${t.stockCount} >= 0`),
    check('products_condition', sql`${t.condition} in ('excellent', 'good', 'fair', 'refurbished')`),
    check('products_origin', sql`${t.origin} in ('certified-refurbished', 'open-box', 'pre-owned')`),
    // Search: the words of a product, its kind, and when it came; see search-terms.ts.
    index('products_terms').using(
      'gin',
      sql`(search_terms(${t.searchText}, ${t.name}, ${t.categoryId}, ${t.brand}, ${t.condition}, ${t.origin}, ${t.priceCents}, ${t.createdAt}) collate "C")`,
    ),
    // The list by each sort key.
    index('products_newest').on(t.createdAt, t.id),
    index('products_by_price').on(t.priceCents, t.id),
    index('products_by_name').on(sql`lower(${t.name}) collate "C"`, t.id),
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
    // A category or a brand by the sort keys that go along with it: cheap things are seldom laptops.
    index('products_of_category').on(t.categoryId, t.createdAt, t.id, t.archivedAt),
    index('products_of_category_by_price').on(t.categoryId, t.priceCents, t.id),
    index('products_of_category_by_name').on(t.categoryId, sql`lower(${t.name}) collate "C"`, t.id),
    index('products_of_brand').on(t.brand, t.createdAt, t.id),
    index('products_of_brand_by_price').on(t.brand, t.priceCents, t.id),
    index('products_of_brand_by_name').on(t.brand, sql`lower(${t.name}) collate "C"`, t.id),
    // A brand's products within a category, which may be few of many.
    index('products_of_category_and_brand').on(t.categoryId, t.brand, t.priceCents, t.id),
    // And of one condition, of which the newest are asked for.
    index('products_of_kind').on(t.categoryId, t.brand, t.condition, t.createdAt, t.id),
    // The ladder of a model.
    index('products_of_model').on(t.modelKey, t.priceCents),
    // Where the parts of the sitemap begin and when they changed.
    index('products_by_id').on(t.id, t.updatedAt).where(sql`${t.archivedAt} is null`),
    // The home page's featured products.
    index('products_featured').on(t.createdAt, t.id).where(sql`${t.featured}`),
    // The dashboard's low stock, and the lists of what is low or sold out.
    index('products_scarce').on(t.scarcity, t.id).where(sql`${t.scarcity} < 5`),
    // The back office's list by what was changed last.
    index('products_by_update').on(t.updatedAt, t.id).where(sql`${t.archivedAt} is null`),
    // What the back office looks for to mend or to bring back.
    index('products_without_picture')
      .on(t.createdAt, t.id)
      .where(sql`${t.images} = '[]'::jsonb and ${t.archivedAt} is null`),
    index('products_archived').on(t.createdAt, t.id).where(sql`${t.archivedAt} is not null`),
  ],
);

/** Slugs a product had before it was renamed; they redirect. */
export const slugRedirects = pgTable(
  'retired_slugs',
  {
    slug: text().primaryKey(),
    productId: text('product_id')
      .notNull()
      .references(() => products.id, { onDelete: 'cascade' }),
    createdAt: createdAt(),
  },
  (t) => [index('retired_slugs_of_product').on(t.productId)],
);

/** Where deleted products were: their addresses say that they are gone, and not that they never were. */
export const deletedProductKeys = pgTable('deleted_addresses', {
  /** An id or a slug. */
  address: text().primaryKey(),
  createdAt: createdAt(),
});

/**
 * The stock ledger: append-only, one row for every change of a stock count, kept when the product goes.
 * For each product the sum of `change` is its stock count.
 */
export const stockMovements = pgTable(
  'stock_movements',
  {
    id: id(),
    productId: text('product_id').notNull(),
    change: integer().notNull(),
    reason: text({ enum: ['initial', 'adjustment', 'order', 'cancellation', 'return'] }).notNull(),
    note: text().notNull().default(''),
    orderId: text('order_id'),
    actorId: text('actor_id'),
    createdAt: createdAt(),
  },
  (t) => [
    check('stock_movements_change', sql`${t.change} <> 0`),
    check(
      'stock_movements_reason',
      sql`${t.reason} in ('initial', 'adjustment', 'order', 'cancellation', 'return')`,
    ),
    // A product's ledger, newest first.
    index('stock_movements_of_product').on(t.productId, t.createdAt, t.id),
    // What an order took and gave back.
    index('stock_movements_of_order').on(t.orderId),
  ],
);

/**
 * Stock and sales as the back office sorts by them; a trigger keeps them. They change with every sale, and an index
 * on them in `products` would make every sale write all of its indexes.
 */
export const productStockAndSales = pgTable(
  'product_turnover',
  {
    productId: text('product_id')
      .primaryKey()
      .references(() => products.id, { onDelete: 'cascade' }),
    stockCount: integer('stock_count').notNull(),
    soldCount: integer('sold_count').notNull(),
  },
  (t) => [
    // The back office's list by stock and by what sold.
    index('product_turnover_by_stock').on(t.stockCount, t.productId),
    index('product_turnover_by_sold').on(t.soldCount, t.productId),
  ],
);

/** What tells the products apart that are counted together. */
const countedTogether = {
  /** Empty where a product has no category. */
  categoryId: text('category_id').notNull(),
  brand: text().notNull(),
  condition: text({ enum: conditions }).notNull(),
  origin: text({ enum: origins }).notNull(),
  inStock: boolean('in_stock').notNull(),
};

/**
 * How many products on sale there are of each kind, so that no list counts them. A trigger notes every change in
 * `product_count_changes`; a reader adds those up with this table and is exact; `rollUpFacetCounts` moves them here
 * every few seconds. Nobody waits for anybody: the changes are only ever added.
 */
export const facetCounts = pgTable(
  'product_counts',
  {
    ...countedTogether,
    products: integer().notNull(),
    discounted: integer().notNull(),
    featured: integer().notNull(),
    /** Less than five in stock, but some. */
    low: integer().notNull(),
    lowestCents: cents('lowest_cents').notNull(),
    highestCents: cents('highest_cents').notNull(),
  },
  (t) => [primaryKey({ columns: [t.categoryId, t.brand, t.condition, t.origin, t.inStock] })],
);

/** One row for a product that came (1) or went (-1). */
export const facetCountDeltas = pgTable('product_count_changes', {
  id: uuid().primaryKey().defaultRandom(),
  ...countedTogether,
  products: integer().notNull(),
  discounted: integer().notNull(),
  featured: integer().notNull(),
  low: integer().notNull(),
  priceCents: cents('price_cents').notNull(),
});

/**
 * Every word of a product's name, brand or description, its first sixty letters: what a part of a word or a misspelt
 * word may have meant. There are far fewer words than products.
 */
export const searchVocabulary = pgTable(
  'product_words',
  {
    word: text().primaryKey(),
    /** It is in a name or a brand: only such words are what a slip may have meant. */
    named: boolean().notNull().default(true),
  },
  (t) => [
    index('product_words_search').using('gin', sql`${t.word} gin_trgm_ops`),
    // Parts of two letters, which have no trigram.
    index('product_words_pairs').using('gin', sql`word_pairs(${t.word})`),
  ],
);

/** Words on their way into `product_words`; two who add the same one do not wait for each other here. */
export const vocabularyStaging = pgTable(
  'new_product_words',
  {
    id: uuid().primaryKey().defaultRandom(),
    word: text().notNull(),
    named: boolean().notNull().default(true),
  },
  (t) => [
    // Whether a word is on its way already.
    index('new_product_words_by_word').on(t.word),
  ],
);

/** Since when the so many newest products came, looked up every minute: a search looks there first. */
export const recencyTiers = pgTable('search_windows', {
  size: integer().primaryKey(),
  since: timestamptz('since').notNull(),
  keptAt: timestamptz('kept_at').notNull().defaultNow(),
});
