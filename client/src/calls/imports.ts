import { importEndpoints } from '@reprise/contract/imports';
import { type Call, defineCall, type Download, defineDownload, type Upload, defineUpload } from '../define-call.ts';

/** Matching products as CSV that can be imported: `GET /product-exports` */
export const exportProducts: Download<typeof importEndpoints.exportProducts> = /* @__PURE__ */ defineDownload(importEndpoints.exportProducts);

/** Upload a CSV file of products, or the product export of Shopify or WooCommerce; it is checked without changing anything. A file with unknown columns is refused, and `details.unknownColumns` has them with their first values; an export with unknown conditions or categories is refused with `details.unknownValues`: `POST /product-imports` */
export const startImport: Upload<typeof importEndpoints.startImport> = /* @__PURE__ */ defineUpload(importEndpoints.startImport);

/** Column names of files that were assigned by hand: `GET /product-imports/columns` */
export const listColumnAssignments: Call<typeof importEndpoints.listColumnAssignments> = /* @__PURE__ */ defineCall(importEndpoints.listColumnAssignments);

/** Assign column names of files to columns, for all later files; names that are left out stay: `PUT /product-imports/columns` */
export const assignColumns: Call<typeof importEndpoints.assignColumns> = /* @__PURE__ */ defineCall(importEndpoints.assignColumns);

/** Forget all column names that were assigned by hand: `DELETE /product-imports/columns` */
export const forgetColumns: Call<typeof importEndpoints.forgetColumns> = /* @__PURE__ */ defineCall(importEndpoints.forgetColumns);

/** Imports of the last 30 days, newest first: `GET /product-imports` */
export const listImports: Call<typeof importEndpoints.listImports> = /* @__PURE__ */ defineCall(importEndpoints.listImports);

/** One import with its progress: `GET /product-imports/:id` */
export const getImport: Call<typeof importEndpoints.getImport> = /* @__PURE__ */ defineCall(importEndpoints.getImport);

/** Rows of an import with their changes or errors: `GET /product-imports/:id/rows` */
export const listImportRows: Call<typeof importEndpoints.listImportRows> = /* @__PURE__ */ defineCall(importEndpoints.listImportRows);

/** Rejected rows as in the file, with a reason column, to correct and send again: `GET /product-imports/:id/rejected` */
export const exportRejectedRows: Download<typeof importEndpoints.exportRejectedRows> = /* @__PURE__ */ defineDownload(importEndpoints.exportRejectedRows);

/** Apply a checked import, or continue a stopped one: `POST /product-imports/:id/apply` */
export const applyImport: Call<typeof importEndpoints.applyImport> = /* @__PURE__ */ defineCall(importEndpoints.applyImport);

/** Stop after the current batch; applied rows remain: `POST /product-imports/:id/stop` */
export const stopImport: Call<typeof importEndpoints.stopImport> = /* @__PURE__ */ defineCall(importEndpoints.stopImport);

/** Delete an import that is not running; products remain: `DELETE /product-imports/:id` */
export const deleteImport: Call<typeof importEndpoints.deleteImport> = /* @__PURE__ */ defineCall(importEndpoints.deleteImport);
