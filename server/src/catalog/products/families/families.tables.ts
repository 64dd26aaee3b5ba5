import { deviceKinds } from '@reprise/contract/catalog/grading/device-kinds';
import type { ConfigurationOptions } from '@reprise/contract/catalog/products/product-family';
import { identifierKinds } from '@reprise/contract/workshop/units/identifiers';
import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { index, integer, json, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { createdAt, id, updatedAt } from '../../../platform/database/columns.ts';
import { categories } from '../products.tables.ts';

/**
 * SQL: the first words of a name. Where families were not built, each configuration is one, and its name ends with storage and
 * color, which name no device.
 */
export const firstWords = (name: SQLWrapper): SQL =>
  sql`((regexp_split_to_array(lower(${name}), '[^[:alnum:]]+'))[1:4])`;

/** Device that shoppers choose first, such as "iPhone 13". Its configurations are rows of `device_models`. */
export const productFamilies = pgTable(
  'product_families',
  {
    id: id(),
    slug: text().notNull().unique(),
    name: text().notNull(),
    brand: text().notNull(),
    categoryId: text('category_id').references(() => categories.id, { onDelete: 'set null' }),
    images: jsonb().$type<string[]>().notNull().default([]),
    /** Alt texts in the order of `images`; may be shorter. */
    imageAlts: jsonb('image_alts').$type<string[]>().notNull().default([]),
    // json, not jsonb: preserves the order of the rows.
    specifications: json().$type<Record<string, string>>().notNull().default({}),
    /** Family that has its configurations, to which its address leads; null while it has its own. */
    mergedIntoId: text('merged_into_id'),
    /** Number of edits. */
    version: integer().notNull().default(1),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    // Families that a word of a search names.
    index('product_families_first_words').using('gin', firstWords(t.name)),
  ],
);

/** Configuration of a family, such as 256 GB in blue, before it has a condition: one row per model key of products and units. */
export const deviceModels = pgTable(
  'device_models',
  {
    /** Equals `model_key` of the products that sell it. */
    key: text('model_key').primaryKey(),
    familyId: text('family_id')
      .notNull()
      .references(() => productFamilies.id),
    /** Order in the family. */
    position: integer().notNull().default(0),
    /** Values that tell it from the other configurations of its family. */
    options: jsonb().$type<ConfigurationOptions>().notNull().default({}),
    /** `base_color` of the options, written by a trigger. */
    baseColor: text('base_color'),
    name: text().notNull(),
    brand: text().notNull(),
    categoryId: text('category_id').references(() => categories.id, { onDelete: 'set null' }),
    /** Decides the checks, tests and grades of its units. */
    kind: text({ enum: deviceKinds }).notNull().default('other'),
    /** Identifiers that each unit should have. */
    identifiers: text({ enum: identifierKinds }).array().notNull(),
    // Weight and size in its own box; null while they are not known.
    grams: integer(),
    lengthMm: integer('length_mm'),
    widthMm: integer('width_mm'),
    heightMm: integer('height_mm'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    // Configurations of a family, in order.
    index('device_models_of_family').on(t.familyId, t.position, t.key),
    // Combinations of options in a category.
    index('device_models_of_category').on(t.categoryId, t.options),
  ],
);

/** Barcodes of boxes and first eight digits of IMEIs, learned when units are received, with the models seen under them. */
export const modelCodes = pgTable(
  'model_codes',
  {
    kind: text({ enum: ['gtin', 'mpn', 'tac'] }).notNull(),
    code: text().notNull(),
    modelKey: text('model_key')
      .notNull()
      .references(() => deviceModels.key, { onDelete: 'cascade' }),
  },
  (t) => [
    primaryKey({ columns: [t.kind, t.code, t.modelKey] }),
    // Codes of a configuration.
    index('model_codes_model').on(t.modelKey),
  ],
);
