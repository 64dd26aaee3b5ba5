import type { Warranty } from '@reprise/contract/catalog';
import { conditions, origins } from '@reprise/contract/conditions';
import { sql } from 'drizzle-orm';
import { boolean, check, index, integer, json, jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { cents, createdAt, id, moment, updatedAt } from '../platform/columns.ts';

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
    archivedAt: moment('archived_at'),
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
    // Substring and near-match search.
    index('products_search').using('gin', sql`${t.searchText} gin_trgm_ops`),
    // The list of a category, and the count of its products.
    index('products_of_category').on(t.categoryId, t.createdAt, t.id, t.archivedAt),
    // The list by each sort key.
    index('products_newest').on(t.createdAt, t.id),
    index('products_by_price').on(t.priceCents, t.id),
    index('products_by_name').on(sql`lower(${t.name}) collate "C"`, t.id),
    // The brand filter and its facet.
    index('products_by_brand').on(t.brand),
    // The ladder of a model.
    index('products_of_model').on(t.modelKey, t.priceCents),
    // The home page's featured products.
    index('products_featured').on(t.createdAt).where(sql`${t.featured}`),
    // The dashboard's low stock.
    index('products_low_stock').on(t.stockCount).where(sql`${t.stockCount} < 5`),
    // The back office's list by stock, and how many are on sale, in stock, low, sold out.
    index('products_by_stock').on(t.stockCount, t.id).where(sql`${t.archivedAt} is null`),
    // The back office's list by what sold and by what was changed last.
    index('products_by_sold').on(t.soldCount, t.id).where(sql`${t.archivedAt} is null`),
    index('products_by_update').on(t.updatedAt, t.id).where(sql`${t.archivedAt} is null`),
    // What the back office looks for to mend or to bring back.
    index('products_without_picture')
      .on(t.createdAt, t.id)
      .where(sql`${t.images} = '[]'::jsonb and ${t.archivedAt} is null`),
    index('products_archived').on(t.createdAt, t.id).where(sql`${t.archivedAt} is not null`),
  ],
);

/** Slugs a product had before it was renamed; they redirect. */
export const retiredSlugs = pgTable(
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
