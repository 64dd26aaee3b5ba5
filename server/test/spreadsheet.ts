import { parse } from 'csv-parse/sync';
import { stringify } from 'csv-stringify/sync';
import fc from 'fast-check';

// A file that was only opened and saved by a spreadsheet: what Excel and LibreOffice do to a cell that they take for a
// number or a date when they open a CSV file, and how they write it.

export type SpreadsheetLocale = { separator: string; decimal: string; lineEnd: string };
export const spreadsheetLocales: SpreadsheetLocale[] = [
  { separator: ',', decimal: '.', lineEnd: '\r\n' },
  { separator: ';', decimal: ',', lineEnd: '\r\n' },
  { separator: '\t', decimal: '.', lineEnd: '\n' },
];

/** Returns a CSV file as a spreadsheet saves it without an edit. */
export function savedBySpreadsheet(text: string, locale: SpreadsheetLocale): string {
  const rows: string[][] = parse(text, { bom: true });
  const cells = rows.map((row, index) => (index === 0 ? row : row.map((cell) => savedCell(cell, locale))));
  // LibreOffice writes line breaks within a cell as \n.
  const lines = cells.map((row) => row.map((cell) => cell.replaceAll('\r\n', '\n')));
  return stringify(lines, { delimiter: locale.separator, record_delimiter: locale.lineEnd });
}

/** Returns a cell as the spreadsheet writes it again. */
function savedCell(cell: string, { decimal }: SpreadsheetLocale): string {
  const isNumber = decimal === '.' ? /^-?\d+([.]\d+)?$/ : /^-?\d+$/;
  const text = cell.trim();
  // Numbers lose zeros in front and behind the point, and their digits beyond the 15th.
  if (isNumber.test(text)) return numberText(Number(text), decimal);
  // A number with a power of ten.
  if (/^\d+E[+-]?\d{1,2}$/i.test(text)) return scientific(Number(text), decimal);
  const day = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text);
  if (day)
    return decimal === ','
      ? `${day[3]}.${day[2]}.${day[1]}`
      : `${Number(day[2])}/${Number(day[3])}/${day[1]}`;
  // Excel takes a year with a month for a date.
  const month = /^(\d{4})-(0[1-9]|1[0-2])$/.exec(text);
  if (month) {
    const first = new Date(`${text}-01T00:00:00Z`);
    const language = decimal === ',' ? 'de' : 'en';
    const name = first.toLocaleString(language, { month: 'short', timeZone: 'UTC' });
    return `${name}${language === 'en' ? '-' : ' '}${month[1]?.slice(2)}`;
  }
  return cell;
}

function numberText(value: number, decimal: string): string {
  if (Math.abs(value) >= 1e12) return scientific(value, decimal);
  return String(value).replace('.', decimal);
}

const scientific = (value: number, decimal: string) =>
  value
    .toExponential(5)
    .replace(/\.?0+e/, 'E')
    .replace('e', 'E')
    .replace('.', decimal);

const sign = fc.constantFrom(
  ...['a', 'Ü', '7', '0', ' ', ':', ': ', ',', ';', '|', '\n', '\\', '\\n', '-', '=', '+', '@', "'", '"'],
  ...['<b>x</b>', '<script>', 'שלום', '手机'],
);

/** Text with the characters that separate values in a file, begin a formula, or end a line. */
export const awkwardText = (max: number, first = 'x') =>
  fc.array(sign, { minLength: 1, maxLength: max }).map((parts) => `${first}${parts.join('')}`.trim());

/** Numbers that spreadsheets shorten, round or take for a date, and texts. */
export const awkwardNumber = fc.oneof(
  fc.constantFrom('0012', '1E5', '2024-11-01', '000123456789', '-5', '12', '4006381333931'),
  awkwardText(5).map((part) => part.replace(/\s/g, '_').slice(0, 60)),
);
