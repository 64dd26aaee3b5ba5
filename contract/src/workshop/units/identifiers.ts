import { cleanCode, compact } from '../codes/clean-code.ts';
import { type CodeNumber, type CodeReading, numberNames } from '../codes/code-reading.ts';
import { isImei } from '../codes/device-numbers.ts';
import { readCode, unknownCode } from '../codes/read-code.ts';

/** Kinds of numbers that makers give a device. */
export const identifierKinds = ['serial', 'imei', 'imei2', 'meid', 'eid'] as const;
export type IdentifierKind = (typeof identifierKinds)[number];
export type Identifier = { kind: IdentifierKind; value: string };

export const identifierLabels: Record<IdentifierKind, string> = {
  serial: 'Serial number',
  imei: 'IMEI',
  imei2: 'Second IMEI',
  meid: 'MEID',
  eid: 'EID',
};

export const isIdentifier = (number: CodeNumber): number is Identifier =>
  identifierKinds.some((kind) => kind === number.kind);

const prefixes: Record<IdentifierKind, string> = {
  serial: 'S/N: ',
  imei: 'IMEI: ',
  imei2: 'IMEI2: ',
  meid: 'MEID: ',
  eid: 'EID: ',
};

/**
 * Reads a text that a person or a file says is a number of this kind. Numbers that are certainly of another kind are
 * refused, so that no order number or barcode of a box becomes a serial number; "S/N:" before digits says they are one.
 */
export function readIdentifier(kind: IdentifierKind, raw: string): { value: string } | { fault: string } {
  const bare = readCode(raw);
  const isTelling = kind === 'serial' || /^\d[.,\d]*E/i.test(raw.trim());
  if (bare.answer === 'refuse' && bare.reason !== unknownCode && isTelling) return { fault: bare.reason };
  if (kind === 'serial') {
    const fault = serialFault(bare);
    if (fault) return { fault };
    const [number] = bare.answer === 'value' ? bare.numbers : [];
    // A serial number that was entered as one keeps its first letter, also where S is a prefix on labels.
    const isStripped = compact(cleanCode(raw).text) === `S${number?.value}`;
    if (number && !isStripped) return { value: number.value };
  }
  const isRead = kind !== 'serial' && hasKind(bare, kind);
  const reading = isRead ? bare : readCode(prefixes[kind] + raw);
  if (reading.answer === 'refuse') return { fault: reading.reason };
  if (reading.answer === 'ask') {
    const [candidate] = reading.candidates[0] ?? [];
    // A call or a file that says it is a serial number has answered the question.
    if (kind === 'serial' && candidate?.kind === kind) return { value: candidate.value };
    return { fault: reading.question };
  }
  const [number] = reading.numbers;
  return number && hasKind(reading, kind)
    ? { value: number.value }
    : { fault: `This is ${numberNames[number?.kind ?? 'serial']}, not ${numberNames[kind]}.` };
}

/** Returns the problem of an identifier of this kind; null if it is well-formed. */
export function identifierFault(kind: IdentifierKind, value: string): string | null {
  const read = readIdentifier(kind, value);
  return 'fault' in read ? read.fault : null;
}

/** Returns why a text cannot be a serial number; null for one, and for a form that nothing else has. */
function serialFault(reading: CodeReading): string | null {
  if (reading.answer === 'refuse') return null;
  if (reading.answer === 'ask') {
    const canBeSerial = reading.candidates.some(([first, ...rest]) => first?.kind === 'serial' && !rest[0]);
    return canBeSerial ? null : reading.question;
  }
  const [number, second] = reading.numbers;
  if (second) return 'These are several numbers. Enter each in its own field.';
  if (number?.kind === 'serial') return null;
  const name = numberNames[number?.kind ?? 'serial'];
  return /^\d+$/.test(number?.value ?? '') && number?.kind !== 'imei'
    ? `This is ${name}. If the label says it is the serial number, write S/N: before it.`
    : `This is ${name}, not a serial number.`;
}

/** True if the reading is one number of this kind; an IMEI can be the first or the second. */
function hasKind(reading: CodeReading, kind: IdentifierKind): boolean {
  if (reading.answer !== 'value' || reading.numbers.length > 1) return false;
  const read = reading.numbers[0]?.kind;
  return read === kind || (kind === 'imei2' && read === 'imei') || (kind === 'imei' && read === 'imei2');
}

/**
 * Returns the values by which a device can be known, for a scan that looks one up: also the candidates of a question, an
 * IMEI without its software version, and the text itself, which an earlier version may have recorded.
 */
export function valuesToFind(raw: string, reading: CodeReading): string[] {
  const groups =
    reading.answer === 'value' ? [reading.numbers] : reading.answer === 'ask' ? reading.candidates : [];
  const values = groups.flat().flatMap((number) => {
    // The shop records IMEIs whose check digit fits, so that 14 digits are the beginning of one of them at most.
    if (number.kind === 'imeisv' || number.kind === 'imei14') {
      const beginning = number.value.slice(0, 14);
      return [...'0123456789'].map((digit) => beginning + digit).filter(isImei);
    }
    return isIdentifier(number) ? [number.value] : [];
  });
  const text = compact(raw.trim().toUpperCase());
  return [...new Set([...values, ...(/^[0-9A-Z]{4,40}$/.test(text) ? [text] : [])])];
}
