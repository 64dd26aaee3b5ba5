import type { importEndpoints } from '@reprise/contract/moving-in/imports';
import type { shopExportEndpoints } from '@reprise/contract/moving-in/shop-export';
import { Problem } from '@reprise/contract/problem';
import type { Deps } from '../../deps.ts';
import { type CallContext, type Handlers, hasPermission } from '../../platform/http/endpoint.ts';
import { requireCaller } from '../../platform/http/require-caller.ts';
import { handleJob, type JobHandler } from '../../platform/jobs/define-job.ts';
import { applyImport } from './apply-import.ts';
import { assignColumns, forgetColumns, listColumnAssignments } from './assign-columns.ts';
import { checkImport } from './check-import.ts';
import { deleteImport, requestApply, retryImages, stopImport } from './control-import.ts';
import { exportProducts } from './export-products.ts';
import { exportRejectedRows } from './export-rejected-rows.ts';
import { findImport, listImportImages, listImportRows, listImports } from './import.queries.ts';
import { applyImportRows, checkImportRows, copyImportImages } from './imports.jobs.ts';
import { type CopyDeps, copyImages } from './other-shops/copy-images.ts';
import { listPresets, resetPreset, savePreset } from './other-shops/presets.ts';
import { type ImportDeps, startImport } from './start-import.ts';

const seesCosts = ({ caller }: CallContext) => hasPermission(caller, 'costs.see');

export function importHandlers(
  deps: ImportDeps,
): Handlers<typeof importEndpoints & typeof shopExportEndpoints> {
  return {
    ...shopExportHandlers(deps),
    exportProducts: async ({ query = {} }, context) => exportProducts(deps, query, seesCosts(context)),
    startImport: async ({ query }, context) => {
      const [file] = context.files;
      if (!file) throw new Problem('NO_FILE', 'No file was sent.');
      return {
        import: await startImport(deps, file, requireCaller(context).userId, {
          isAsked: query?.ask ?? false,
          seesCosts: seesCosts(context),
        }),
      };
    },
    listColumnAssignments: async () => ({ columns: await listColumnAssignments(deps.db) }),
    assignColumns: async ({ body }, context) => ({
      columns: await assignColumns(deps, body.columns, requireCaller(context).userId),
    }),
    forgetColumns: async (_input, context) => {
      await forgetColumns(deps.db, requireCaller(context).userId);
      return {};
    },
    listImports: ({ query }) => listImports(deps.db, query ?? {}),
    getImport: async ({ params }) => ({ import: await findImport(deps.db, params.id) }),
    listImportRows: ({ params, query }, context) =>
      listImportRows(deps.db, params.id, query ?? {}, seesCosts(context)),
    exportRejectedRows: ({ params }, context) => exportRejectedRows(deps.db, params.id, seesCosts(context)),
    applyImport: async ({ params, body }) => ({
      import: await requestApply(deps, params.id, body.wholeOrNothing ?? false),
    }),
    stopImport: async ({ params }) => ({ import: await stopImport(deps, params.id) }),
    deleteImport: async ({ params }) => {
      await deleteImport(deps, params.id);
      return {};
    },
  };
}

function shopExportHandlers(deps: ImportDeps): Handlers<typeof shopExportEndpoints> {
  const { db } = deps;
  return {
    listExportPresets: async () => ({ presets: await listPresets(db) }),
    saveExportPreset: async ({ params, body }, context) => ({
      preset: await savePreset(deps, { ...params, ...body }, requireCaller(context).userId),
    }),
    resetExportPreset: async ({ params }, context) => ({
      preset: await resetPreset(db, params.shop, requireCaller(context).userId),
    }),
    listImportImages: ({ params, query }) => listImportImages(db, params.id, query ?? {}),
    retryImportImages: async ({ params }) => {
      await retryImages(deps, params.id);
      return {};
    },
  };
}

/** Returns the handlers of the jobs that read files. */
export function importJobs(deps: Pick<Deps, 'db' | 'now' | 'alerts' | 'devices' | 'search'>): JobHandler[] {
  return [
    handleJob(checkImportRows, ({ importId }, run) => checkImport(deps, importId, run)),
    handleJob(applyImportRows, ({ importId }, run) => applyImport(deps, importId, run)),
  ];
}

/** Returns the handler of the job that copies images. */
export function imageCopyJobs(deps: CopyDeps): JobHandler[] {
  return [handleJob(copyImportImages, ({ importId }, run) => copyImages(deps, importId, run))];
}
