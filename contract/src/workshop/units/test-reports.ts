import { z } from 'zod';
import { testOutcomes } from '../../catalog/grading/checklist.ts';
import { checkKinds, checkResults } from '../../catalog/grading/device-checks.ts';
import { endpoints } from '../../endpoint.ts';
import { dateTimeInput, queryFlag, requiredText, text } from '../../wire.ts';
import { maxCodeLength } from '../codes/read-code.ts';
import { maxMedia, newTest, wipeCategories, wipeResults } from './bench.ts';
import { identifierKinds } from './identifiers.ts';
import { reportFields, reportTool, reportToolEdit } from './report-tools.ts';
import { carrierName } from './unit.ts';

/** Reports of one call. */
export const maxToolReports = 200;
/** Reports of one file. */
export const maxFileReports = 1000;
export const maxReportFileBytes = 20 * 1024 * 1024;

const toolName = requiredText(60, 'Name the tool');
const maxListed = 200;
const time = dateTimeInput('Send a time such as 2026-10-01T12:00:00Z').nullable().default(null);

/** Erasure of one medium of a device. */
export const erasedMedium = z.object({
  serial: text(60).default(''),
  model: text(100).default(''),
  /** "SSD", "HDD", "Mobile". */
  type: text(40).default(''),
  method: text(100).default(''),
  result: z.enum(wipeResults),
});
export type ErasedMedium = z.output<typeof erasedMedium>;

/** Erasure as a tool reports it; one failed medium fails that of the device. */
export const toolErasure = z.object({
  result: z.enum(wipeResults),
  /** Words of the tool; '' for a tool whose reports do not name it. */
  method: text(100).default(''),
  category: z.enum(wipeCategories).nullable().default(null),
  /** Number of the report of the erasure. */
  reference: text(100).default(''),
  beganAt: time,
  endedAt: time,
  media: z.array(erasedMedium).max(maxMedia).default([]),
});
export type ToolErasure = z.output<typeof toolErasure>;

/** Part of a device as a tool saw it. */
export const reportedPart = z.object({
  part: requiredText(60, 'Name the part'),
  /** True for the part that the maker installed; null if the tool does not know. */
  isGenuine: z.boolean().nullable().default(null),
  note: text(200).default(''),
});
export type ReportedPart = z.output<typeof reportedPart>;

export const toolVerdicts = ['pass', 'fail', 'unfinished'] as const;

/** Report of a diagnostic or erasure tool about one device. */
export const toolReport = newTest
  .pick({ battery: true, cycles: true, note: true, seconds: true })
  .extend({
    /** Number of the label, serial number or IMEI; '' if `identifiers` say which device it is. */
    device: text(maxCodeLength).default(''),
    /** Numbers that the tool read from the device. Those that the device lacks are recorded. */
    identifiers: z
      .array(z.object({ kind: z.enum(identifierKinds), value: z.string().max(60) }))
      .max(10)
      .default([]),
    tool: toolName,
    toolVersion: text(40).default(''),
    /** Number that the tool gave the report: the same one of the same tool is recorded once. */
    reference: requiredText(80, 'Send the number of the report'),
    /** Time of the report: of several of one device, the newest counts. */
    testedAt: time,
    /** Model in the words of the tool. */
    model: text(200).default(''),
    /** Results by the names of the tests, those of the tool or of the checklist. */
    results: z
      .record(z.string().max(80), z.enum(testOutcomes))
      .refine((results) => Object.keys(results).length <= maxListed, `At most ${maxListed} tests`)
      .default({}),
    /** Verdict of the tool on the whole device; null without one. */
    verdict: z.enum(toolVerdicts).nullable().default(null),
    checks: z
      .array(
        z.object({
          kind: z.enum(checkKinds, 'Choose a check'),
          result: z.enum(checkResults, 'Choose a result'),
          note: text(200).default(''),
          /** Carrier that the device is locked to. */
          carrier: carrierName.optional(),
        }),
      )
      .max(checkKinds.length)
      .default([]),
    /** Grade on the scale of the tool. */
    grade: text(40).default(''),
    parts: z.array(reportedPart).max(60).default([]),
    erasure: toolErasure.nullable().default(null),
  })
  .refine(({ device, identifiers }) => device !== '' || identifiers.length > 0, {
    message: 'Say which device it is',
    path: ['device'],
  })
  .meta({ id: 'ToolReport' });
export type ToolReport = z.output<typeof toolReport>;

/** `older`: a newer report or record of the device counts; the report is stored. `known`: it was recorded before. */
export const reportStates = ['recorded', 'older', 'known', 'rejected'] as const;
export type ReportState = (typeof reportStates)[number];

export const reportOutcome = z
  .object({
    device: z.string(),
    reference: z.string(),
    state: z.enum(reportStates),
    /** Number of the device's label; null if none was found. */
    unit: z.string().nullable(),
    /** Model of the device; '' without one. */
    model: z.string(),
    /** Recorded facts, a sentence each. */
    facts: z.array(z.string()),
    /** Unclear values, which are not recorded, a sentence each. */
    doubts: z.array(z.string()),
    /** Reason of a rejected report, and what to do; '' for the others. */
    problem: z.string(),
  })
  .meta({ id: 'ReportOutcome' });
export type ReportOutcome = z.output<typeof reportOutcome>;

const count = z.number().int();

/** Questions that a person answers once for a tool. */
export const reportQuestions = z.object({
  /** Grades of the tool without a grade of the shop, and their reports. */
  grades: z.array(z.object({ words: z.string(), reports: count })),
  /** Tests of the tool that no checklist has. */
  tests: z.array(z.object({ name: z.string(), reports: count, failed: count })),
  /** Dates such as 04/05/2026 that may begin with the day or the month. */
  dates: z.array(z.string()),
  /** True if an erasure names no method. */
  erasureMethod: z.boolean(),
});
export type ReportQuestions = z.output<typeof reportQuestions>;

export const reportColumn = z.object({
  /** Name under which its meaning is remembered. */
  key: z.string(),
  name: z.string(),
  /** Null: not understood, and not read. */
  field: z.enum(reportFields).nullable(),
  samples: z.array(z.string()),
});
export type ReportColumn = z.output<typeof reportColumn>;

export const fileOutcome = z
  .object({
    /** Numbers of reports; those of a dry run would be recorded. */
    recorded: count,
    known: count,
    /** Rows that are not recorded, by their numbers in the file. */
    rejected: z.array(z.object({ row: count, device: z.string(), problem: z.string() })),
    /** Names of columns that are not understood. */
    unknownColumns: z.array(z.string()),
    /** Each report of the file with what becomes of it. */
    rows: z.array(reportOutcome.extend({ row: count })),
    columns: z.array(reportColumn),
    questions: reportQuestions,
    /** Time zone in which times without one are read; '' if each time of the file names its own. */
    timeZone: z.string(),
  })
  .meta({ id: 'ReportFileOutcome' });
export type FileOutcome = z.output<typeof fileOutcome>;

/** Devices of rows that name none of the shop: "3:U-7KQ4M2XW,8:U-…". */
const rowDevices = z
  .string()
  .max(4000)
  .regex(/^(\d{1,5}:[\w-]{4,40}(,\d{1,5}:[\w-]{4,40})*)?$/, 'Write rows and devices as 3:U-7KQ4M2XW')
  .default('');

export const testReportEndpoints = endpoints({
  recordTestReports: {
    method: 'POST',
    path: '/units/test-reports',
    summary: 'Record reports of diagnostic and erasure tools; a rejected one does not hold back the others',
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
    summary: 'Record the reports of a CSV, TSV, JSON or XML file of a diagnostic or erasure tool',
    access: 'admin',
    needs: 'units.bench',
    rate: 'upload',
    query: z.object({
      tool: toolName,
      /** Only says what would be recorded. */
      dryRun: queryFlag,
      devices: rowDevices,
    }),
    upload: { field: 'file', maxFiles: 1, maxBytes: maxReportFileBytes },
    response: fileOutcome,
  },
  getReportTool: {
    method: 'GET',
    path: '/units/report-tools',
    summary: 'What the shop remembers of a diagnostic tool, by its name',
    access: 'admin',
    needs: 'units.read',
    rate: 'read',
    query: z.object({ tool: toolName }),
    response: z.object({ tool: reportTool }),
  },
  updateReportTool: {
    method: 'PUT',
    path: '/units/report-tools',
    summary: 'Remember the columns, tests and grades of a diagnostic tool, by its name',
    access: 'admin',
    needs: 'units.bench',
    rate: 'write',
    body: reportToolEdit.extend({ tool: toolName }),
    response: z.object({ tool: reportTool }),
  },
});
