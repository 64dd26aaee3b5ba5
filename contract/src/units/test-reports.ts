import { z } from 'zod';
import { maxCodeLength } from '../codes/read-code.ts';
import { endpoints } from '../endpoint.ts';
import { queryFlag, requiredText } from '../wire.ts';
import { newTest } from './bench.ts';

/** Reports of one call. */
export const maxToolReports = 200;
/** Reports of one file. */
export const maxFileReports = 500;
export const maxReportFileBytes = 2 * 1024 * 1024;

/** Report of a diagnostic tool about one device. */
export const toolReport = newTest
  .pick({ results: true, battery: true, cycles: true, note: true, seconds: true })
  .extend({
    /** Number of the label, serial number or IMEI. */
    device: requiredText(maxCodeLength, 'Say which device it is'),
    tool: requiredText(60, 'Name the tool'),
    /** Number that the tool gave the report: the same one of the same tool is recorded once. */
    reference: requiredText(80, 'Send the number of the report'),
  })
  .meta({ id: 'ToolReport' });
export type ToolReport = z.output<typeof toolReport>;

export const reportStates = ['recorded', 'known', 'rejected'] as const;

export const reportOutcome = z
  .object({
    device: z.string(),
    reference: z.string(),
    /** `known`: it was recorded before. */
    state: z.enum(reportStates),
    /** Number of the device's label; null if none was found. */
    unit: z.string().nullable(),
    /** Reason of a rejected report, and what to do; '' for the others. */
    problem: z.string(),
  })
  .meta({ id: 'ReportOutcome' });
export type ReportOutcome = z.output<typeof reportOutcome>;

export const fileOutcome = z
  .object({
    /** Numbers of reports; those of a dry run would be recorded. */
    recorded: z.number().int(),
    known: z.number().int(),
    /** Rows that are not recorded, by their numbers in the file. */
    rejected: z.array(z.object({ row: z.number().int(), device: z.string(), problem: z.string() })),
    /** Names of columns that no checklist has. */
    unknownColumns: z.array(z.string()),
  })
  .meta({ id: 'ReportFileOutcome' });
export type FileOutcome = z.output<typeof fileOutcome>;

export const testReportEndpoints = endpoints({
  recordTestReports: {
    method: 'POST',
    path: '/units/test-reports',
    summary: 'Record reports of diagnostic tools; a rejected one does not hold back the others',
    access: 'admin',
    needs: 'units.bench',
    rate: 'write',
    body: z.object({
      reports: z
        .array(toolReport)
        .min(1, 'Send at least one report')
        .max(maxToolReports, `Send at most ${maxToolReports} reports`),
    }),
    response: z.object({ outcomes: z.array(reportOutcome) }),
  },
  importTestReports: {
    method: 'POST',
    path: '/units/test-reports/file',
    summary: 'Record the reports of a CSV file: a row per device, a column per test',
    access: 'admin',
    needs: 'units.bench',
    rate: 'upload',
    query: z.object({
      tool: requiredText(60, 'Name the tool'),
      /** Only says what would be recorded. */
      dryRun: queryFlag,
    }),
    upload: { field: 'file', maxFiles: 1, maxBytes: maxReportFileBytes },
    response: fileOutcome,
  },
});
