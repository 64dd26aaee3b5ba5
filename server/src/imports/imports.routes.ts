import type { importEndpoints } from '@reprise/contract/imports';
import { Problem } from '@reprise/contract/problem';
import type { Deps } from '../deps.ts';
import type { Handlers } from '../platform/http/endpoint.ts';
import { requireCaller } from '../platform/http/require-caller.ts';
import { handleJob, type JobHandler } from '../platform/jobs/define-job.ts';
import { applyImport } from './apply-import.ts';
import { assignColumns, forgetColumns, listColumnAssignments } from './assign-columns.ts';
import { checkImport } from './check-import.ts';
import { deleteImport, requestApply, stopImport } from './control-import.ts';
import { exportProducts } from './export-products.ts';
import { exportRejectedRows } from './export-rejected-rows.ts';
import { findImport, listImportRows, listImports } from './import.queries.ts';
import { applyImportRows, checkImportRows } from './imports.jobs.ts';
import { type ImportDeps, startImport } from './start-import.ts';

export function importHandlers(deps: ImportDeps): Handlers<typeof importEndpoints> {
  return {
    exportProducts: async ({ query = {} }) => exportProducts(deps, query),
    startImport: async (_input, context) => {
      const [file] = context.files;
      if (!file) throw new Problem('NO_FILE', 'No file was sent.');
      return { import: await startImport(deps, file, requireCaller(context).userId) };
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
    listImportRows: ({ params, query }) => listImportRows(deps.db, params.id, query ?? {}),
    exportRejectedRows: ({ params }) => exportRejectedRows(deps.db, params.id),
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

/** Returns the job handlers of this slice. */
export function importJobs(deps: Pick<Deps, 'db' | 'now' | 'alerts' | 'devices' | 'search'>): JobHandler[] {
  return [
    handleJob(checkImportRows, ({ importId }, run) => checkImport(deps, importId, run)),
    handleJob(applyImportRows, ({ importId }, run) => applyImport(deps, importId, run)),
  ];
}
