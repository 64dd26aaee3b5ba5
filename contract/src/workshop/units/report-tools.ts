import { z } from 'zod';
import { text } from '../../wire.ts';

/** Meaning of a column or field in a report of a tool. */
export const reportFields = [
  'device',
  'imei',
  'imei2',
  'serial',
  'meid',
  'eid',
  'reference',
  'testedAt',
  'brand',
  'model',
  'storage',
  'color',
  'battery',
  'batteryDesign',
  'batteryFull',
  'cycles',
  'passed',
  'failed',
  'pending',
  'test',
  'verdict',
  'grade',
  'accountLock',
  'management',
  'blacklist',
  'finance',
  'carrierLock',
  'carrier',
  'parts',
  'erased',
  'erasureMethod',
  'erasureBegan',
  'erasureEnded',
  'erasureReport',
  'erasureErrors',
  'mediaSerial',
  'mediaModel',
  'mediaType',
  'toolVersion',
  'progress',
  'note',
  'ignored',
] as const;
export type ReportField = (typeof reportFields)[number];

export const reportFieldLabels: Record<ReportField, string> = {
  device: 'Device number',
  imei: 'IMEI',
  imei2: 'Second IMEI',
  serial: 'Serial number',
  meid: 'MEID',
  eid: 'EID',
  reference: 'Number of the report',
  testedAt: 'Time of the report',
  brand: 'Brand',
  model: 'Model',
  storage: 'Storage',
  color: 'Color',
  battery: 'Battery health',
  batteryDesign: 'Battery capacity, new',
  batteryFull: 'Battery capacity, now',
  cycles: 'Battery cycles',
  passed: 'List of passed tests',
  failed: 'List of failed tests',
  pending: 'List of open tests',
  test: 'Result of one test',
  verdict: 'Result of all tests',
  grade: 'Grade',
  accountLock: 'Account lock',
  management: 'Company management',
  blacklist: 'Blacklist',
  finance: 'Unpaid installments',
  carrierLock: 'Carrier lock',
  carrier: 'Carrier',
  parts: 'Parts',
  erased: 'Result of the erasure',
  erasureMethod: 'Method of the erasure',
  erasureBegan: 'Start of the erasure',
  erasureEnded: 'End of the erasure',
  erasureReport: 'Number of the erasure report',
  erasureErrors: 'Errors of the erasure',
  mediaSerial: 'Serial number of the drive',
  mediaModel: 'Model of the drive',
  mediaType: 'Type of the drive',
  toolVersion: 'Version of the tool',
  progress: 'Progress of the request',
  note: 'Note',
  ignored: 'Ignore it',
};

/** Order of day and month in dates such as 04/05/2026. */
export const dateOrders = ['day-first', 'month-first'] as const;
export type DateOrder = (typeof dateOrders)[number];

const maxEntries = 500;
const map = <Value extends z.ZodType<unknown>>(value: Value) =>
  z
    .record(z.string().max(200), value)
    .refine((entries) => Object.keys(entries).length <= maxEntries, `At most ${maxEntries} entries`);

/** Meanings that the shop remembers of a tool. */
export const reportTool = z
  .object({
    name: z.string(),
    /** Meanings of columns by their keys. */
    columns: map(z.enum(reportFields)),
    /** Keys of checklist tests by the names of the tool in lower case; '' leaves the test out. */
    tests: map(z.string()),
    /** Grades of the shop by those of the tool in lower case; '' leaves the grade out. */
    grades: map(z.string()),
    dateOrder: z.enum(dateOrders).nullable(),
    /** Method of erasures whose report names none. */
    erasureMethod: z.string(),
  })
  .meta({ id: 'ReportTool' });
export type ReportTool = z.output<typeof reportTool>;

/** Entries are added to the remembered ones. */
export const reportToolEdit = z
  .object({
    columns: map(z.enum(reportFields)).optional(),
    tests: map(text(40)).optional(),
    grades: map(text(10)).optional(),
    dateOrder: z.enum(dateOrders, 'Choose an order').optional(),
    erasureMethod: text(100).optional(),
  })
  .meta({ id: 'ReportToolEdit' });
export type ReportToolEdit = z.output<typeof reportToolEdit>;
