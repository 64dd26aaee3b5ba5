import { z } from 'zod';
import { isoDateTime } from '../../wire.ts';

/** Maximum size of a manifest in bytes. */
export const maxManifestBytes = 8 * 1024 * 1024;
export const maxManifestRows = 10_000;
/** Devices of one row without identifiers. */
export const maxRowQuantity = 1000;

/** Meaning of a column of a manifest. Several columns can be the model: their cells are joined. */
export const manifestFields = [
  'model',
  'imei',
  'imei2',
  'serial',
  'number',
  'gtin',
  'part',
  'grade',
  'battery',
  'carrier',
  'price',
  'currency',
  'quantity',
  'line',
  'ignored',
] as const;
export type ManifestField = (typeof manifestFields)[number];

export const manifestFieldLabels: Record<ManifestField, string> = {
  model: 'Model',
  imei: 'IMEI',
  imei2: 'Second IMEI',
  serial: 'Serial number',
  number: 'IMEI or serial number',
  gtin: 'Barcode (UPC, EAN)',
  part: 'Part number',
  grade: 'Grade',
  battery: 'Battery health',
  carrier: 'Carrier',
  price: 'Price of one',
  currency: 'Currency',
  quantity: 'Quantity',
  line: 'Line number of the supplier',
  ignored: 'Ignore it',
};

const count = z.number().int();

export const manifestRow = z
  .object({
    /** Row number as in a spreadsheet. */
    number: count,
    model: z.string(),
    identifiers: z.string(),
    reasons: z.array(z.string()),
  })
  .meta({ id: 'ManifestRow' });
export type ManifestRow = z.output<typeof manifestRow>;

/** Rows listed in the check; the download has all. */
export const maxListedRows = 200;

export const manifestCheck = z
  .object({
    fileName: z.string(),
    /** Columns in the order of the file with their first values; null: not chosen yet. */
    columns: z.array(
      z.object({ name: z.string(), field: z.enum(manifestFields).nullable(), samples: z.array(z.string()) }),
    ),
    /** Advice about the whole file. */
    warnings: z.array(z.string()),
    /** Reason why no row can be applied yet; '' if rows can. */
    problem: z.string(),
    totalRows: count,
    /** Rows that can be applied, and their devices. */
    goodRows: count,
    units: count,
    badRows: count,
    /** The first rows that cannot be applied. */
    rejected: z.array(manifestRow),
    /** Words of the supplier that stand for no known model, with their rows and the model that they probably mean. */
    unknownModels: z.array(
      z.object({
        words: z.string(),
        rows: count,
        suggestion: z.object({ key: z.string(), name: z.string(), brand: z.string() }).nullable(),
      }),
    ),
    /** Rows without an item, such as sums and footnotes, which are left out. */
    skippedRows: count,
    /** Another lot to which the same rows were applied; null without one. Applying them again must be confirmed. */
    appliedTo: z.object({ lot: z.string(), at: isoDateTime }).nullable(),
    /** True once its good rows are expected devices. */
    applied: z.boolean(),
  })
  .meta({ id: 'ManifestCheck' });
export type ManifestCheck = z.output<typeof manifestCheck>;

export const manifestApplication = z
  .object({
    /** The same rows were applied to another lot, and the supplier sent them again. */
    again: z.boolean().default(false),
  })
  .meta({ id: 'ManifestApplication' });
export type ManifestApplication = z.output<typeof manifestApplication>;
