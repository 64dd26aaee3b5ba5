import { z } from 'zod';
import { conditions } from '../catalog/products/conditions.ts';
import { stockNumber } from '../catalog/products/product.ts';
import { endpoints, idParams, nothing } from '../endpoint.ts';
import { otherShops } from '../foundations/checked-import.ts';
import { pagination, pagingQuery } from '../paging.ts';
import { queryChoice, requiredText, text } from '../wire.ts';

// Product exports of other shops, which imports read as they come.

/** Columns of a product file that a column of an export can fill. The others come from how its rows belong together. */
export const presetColumns = [
  'sku',
  'name',
  'brand',
  'category',
  'price',
  'originalPrice',
  'condition',
  'stockCount',
  'description',
  'batteryHealth',
  'warrantyDuration',
  'seoTitle',
  'seoDescription',
  'featured',
  'unitCost',
  'grams',
  'gtins',
] as const;
export type PresetColumn = (typeof presetColumns)[number];

/** Files that questions are asked about: exports of other shops, and files of this shop's columns. */
export const presetShops = [...otherShops, 'own'] as const;
export type PresetShop = (typeof presetShops)[number];

const maxPresetColumns = 100;
/** Values that a preset knows, of each kind. */
export const maxPresetValues = 500;

/** How the export of another shop is read. */
const presetFields = {
  /** Columns of the export. If several fill one column, the first that is not blank does. */
  columns: z
    .array(z.object({ name: requiredText(200, 'Name the column'), column: z.enum(presetColumns) }))
    .max(maxPresetColumns),
  /** Names of options or attributes whose value is the condition. */
  conditionOptions: z.array(requiredText(100, 'Name the option')).max(20),
  /** Conditions by their value in the export; products with a value of null are left out. */
  conditions: z
    .array(z.object({ value: text(200), condition: z.enum(conditions).nullable() }))
    .max(maxPresetValues),
  /** Categories by their value in the export; products with a value of null are left out. */
  categories: z.array(z.object({ value: text(200), categoryId: text(200).nullable() })).max(maxPresetValues),
  /** Brand of products without one; '' to be asked. */
  defaultBrand: text(100),
  /** Stock of new products without a count; null to be asked. */
  missingStock: stockNumber.nullable().default(null),
  /** True to copy the images into this shop; otherwise they stay where the other shop has them. */
  copyImages: z.boolean(),
};

export const exportPreset = z
  .object({ shop: z.enum(presetShops), ...presetFields })
  .meta({ id: 'ExportPreset' });
export type ExportPreset = z.output<typeof exportPreset>;

const unknownValue = z.object({ value: z.string(), rows: z.number().int() });

/** Values of a file that its preset does not know, in the details of the problem; '' is a blank one. */
export const unknownValues = z.object({
  shop: z.enum(presetShops),
  conditions: z.array(unknownValue),
  categories: z.array(unknownValue),
  /** Rows of new products without a brand that the preset has none for. */
  withoutBrand: z.number().int(),
  /** Rows of new products without a count that the preset has none for. */
  withoutStock: z.number().int(),
});
export type UnknownValues = z.output<typeof unknownValues>;

export const importImageStates = ['waiting', 'copied', 'failed'] as const;
export type ImportImageState = (typeof importImageStates)[number];

const importImage = z
  .object({
    url: z.string(),
    productId: z.string(),
    productName: z.string(),
    state: z.enum(importImageStates),
    /** Reason of a failure. */
    message: z.string().nullable(),
  })
  .meta({ id: 'ImportImage' });
export type ImportImage = z.output<typeof importImage>;

const shopParams = z.object({ shop: z.enum(presetShops) });
const onePreset = z.object({ preset: exportPreset });

export const shopExportEndpoints = endpoints({
  listExportPresets: {
    method: 'GET',
    path: '/export-presets',
    summary:
      'How product exports of other shops are read, and the answers to questions about other files (`own`)',
    access: 'admin',
    needs: 'catalog.manage',
    rate: 'read',
    response: z.object({ presets: z.array(exportPreset) }),
  },
  saveExportPreset: {
    method: 'PUT',
    path: '/export-presets/:shop',
    summary: 'Change how product exports of another shop are read, for all later files',
    access: 'admin',
    needs: 'catalog.manage',
    rate: 'write',
    params: shopParams,
    body: z.object(presetFields),
    response: onePreset,
  },
  resetExportPreset: {
    method: 'DELETE',
    path: '/export-presets/:shop',
    summary: 'Read product exports of another shop as delivered',
    access: 'admin',
    needs: 'catalog.manage',
    rate: 'write',
    params: shopParams,
    response: onePreset,
  },
  listImportImages: {
    method: 'GET',
    path: '/product-imports/:id/images',
    summary: 'Images that an import copies into this shop',
    access: 'admin',
    needs: 'catalog.manage',
    rate: 'read',
    params: idParams,
    query: z.object({ state: queryChoice(importImageStates), ...pagingQuery }),
    response: z.object({ images: z.array(importImage), pagination }),
  },
  retryImportImages: {
    method: 'POST',
    path: '/product-imports/:id/images/retry',
    summary: 'Copy the failed images of an import again',
    access: 'admin',
    needs: 'catalog.manage',
    rate: 'write',
    params: idParams,
    response: nothing,
    message: 'Images are copied again',
  },
});
