import { z } from 'zod';
import { adminProductQuery } from './catalog/catalog-admin.ts';
import { endpoints, fileResponse, idParams, nothing } from './endpoint.ts';
import { pagination, pagingQuery } from './paging.ts';
import { isoDateTime, queryChoice } from './wire.ts';

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

const count = z.number().int();

export const productImport = z
  .object({
    id: z.string(),
    fileName: z.string(),
    state: z.enum(importStates),
    /** Number of non-blank rows. */
    totalRows: count,
    checkedRows: count,
    appliedRows: count,
    counts: z.object({ create: count, change: count, same: count, refused: count }),
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
    summary: 'Upload a CSV file of products; it is checked without changing anything',
    access: 'admin',
    needs: 'catalog.manage',
    rate: 'upload',
    upload: { field: 'file', maxFiles: 1, maxBytes: maxImportBytes },
    response: oneImport,
    status: 201,
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
    query: z.object({ outcome: queryChoice(rowOutcomes), ...pagingQuery }),
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
    body: z.object({ wholeOrNothing: z.boolean().optional() }),
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
