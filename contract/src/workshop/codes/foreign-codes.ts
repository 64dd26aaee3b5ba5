import { type CodeReading, refuse } from './code-reading.ts';

/** Texts that a scan can carry and that the shop neither reads nor stores, secrets above all. */
const foreignCodes: [RegExp, string][] = [
  [/^LPA:/, 'This is the activation code of an eSIM. It belongs to the SIM and is not stored.'],
  [/^WIFI:/, 'This is the key of a wireless network. It is not stored.'],
  [/^(TEL:|\+\d)/, 'This is a telephone number.'],
  [/^(MAILTO:|[^\s@]+@[^\s@]+$)/, 'This is an e-mail address.'],
  [
    /^(BEGIN:|MECARD:|SMSTO:|GEO:|OTPAUTH:|BITCOIN:|DATA:|JAVASCRIPT:|VBSCRIPT:)/,
    'This text names no device.',
  ],
  [/[<>{}]|^'|--( |$)/, 'This text names no device.'],
  [/^#(REF|N\/A|VALUE|NAME|NUM|DIV\/0|NULL)[!?]?$/, 'This is an error of a spreadsheet.'],
  [
    /^\d([.,]\d+)?E\+\d+$|^\d[.,]\d+E\d{2}$/,
    'A spreadsheet has lost digits of this number. Export it as text.',
  ],
  [/^[0-9A-F]{8}(-[0-9A-F]{4}){3}-[0-9A-F]{12}$/, 'A UUID is not used as a number of a device here.'],
  [
    /^([BCDFGHJKMPQRTVWXY2-9N]{5}-){4}[BCDFGHJKMPQRTVWXY2-9N]{5}$/,
    'This is a product key. It is not stored.',
  ],
  [/^(\d{4}[-/.]\d{1,2}[-/.]\d{1,2}|\d{1,2}[-/. ]\d{1,2}[-/. ]\d{2,4})( \d\d?:|$)/, 'This is a date.'],
  [/^(\d{1,3}\.){3}\d{1,3}(\/\d+)?$/, 'This is an address of a network.'],
  [/^\d{11}X$/, 'This is no barcode of a box. Scan it again.'],
];

/** Reads as a refusal what is no number of a device, a box or the shop; null for everything else. */
export function readForeignCode(text: string): CodeReading | null {
  const reason = foreignCodes.find(([pattern]) => pattern.test(text))?.[1];
  return reason ? refuse(reason) : null;
}

const placeholders =
  /^(N\/?A|NONE|NULL|NIL|UNKNOWN|TBD|X+|-+|INVALID|EMPTY|NOT ?(SPECIFIED|APPLICABLE|AVAILABLE)|0?123456789?)$/;
const placeholdersOfBoards = /^(DEFAULT ?STRING|TO ?BE ?FILLED|(SYSTEM|CHASSIS) ?SERIAL ?NUMBER)/;

/** True for what firmware and forms say instead of a serial number. */
export const isPlaceholder = (text: string): boolean =>
  placeholders.test(text) || placeholdersOfBoards.test(text) || new Set(text).size === 1;
