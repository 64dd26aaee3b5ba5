import { parseUnitNumber } from './unit-number.ts';

/** Kinds of numbers that makers give a device. */
export const identifierKinds = ['serial', 'imei', 'imei2', 'meid', 'eid'] as const;
export type IdentifierKind = (typeof identifierKinds)[number];

export const identifierLabels: Record<IdentifierKind, string> = {
  serial: 'Serial number',
  imei: 'IMEI',
  imei2: 'Second IMEI',
  meid: 'MEID',
  eid: 'EID',
};

/** Meaning of a scanned or typed code. `fault`: it cannot be used, and how to get one that can. */
export type ReadCode =
  | { kind: 'unit'; value: string }
  | { kind: 'place'; value: string }
  | { kind: 'passport'; value: string }
  | { kind: IdentifierKind; value: string }
  | { kind: 'fault'; value: string; fault: string };

export const maxCodeLength = 200;
const maxPlaceLength = 20;

/**
 * Reads a code from a scanner, a camera or a keyboard: a unit number, the address of a passport, a place ("BIN-A3") or an identifier with or
 * without its prefix, blanks and dashes. Digits that a spreadsheet has lost are refused, never guessed.
 */
export function readCode(raw: string): ReadCode {
  const code = raw.trim().toUpperCase();
  const unitNumber = parseUnitNumber(code);
  if (unitNumber) return { kind: 'unit', value: unitNumber };
  const passport = /\/DEVICE\/([0-9A-F]{32})\/?$/.exec(code)?.[1];
  if (passport) return { kind: 'passport', value: passport.toLowerCase() };
  if (code.startsWith('BIN-')) return readPlace(code.slice(4));
  if (/^\d(\.\d+)?E\+?\d+$/.test(code)) {
    return fault(
      code,
      'A spreadsheet has shortened this number. Format its column as text and export it again.',
    );
  }
  const { prefix, rest } = splitPrefix(code);
  const value = rest.replace(/[\s./-]/g, '');
  if (/(?![0-9])\p{Nd}/u.test(value)) return fault(code, 'Type the digits 0 to 9, or scan the code.');
  if (!/^[0-9A-Z]{4,40}$/.test(value)) {
    return fault(code, 'This is no serial number or IMEI: it needs 4 to 40 letters and digits.');
  }
  if (prefix === 'imei' || prefix === 'imei2' || (prefix === null && /^\d{15,16}$/.test(value))) {
    return readImei(value, prefix === 'imei2' ? 'imei2' : 'imei');
  }
  if (prefix === 'eid' || (prefix === null && /^89\d{30}$/.test(value))) return readEid(value);
  if (prefix === 'meid' || (prefix === null && /^[A-F][0-9A-F]{13}$/.test(value))) return readMeid(value);
  return { kind: 'serial', value };
}

/** Returns the problem of an identifier of this kind; null if it is well-formed. */
export function identifierFault(kind: IdentifierKind, value: string): string | null {
  const read = readCode(`${prefixOf[kind]}${value}`);
  return read.kind === 'fault' ? read.fault : null;
}

const prefixOf: Record<IdentifierKind, string> = {
  serial: 'S/N:',
  imei: 'IMEI:',
  imei2: 'IMEI2:',
  meid: 'MEID:',
  eid: 'EID:',
};

/** Prefixes that labels print and barcodes carry, the longer ones first. */
const prefixes: [RegExp, IdentifierKind][] = [
  [/^(IMEI\/MEID|IMEI1|IMEI 1|IMEI)\s*[:#]?\s*/, 'imei'],
  [/^(S\/N|SN|SERIAL NO\.?|SERIAL NUMBER|SERIAL)\s*[:#]\s*/, 'serial'],
  [/^MEID\s*[:#]?\s*/, 'meid'],
  [/^EID\s*[:#]?\s*/, 'eid'],
];

function splitPrefix(code: string): { prefix: IdentifierKind | null; rest: string } {
  const second = /^(IMEI2|IMEI 2)\s*[:#]?\s*/.exec(code);
  if (second) return { prefix: 'imei2', rest: code.slice(second[0].length) };
  for (const [pattern, prefix] of prefixes) {
    const found = pattern.exec(code);
    if (found) return { prefix, rest: code.slice(found[0].length) };
  }
  return { prefix: null, rest: code };
}

function readPlace(name: string): ReadCode {
  return name.length <= maxPlaceLength && /^[0-9A-Z][0-9A-Z.-]*$/.test(name)
    ? { kind: 'place', value: name }
    : fault(name, `A place has at most ${maxPlaceLength} letters, digits, points and dashes.`);
}

function readImei(value: string, kind: 'imei' | 'imei2'): ReadCode {
  // An IMEISV ends with two digits of the software version instead of the check digit.
  const imei = /^\d{16}$/.test(value) ? value.slice(0, 14) + luhnDigit(value.slice(0, 14)) : value;
  if (/^\d{14}$/.test(imei)) {
    return fault(value, `An IMEI has 15 digits, and this one has 14: ${imei}${luhnDigit(imei)} would fit.`);
  }
  if (!/^\d{15}$/.test(imei)) {
    return fault(value, `An IMEI has 15 digits, and this one has ${value.length} characters. Scan it again.`);
  }
  if (/^(\d)\1{14}$/.test(imei)) {
    return fault(value, 'This is no IMEI: it repeats one digit. Scan it again, or dial *#06# on the device.');
  }
  const fitting = luhnDigit(imei.slice(0, 14));
  return fitting === imei.at(-1)
    ? { kind, value: imei }
    : fault(
        value,
        `The last digit of this IMEI should be ${fitting}. Scan it again, or compare it with the device.`,
      );
}

function readEid(value: string): ReadCode {
  return /^\d{32}$/.test(value) && remainderOf97(value) === 1
    ? { kind: 'eid', value }
    : fault(value, 'An EID has 32 digits, and its check digits do not fit. Scan it again.');
}

function readMeid(value: string): ReadCode {
  return /^[0-9A-F]{14}$/.test(value)
    ? { kind: 'meid', value }
    : fault(value, 'A MEID has 14 digits and letters from A to F. Scan it again.');
}

/** Returns the Luhn check digit of these digits. */
export function luhnDigit(digits: string): string {
  let sum = 0;
  for (const [index, digit] of [...digits].reverse().entries()) {
    const value = Number(digit) * (index % 2 === 0 ? 2 : 1);
    sum += value > 9 ? value - 9 : value;
  }
  return String((10 - (sum % 10)) % 10);
}

const remainderOf97 = (digits: string) =>
  [...digits].reduce((rest, digit) => (rest * 10 + Number(digit)) % 97, 0);

const fault = (value: string, sentence: string): ReadCode => ({ kind: 'fault', value, fault: sentence });
