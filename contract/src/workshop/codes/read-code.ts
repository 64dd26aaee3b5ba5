import { type CleanCode, cleanCode, compact, groupSeparator, hasForeignLetter } from './clean-code.ts';
import { ask, type CodeNumber, type CodeReading, certain, number, refuse } from './code-reading.ts';
import { readDataIdentifier } from './data-identifiers.ts';
import { isImei, readIccid, readMeid } from './device-numbers.ts';
import { readDigits } from './digits.ts';
import { readForeignCode } from './foreign-codes.ts';
import { readGs1 } from './gs1-elements.ts';
import { undoKeyboardLayouts } from './keyboard-layouts.ts';
import { readLabeled } from './labels.ts';
import { isSerialForm, readLenovo, readMac, readMakerCode } from './maker-codes.ts';
import { readOwnCode, readUrl } from './own-codes.ts';
import { readTracking } from './tracking-numbers.ts';

export const maxCodeLength = 200;

/**
 * `hosts`: hosts of the shop, whose passports count. `isSearch`: the last characters of a number are enough. `brand`: maker
 * of the device, whose serial numbers have a form.
 */
export type CodeContext = { hosts?: readonly string[]; isSearch?: boolean; brand?: string };

export const unknownCode = 'This is no number of a device, a box or the shop.';
const unknown = () => refuse(unknownCode);

/**
 * Says what a scanned or typed text is: numbers of a device, a box, a parcel or the shop, a question, or a refusal with its
 * reason. No check digit is ever completed and no text is taken for another number. The place that asked decides which
 * kinds it takes.
 */
export function readCode(raw: string, context: CodeContext = {}): CodeReading {
  if (raw.length > maxCodeLength) return refuse('This text is too long for a number.');
  const code = cleanCode(raw);
  if (code.text === '') return unknown();
  if (isImpossible(code.original))
    return readOtherKeyboard(raw, context) ?? refuse('This code has a letter of another alphabet.');
  return readClean(code, context);
}

/** Signs that no code has. */
const isImpossible = (text: string) => hasForeignLetter(text) || /^[&"'(_-]{8,}$/.test(text);

/** A check digit proves a number that another keyboard layout has changed; any other number is a question. */
function readOtherKeyboard(raw: string, context: CodeContext): CodeReading | null {
  const notice = 'The scanner is set to another keyboard language than this computer.';
  for (const text of undoKeyboardLayouts(raw)) {
    const code = cleanCode(text);
    if (isImpossible(code.original)) continue;
    const reading = readClean(code, context);
    if (reading.answer !== 'value') continue;
    const isProven = reading.numbers.every(({ kind }) =>
      ['imei', 'imei2', 'gtin', 'unit', 'passport'].includes(kind),
    );
    return isProven
      ? { ...reading, notice }
      : { answer: 'ask', candidates: [reading.numbers], question: notice };
  }
  return null;
}

function readClean({ text, symbology, original }: CleanCode, context: CodeContext): CodeReading {
  return (
    readUrl(original, context.hosts ?? []) ??
    readEnvelope(text) ??
    readGs1(text, symbology) ??
    readMac(text) ??
    combineLabeled(readLabeled(text)) ??
    readForeignCode(text) ??
    readWhole(text, context) ??
    readParts(text, context)
  );
}

/** Reads data identifiers in the envelope of ISO 15434: "[)>", then elements that GS1's separator divides. */
function readEnvelope(text: string): CodeReading | null {
  const elements = /^\[\)>\W{0,3}06\W(.+)$/.exec(text)?.[1]?.split(groupSeparator);
  if (!elements) return null;
  const readings = elements.flatMap((element) => readDataIdentifier(element) ?? []);
  return readings.length > 0 ? combine(readings) : unknown();
}

/** Reads the text as one number whose blanks, dashes and points only group it; null for another form. */
function readWhole(text: string, context: CodeContext): CodeReading | null {
  const plain = plainNumber(text);
  if (/[\t\r\n,;|]/.test(plain)) return null;
  const joined = compact(plain);
  const own = readOwnCode(plain);
  if (own) return own;
  if (context.isSearch && /^[0-9A-Z]{4,6}$/.test(joined)) return certain('tail', joined);
  if (/^\d{7,}$/.test(joined)) {
    return plain.includes('.') && joined.length !== 15 ? null : readDigits(joined, context.brand);
  }
  const proven = readProven(joined) ?? readProven(plain);
  if (proven || plain.includes(' ')) return proven;
  return (
    readDataIdentifier(plain) ??
    readLenovo(plain) ??
    readMakerCode(plain, context.brand) ??
    readGlued(plain) ??
    readTypedImei(joined)
  );
}

/** Takes off what spreadsheets add to digits: ".0" and separators of thousands. */
function plainNumber(text: string): string {
  if (/^\d{1,3}(,\d{3}){4}$/.test(text)) return text.replaceAll(',', '');
  return /^\d{15}\.0$/.test(text) ? text.slice(0, -2) : text;
}

/** Reads forms that nothing else has, also where blanks group them. */
function readProven(text: string): CodeReading | null {
  if (/^URN:GSMA:IMEI:/.test(text) && isImei(text.slice(14))) return certain('imei', text.slice(14));
  if (/^[A-F][0-9A-F]{13}$/.test(text)) return readMeid(text);
  if (/^89\d{17}F$/.test(text)) return readIccid(text.slice(0, -1));
  if (/^[A-F][0-9A-F]{14}$/.test(text)) {
    const meid = readMeid(text);
    if (meid.answer === 'value') return meid;
  }
  return readTracking(text);
}

/** An IMEI with a software version behind a slash, or with a serial number and no gap. */
function readGlued(text: string): CodeReading | null {
  const withVersion = /^(\d{15}) ?\/ ?\d{2}$/.exec(text)?.[1];
  if (withVersion && isImei(withVersion))
    return ask('An IMEI with its software version?', number('imei', withVersion));
  const [, first, second] = /^(\d{15})([0-9A-Z]{7,14})$/.exec(text) ?? [];
  const [, serialFirst, imeiSecond] = /^([0-9A-Z]{7,14})(\d{15})$/.exec(text) ?? [];
  const [imei, serial] = first && isImei(first) ? [first, second] : [imeiSecond, serialFirst];
  if (!imei || !serial || !isImei(imei) || !isSerialForm(serial)) return null;
  return {
    answer: 'ask',
    candidates: [[number('imei', imei), number('serial', serial)]],
    question: 'An IMEI and a serial number without a gap?',
  };
}

/** An IMEI typed with the letters O and I. */
function readTypedImei(text: string): CodeReading | null {
  const digits = text.replaceAll('O', '0').replaceAll(/[IL]/g, '1');
  return digits !== text && isImei(digits)
    ? ask('An IMEI with the letters O or I for digits?', number('imei', digits))
    : null;
}

/** Reads several codes in one scan. All of them count, or none. */
function readParts(text: string, context: CodeContext): CodeReading {
  const strong = text.split(/[\t\r\n,;|]+/).map((part) => part.trim());
  const parts = (strong.length > 1 ? strong : text.split(' ')).filter((part) => part !== '');
  if (parts.length < 2 || parts.length > 6) return unknown();
  return combine(parts.map((part) => readClean({ text: part, symbology: '', original: part }, context)));
}

const combineLabeled = (readings: CodeReading[] | null) => readings && combine(readings);

function combine(readings: CodeReading[]): CodeReading {
  const [only] = readings;
  if (only && readings.length === 1) return only;
  const refused = readings.find(({ answer }) => answer === 'refuse');
  if (refused) return refused;
  const numbers = readings.flatMap((reading) => (reading.answer === 'value' ? reading.numbers : []));
  const doubtful = readings.flatMap((reading) => (reading.answer === 'ask' ? reading.candidates : []));
  if (doubtful.length > 0) {
    return {
      answer: 'ask',
      candidates: [...doubtful, ...numbers.map((item) => [item])],
      question: 'One of these codes is not certain.',
    };
  }
  return isOneDevice(numbers)
    ? { answer: 'value', numbers }
    : ask('Several numbers of one kind: of one device?', ...numbers);
}

const isOneDevice = (numbers: CodeNumber[]) =>
  new Set(numbers.map(({ kind }) => kind)).size === numbers.length;
