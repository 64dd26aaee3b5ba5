import { createHash } from 'node:crypto';
import type { TestOutcome } from '@reprise/contract/grading/checklist';
import { removeFormulaGuards } from '@reprise/contract/operations/formula-guard';
import { maxFileReports, type ToolReport, toolReport } from '@reprise/contract/units/test-reports';
import { toUtf8, unreadable } from '../../imports/file-text.ts';
import { type FileRow, rowsOf } from '../../imports/read-file.ts';

/** Row of a file as a report, or the reason why it is none. */
export type ReportRow = { row: number; device: string } & ({ report: ToolReport } | { problem: string });

const fieldNames = {
  device: ['device', 'imei', 'serial', 'serial number', 'number', 'unit'],
  reference: ['report', 'reference', 'report id', 'report number', 'test id', 'job id'],
  battery: ['battery', 'battery health', 'battery %', 'battery health %'],
  cycles: ['cycles', 'cycle count', 'battery cycles'],
  note: ['note', 'notes', 'comment', 'comments'],
} as const;
type Field = keyof typeof fieldNames;

const outcomeWords: Record<TestOutcome, string[]> = {
  pass: ['pass', 'passed', 'ok', 'good', 'yes', 'true', '1'],
  fail: ['fail', 'failed', 'bad', 'no', 'false', '0'],
  skipped: ['', '-', 'n/a', 'na', 'skipped', 'not tested'],
};

const isNamed = (names: readonly string[], name: string) => names.includes(name.trim().toLowerCase());

type Column = { index: number; name: string; field: Field | null };

/** Reads the reports of a CSV file: the first row names the columns. Throws VALIDATION_ERROR for other files. */
export async function readReportFile(
  bytes: Buffer,
  tool: string,
): Promise<{ rows: ReportRow[]; testNames: string[] }> {
  let columns: Column[] | null = null;
  const rows: ReportRow[] = [];
  for await (const row of rowsOf(toUtf8(bytes))) {
    if (columns) rows.push(readRow(row, columns, tool));
    else columns = columnsOf(row);
    if (rows.length > maxFileReports) {
      throw unreadable(`A file can have up to ${maxFileReports} reports. Split it into several files.`);
    }
  }
  if (!columns || rows.length === 0) throw unreadable('The file has no rows below the column names.');
  return { rows, testNames: columns.flatMap(({ field, name }) => (field === null && name ? name : [])) };
}

function columnsOf({ cells }: FileRow): Column[] {
  const fields = Object.keys(fieldNames) as Field[];
  const columns = cells.map((cell, index) => ({
    index,
    name: removeFormulaGuards(cell).trim(),
    field: fields.find((field) => isNamed(fieldNames[field], cell)) ?? null,
  }));
  if (columns.some(({ field }) => field === 'device')) return columns;
  throw unreadable(
    'The first row names no column Device, IMEI or Serial. Name the columns, then send the file again.',
  );
}

function readRow({ number, cells }: FileRow, columns: Column[], tool: string): ReportRow {
  const cellOf = ({ index }: Column) => removeFormulaGuards(cells[index] ?? '').trim();
  // A file may have both an IMEI and a serial number; the first one that is filled names the device.
  const textOf = (field: Field) =>
    columns
      .filter((column) => column.field === field)
      .map(cellOf)
      .find(Boolean) ?? '';
  const device = textOf('device');
  const problems: string[] = device ? [] : ['It names no device.'];
  const results: Record<string, TestOutcome> = {};
  for (const column of columns.filter(({ field, name }) => field === null && name)) {
    const value = cellOf(column);
    const outcome = (Object.keys(outcomeWords) as TestOutcome[]).find((key) =>
      isNamed(outcomeWords[key], value),
    );
    if (outcome) results[column.name] = outcome;
    else problems.push(`${column.name} has “${value.slice(0, 40)}”: write pass or fail, or leave it empty.`);
  }
  const numberOf = (field: 'battery' | 'cycles') => {
    const value = textOf(field).replace('%', '').trim();
    if (value === '') return null;
    if (/^\d{1,6}$/.test(value)) return Number(value);
    problems.push(
      `${field === 'battery' ? 'Battery' : 'Cycles'} has “${value.slice(0, 40)}”: write a whole number.`,
    );
    return null;
  };
  const [battery, cycles] = [numberOf('battery'), numberOf('cycles')];
  const reference = textOf('reference') || digestOf([device, ...cells]);
  const read = toolReport.safeParse({
    device,
    tool,
    reference,
    results,
    battery,
    cycles,
    note: textOf('note'),
  });
  if (!read.success && problems.length === 0)
    problems.push(...read.error.issues.map(({ message }) => `${message}.`));
  if (!read.success || problems.length > 0) return { row: number, device, problem: problems.join(' ') };
  return { row: number, device, report: read.data };
}

/** Returns a number for a report without one, so that the same row is recorded once. */
const digestOf = (cells: string[]) =>
  createHash('sha256').update(JSON.stringify(cells)).digest('hex').slice(0, 32);
