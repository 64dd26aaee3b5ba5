import { Problem } from '@reprise/contract/problem';
import type { testReportEndpoints } from '@reprise/contract/workshop/units/test-reports';
import type { Deps } from '../../../deps.ts';
import type { Handlers } from '../../../platform/http/endpoint.ts';
import { requireCaller } from '../../../platform/http/require-caller.ts';
import { importTestReports } from './import-test-reports.ts';
import { recordTestReports } from './record-test-reports.ts';
import { findReportTool, updateReportTool } from './report-tools.ts';

export function testReportHandlers(
  deps: Pick<Deps, 'db' | 'now' | 'environment' | 'alerts' | 'jobs' | 'shortages'>,
): Handlers<typeof testReportEndpoints> {
  return {
    recordTestReports: async ({ body }, context) => ({
      outcomes: await recordTestReports(deps, body.reports, { actorId: requireCaller(context).userId }),
    }),
    getReportTool: async ({ query }) => ({ tool: await findReportTool(deps.db, query?.tool ?? '') }),
    updateReportTool: async ({ body }, context) => ({
      tool: await updateReportTool(deps, body, requireCaller(context).userId),
    }),
    importTestReports: async ({ query }, context) => {
      const [file] = context.files;
      if (!file) throw new Problem('NO_FILE', 'No file was sent.');
      return importTestReports(deps, file.bytes, {
        tool: query?.tool ?? '',
        dryRun: query?.dryRun ?? false,
        devices: query?.devices ?? '',
        actorId: requireCaller(context).userId,
      });
    },
  };
}
