import { type ExportPreset, importImageStates, presetShops } from '@reprise/contract/moving-in/shop-export';
import { foreignKey, index, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { timestamptz } from '../../../platform/database/columns.ts';
import { productImports } from '../imports.tables.ts';

/** How exports of other shops are read where it was changed. */
export const exportPresets = pgTable('export_presets', {
  shop: text({ enum: presetShops }).primaryKey(),
  preset: jsonb().$type<ExportPreset>().notNull(),
  updatedAt: timestamptz('updated_at').notNull(),
});

/** Images of other servers that an import copies into this shop. */
export const productImportImages = pgTable(
  'product_import_images',
  {
    importId: text('import_id').notNull(),
    /** Product that shows the image; it may be deleted since. */
    productId: text('product_id').notNull(),
    url: text().notNull(),
    state: text({ enum: importImageStates }).notNull(),
    /** Failed tries. */
    attempts: integer().notNull(),
    /** Name of the copy. */
    mediaName: text('media_name'),
    /** Reason of a failure. */
    message: text(),
  },
  (t) => [
    primaryKey({ columns: [t.importId, t.productId, t.url] }),
    foreignKey({ columns: [t.importId], foreignColumns: [productImports.id] }).onDelete('cascade'),
    // Waiting images, and counts by state.
    index('product_import_images_by_state').on(t.importId, t.state, t.productId),
    // Finds the copy of an image that an earlier import made.
    index('product_import_images_by_url').on(t.url),
  ],
);
