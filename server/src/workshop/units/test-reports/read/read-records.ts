import { removeFormulaGuards } from '@reprise/contract/foundations/formula-guard';
import { maxFileReports } from '@reprise/contract/workshop/units/test-reports';
import { toUtf8, unreadable } from '../../../../foundations/spreadsheets/file-text.ts';
import { type FileRow, rowsOf } from '../../../../foundations/spreadsheets/read-rows.ts';
import {
  isWorkbook,
  readWorkbook,
  sheetAsCsv,
  type WorkbookSheet,
} from '../../../../foundations/spreadsheets/read-workbook.ts';
import { meaningOf } from './column-meaning.ts';
import { readXml, type TreeNode } from './read-xml.ts';
import { type Entry, keyOf, type RecordFile, type ReportRecord, wordsOf } from './report-record.ts';

/** Reads the records of a CSV, TSV, JSON or XML file or an Excel workbook; throws VALIDATION_ERROR for other files. */
export async function readRecords(bytes: Buffer): Promise<RecordFile> {
  if (isWorkbook(bytes)) {
    const records = await readTable(sheetAsCsv(await findSheet(bytes)));
    return { records, names: namesOf(records) };
  }
  const content = toUtf8(bytes);
  const start = content
    .subarray(0, 200)
    .toString('utf8')
    .replace(/^\uFEFF/, '')
    .trimStart();
  const records = start.startsWith('<')
    ? recordsOf(treeValue(await readXml(textOf(content))))
    : /^[[{]/.test(start)
      ? recordsOf(parseJson(textOf(content)))
      : await readTable(content);
  if (records.length === 0) throw unreadable('The file has no reports.');
  return { records, names: namesOf(records) };
}

const textOf = (content: Buffer) => content.toString('utf8').replace(/^\uFEFF/, '');

function assertRoom(records: number): void {
  if (records > maxFileReports)
    throw unreadable(`A file can have up to ${maxFileReports} reports. Split it into several files.`);
}

function namesOf(records: readonly ReportRecord[]): Map<string, string> {
  const names = new Map<string, string>();
  for (const { entries } of records) {
    for (const entry of entries) names.set(keyOf(entry), names.get(keyOf(entry)) ?? entry.path.join(' / '));
  }
  return names;
}

// ---- Tables

const maxTitleRows = 20;

/** Returns the first sheet of a workbook that has a column for the device. */
async function findSheet(bytes: Buffer): Promise<WorkbookSheet> {
  const sheets = await readWorkbook(bytes);
  const isList = ({ rows }: WorkbookSheet) =>
    rows.slice(0, maxTitleRows).some((cells) => isHead({ number: 0, cells }));
  const sheet = sheets.find(isList) ?? sheets[0];
  if (!sheet) throw unreadable('The workbook has no rows.');
  return sheet;
}

async function readTable(content: Buffer): Promise<ReportRecord[]> {
  let names: string[] | null = null;
  const records: ReportRecord[] = [];
  for await (const row of rowsOf(content, { relaxed: true })) {
    if (names) records.push(recordOfRow(row, names));
    else if (isHead(row)) names = row.cells.map((cell) => removeFormulaGuards(cell).trim());
    else if (row.number > maxTitleRows) break;
    assertRoom(records.length);
  }
  if (names && records.length > 0) return records;
  throw unreadable(
    names
      ? 'The file has no rows below the column names.'
      : 'No row names a column Device, IMEI or Serial. Name the columns, then send the file again.',
  );
}

const namesOfDevice = ['device', 'imei', 'serial', 'meid', 'mediaSerial'];

const isHead = ({ cells }: FileRow) =>
  cells.some((cell) => namesOfDevice.includes(meaningOf([wordsOf(removeFormulaGuards(cell))]) ?? ''));

function recordOfRow({ number, cells }: FileRow, names: string[]): ReportRecord {
  const entries = names.flatMap((name, index): Entry[] => {
    const value = cleanCell(cells[index] ?? '');
    const path = [wordsOf(name) || `column ${index + 1}`];
    return value === '' ? [] : expand({ path, place: path[0] ?? '', value, isNumber: false });
  });
  const rest = cells.slice(names.length).filter((cell) => cell.trim() !== '');
  if (rest.length > 0) entries.push(shifted(cells.length, names.length));
  return { row: number, entries };
}

/** Name of an entry that says that the cells of a row do not fit the columns. */
export const shiftedCells = '! cells';
const shifted = (cells: number, columns: number): Entry => ({
  path: [shiftedCells],
  place: shiftedCells,
  value: `It has ${cells} cells, but there are ${columns} columns. Is a comma or a quotation mark missing?`,
  isNumber: false,
});

/** Removes what spreadsheets wrap around text: ="…", a leading apostrophe, a no-break blank. */
function cleanCell(cell: string): string {
  const text = removeFormulaGuards(cell).replaceAll('\u00a0', ' ').trim();
  return (/^="(.*)"$/.exec(text)?.[1] ?? text).replace(/^'/, '').trim();
}

/** Returns the lines "Name: value" of a cell with line breaks of HTML as entries of their own. */
function expand(entry: Entry): Entry[] {
  if (!/<br\s*\/?>/i.test(entry.value)) return [entry];
  return entry.value.split(/<br\s*\/?>/i).flatMap((line): Entry[] => {
    const colon = line.indexOf(':');
    const [name, value] = [line.slice(0, Math.max(0, colon)).trim(), line.slice(colon + 1).trim()];
    return name && value ? [{ ...entry, path: [...entry.path, wordsOf(name)], value }] : [];
  });
}

// ---- Trees

type Value = string | number | boolean | null | NumberText | Value[] | { [name: string]: Value };

/** Number of a JSON file in its own digits: an EID has more than a number of JavaScript keeps. */
class NumberText {
  readonly digits: string;
  constructor(digits: string) {
    this.digits = digits;
  }
}

function parseJson(text: string): Value {
  try {
    const reviver = (_name: string, value: unknown, context?: { source?: string }) =>
      typeof value === 'number' ? new NumberText(context?.source ?? String(value)) : value;
    return JSON.parse(text, reviver) as Value;
  } catch {
    throw unreadable('The JSON file cannot be read. It may be cut off.');
  }
}

/** Returns an element as JSON would have it: elements of one name are a list. */
function treeValue({ text, children }: TreeNode): Value {
  if (children.length === 0) return text.trim();
  const value: { [name: string]: Value } = Object.create(null);
  for (const child of children) {
    const known = value[child.name];
    const read = treeValue(child);
    if (known === undefined) value[child.name] = read;
    else if (Array.isArray(known)) known.push(read);
    else value[child.name] = [known, read];
  }
  return value;
}

const isObject = (value: Value | undefined): value is { [name: string]: Value } =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof NumberText);

const wrappers = new Set(
  'root data devices records record reports report results items transactions response rows payload assets value list documents'.split(
    ' ',
  ),
);
const maxDepth = 40;

/** Returns the reports of a document: the objects of its lists, behind the names that only wrap them. */
function recordsOf(value: Value): ReportRecord[] {
  const found: { [name: string]: Value }[] = [];
  collect(value, found, 0);
  return found.map((object, index) => {
    const entries: Entry[] = [];
    flatten(object, { path: [], place: '' }, entries, 0);
    return { row: index + 1, entries };
  });
}

function collect(value: Value, found: { [name: string]: Value }[], depth: number): void {
  if (depth > maxDepth) throw unreadable('The file is nested too deeply.');
  if (Array.isArray(value)) {
    for (const item of value) collect(item, found, depth + 1);
    return;
  }
  if (!isObject(value)) return;
  const children = Object.entries(value);
  const inner = children.filter(
    ([name, child]) =>
      wrappers.has(wordsOf(name)) &&
      (children.length === 1 || (Array.isArray(child) && child.some((item) => isObject(item)))),
  );
  const isDevice = children.some(
    ([name, child]) => !isObject(child) && namesOfDevice.includes(meaningOf([wordsOf(name)]) ?? ''),
  );
  if (inner.length > 0 && !isDevice) {
    for (const [, child] of inner) collect(child, found, depth + 1);
    return;
  }
  found.push(value);
  assertRoom(found.length);
}

type Place = Pick<Entry, 'path' | 'place'>;
const maxEntries = 5000;

function flatten(value: Value, { path, place }: Place, entries: Entry[], depth: number): void {
  if (depth > maxDepth) throw unreadable('The file is nested too deeply.');
  if (entries.length > maxEntries) throw unreadable('A report of the file is too large.');
  if (Array.isArray(value)) {
    if (value.length > 0 && value.every((item) => !isObject(item) && !Array.isArray(item)))
      addEntry(value.map(scalarText).filter(Boolean).join(','), false, { path, place }, entries);
    else
      for (const [index, item] of value.entries())
        flatten(item, { path, place: `${place}[${index}]` }, entries, depth + 1);
    return;
  }
  if (!isObject(value)) {
    addEntry(scalarText(value), value instanceof NumberText, { path, place }, entries);
    return;
  }
  for (const [name, child] of Object.entries(value)) {
    // The device file of a drive, such as /dev/sda, says that the object is a drive.
    const isDrive =
      isObject(child) && Object.values(child).some((item) => /^(\/dev\/|\\\\\.\\)/.test(scalarText(item)));
    const words = isDrive ? 'disk' : wordsOf(name);
    flatten(child, { path: [...path, words], place: `${place}/${words}` }, entries, depth + 1);
  }
}

function scalarText(value: Value): string {
  if (value instanceof NumberText) return value.digits;
  if (typeof value === 'string') return value.trim();
  return value === null || typeof value === 'object' ? '' : String(value);
}

function addEntry(value: string, isNumber: boolean, place: Place, entries: Entry[]): void {
  if (value !== '' && place.path.length > 0) entries.push(...expand({ ...place, value, isNumber }));
}
