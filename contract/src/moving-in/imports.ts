import { z } from 'zod';
import { type ProductColumn, productColumns } from '../catalog/products/product-fields.ts';
import { adminProductQuery } from '../catalog/products/products-admin.ts';
import { endpoints, fileResponse, idParams, nothing } from '../endpoint.ts';
import { otherShops } from '../foundations/checked-import.ts';
import { pagination, pagingQuery } from '../paging.ts';
import { isoDateTime, queryChoice, queryFlag, requiredText, unknownFields } from '../wire.ts';

/** Maximum file size in bytes. */
export const maxImportBytes = 32 * 1024 * 1024;
export const maxImportRows = 100_000;
/** More rows in one transaction would block other writes for too long. */
export const maxWholeOrNothingRows = 5_000;

/** States in order; a stopped or failed import can be applied again once checked. */
export const importStates = ['checking', 'checked', 'applying', 'done', 'stopped', 'failed'] as const;
export type ImportState = (typeof importStates)[number];

/** Effect of a row: adds a product, changes one, changes nothing, or is rejected. */
export const rowOutcomes = ['create', 'change', 'same', 'refused'] as const;
export type RowOutcome = (typeof rowOutcomes)[number];

/** Columns of a product file, by the names of the API. */
export const importColumns = Object.keys(productColumns) as [ImportColumn, ...ImportColumn[]];
export type ImportColumn = ProductColumn;

/** Column of a file that is not read. */
export const ignoredColumn = 'ignored';

/** Column names of a file that one call can assign. */
export const maxAssignedColumns = 200;

/** Name of a column in files, and what it is read as from then on. */
const columnAssignment = z
  .object({
    name: requiredText(200, 'Name the column'),
    column: z.enum([...importColumns, ignoredColumn], 'Choose what the column is'),
  })
  .meta({ id: 'ColumnAssignment' });
export type ColumnAssignment = z.output<typeof columnAssignment>;

/** Column of a refused file that nothing is known about, in the details of the problem. */
export const unknownColumn = z.object({
  name: z.string(),
  /** First values of the column. */
  samples: z.array(z.string()),
});
export type UnknownColumn = z.output<typeof unknownColumn>;

const count = z.number().int();

export const productImport = z
  .object({
    id: z.string(),
    fileName: z.string(),
    /** Shop whose export the file is; null for a file of this shop's columns. */
    shop: z.enum(otherShops).nullable(),
    state: z.enum(importStates),
    /** Number of non-blank rows. */
    totalRows: count,
    checkedRows: count,
    appliedRows: count,
    counts: z.object({ create: count, change: count, same: count, refused: count }),
    /** Rows with doubts. */
    doubted: count,
    /** Columns of the file with values that the import does not take over. */
    unreadColumns: z.array(z.string()),
    /** Images of other servers that are copied into this shop. */
    images: z.object({ total: count, copied: count, failed: count }),
    wholeOrNothing: z.boolean(),
    /** Failure reason. */
    message: z.string().nullable(),
    startedBy: z.string().nullable(),
    createdAt: isoDateTime,
    finishedAt: isoDateTime.nullable(),
  })
  .meta({ id: 'ProductImport' });
export type ProductImport = z.output<typeof productImport>;

export const importedRow = z
  .object({
    /** Row number as in a spreadsheet; the header is row 1. */
    number: count,
    sku: z.string(),
    name: z.string(),
    outcome: z.enum(rowOutcomes),
    /** True if applied. */
    applied: z.boolean(),
    faults: z.array(z.object({ field: z.string(), message: z.string() })),
    /** Possible mistakes, which do not reject the row. */
    doubts: z.array(z.object({ field: z.string(), message: z.string() })),
    changes: z.array(z.object({ field: z.string(), before: z.string(), after: z.string() })),
    productId: z.string().nullable(),
  })
  .meta({ id: 'ImportedRow' });
export type ImportedRow = z.output<typeof importedRow>;

const oneImport = z.object({ import: productImport });

export const importEndpoints = endpoints({
  exportProducts: {
    method: 'GET',
    path: '/product-exports',
    summary: 'Matching products as CSV that can be imported',
    access: 'admin',
    needs: 'catalog.manage',
    rate: 'read',
    query: adminProductQuery,
    file: 'text/csv',
    response: fileResponse,
  },
  startImport: {
    method: 'POST',
    path: '/product-imports',
    summary:
      'Upload a CSV file of products, or the product export of Shopify or WooCommerce; it is checked without changing anything. A file with unknown columns is refused, and `details.unknownColumns` has them with their first values; an export with unknown conditions or categories, or with products without a brand or a count, is refused with `details.unknownValues`. With `ask`, so is a file of this shop’s columns; without it, its rows are rejected or take the defaults',
    access: 'admin',
    needs: 'catalog.manage',
    rate: 'upload',
    query: z.object({ ask: queryFlag }),
    upload: { field: 'file', maxFiles: 1, maxBytes: maxImportBytes },
    response: oneImport,
    status: 201,
  },
  listColumnAssignments: {
    method: 'GET',
    path: '/product-imports/columns',
    summary: 'Column names of files that were assigned by hand',
    access: 'admin',
    needs: 'catalog.manage',
    rate: 'read',
    response: z.object({ columns: z.array(columnAssignment) }),
  },
  assignColumns: {
    method: 'PUT',
    path: '/product-imports/columns',
    summary: 'Assign column names of files to columns, for all later files; names that are left out stay',
    access: 'admin',
    needs: 'catalog.manage',
    rate: 'write',
    body: z.object({ columns: z.array(columnAssignment).min(1).max(maxAssignedColumns) }),
    response: z.object({ columns: z.array(columnAssignment) }),
  },
  forgetColumns: {
    method: 'DELETE',
    path: '/product-imports/columns',
    summary: 'Forget all column names that were assigned by hand',
    access: 'admin',
    needs: 'catalog.manage',
    rate: 'write',
    response: nothing,
    message: 'Columns forgotten',
  },
  listImports: {
    method: 'GET',
    path: '/product-imports',
    summary: 'Imports of the last 30 days, newest first',
    access: 'admin',
    needs: 'catalog.manage',
    rate: 'read',
    query: z.object(pagingQuery),
    response: z.object({ imports: z.array(productImport), pagination }),
  },
  getImport: {
    method: 'GET',
    path: '/product-imports/:id',
    summary: 'One import with its progress',
    access: 'admin',
    needs: 'catalog.manage',
    rate: 'read',
    params: idParams,
    response: oneImport,
  },
  listImportRows: {
    method: 'GET',
    path: '/product-imports/:id/rows',
    summary: 'Rows of an import with their changes or errors',
    access: 'admin',
    needs: 'catalog.manage',
    rate: 'read',
    params: idParams,
    query: z.object({ outcome: queryChoice(rowOutcomes), doubted: queryFlag, ...pagingQuery }),
    response: z.object({ rows: z.array(importedRow), pagination }),
  },
  exportRejectedRows: {
    method: 'GET',
    path: '/product-imports/:id/rejected',
    summary: 'Rejected rows as in the file, with a reason column, to correct and send again',
    access: 'admin',
    needs: 'catalog.manage',
    rate: 'read',
    params: idParams,
    file: 'text/csv',
    response: fileResponse,
  },
  applyImport: {
    method: 'POST',
    path: '/product-imports/:id/apply',
    summary: 'Apply a checked import, or continue a stopped one',
    access: 'admin',
    needs: 'catalog.manage',
    rate: 'write',
    params: idParams,
    body: z.strictObject({ wholeOrNothing: z.boolean().optional() }, unknownFields),
    response: oneImport,
  },
  stopImport: {
    method: 'POST',
    path: '/product-imports/:id/stop',
    summary: 'Stop after the current batch; applied rows remain',
    access: 'admin',
    needs: 'catalog.manage',
    rate: 'write',
    params: idParams,
    response: oneImport,
  },
  deleteImport: {
    method: 'DELETE',
    path: '/product-imports/:id',
    summary: 'Delete an import that is not running; products remain',
    access: 'admin',
    needs: 'catalog.manage',
    rate: 'write',
    params: idParams,
    response: nothing,
    message: 'Import deleted',
  },
});
