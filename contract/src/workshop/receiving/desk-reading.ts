import { cleanCode, compact } from '../codes/clean-code.ts';
import { type CodeNumber, type CodeReading, numberNames } from '../codes/code-reading.ts';
import { type CodeContext, readCode, unknownCode } from '../codes/read-code.ts';
import { type Identifier, isIdentifier } from '../units/identifiers.ts';

/**
 * Meaning of a scan at a desk. `numbers`: certain, in the order of the scan. `doubtful`: a person says if it is this number.
 * `stranger`: certainly no number of a device. `unreadable`: it may hide numbers of devices, several if it is long.
 */
export type DeskReading =
  | { is: 'numbers'; numbers: Identifier[] }
  | { is: 'doubtful'; number: Identifier; isOnlySerial: boolean; text: string }
  | { is: 'stranger'; text: string }
  | { is: 'unreadable'; isLong: boolean; text: string };

/** Longest number of a device that desks take, an IMEI. */
const maxNumber = 15;

/** Reads a scan; `lengths` are those of serial numbers that the desk has seen. */
export function readAtDesk(code: string, context: CodeContext, lengths: readonly number[]): DeskReading {
  const reading = readCode(code, context);
  const several = readSeveral(code, context);
  if (several) return { is: 'numbers', numbers: several };
  if (reading.answer === 'value') {
    const numbers = reading.numbers.filter(isIdentifier);
    if (numbers.length > 0) return { is: 'numbers', numbers };
  }
  if (reading.answer === 'ask') {
    const number = candidateOf(reading, cleanCode(code).text, lengths);
    const isOnlySerial = reading.candidates.flat().every(({ kind }) => kind === 'serial');
    if (number) return { is: 'doubtful', number, isOnlySerial, text: reading.question };
  }
  const like = likeSerial(reading, code, lengths);
  if (like) return like;
  if (reading.answer === 'value') return { is: 'stranger', text: strangerText(reading.numbers) };
  const isLong = compact(cleanCode(code).text).length > maxNumber;
  return { is: 'unreadable', isLong, text: reading.answer === 'ask' ? reading.question : reading.reason };
}

/** Reads numbers that blanks or other signs divide, in their order; null unless each is certain. */
function readSeveral(code: string, context: CodeContext): Identifier[] | null {
  const parts = cleanCode(code)
    .text.split(/[\s,;|]+/)
    .filter(Boolean);
  if (parts.length < 2) return null;
  const numbers = parts.flatMap((part) => {
    const reading = readCode(part, context);
    return reading.answer === 'value' && reading.numbers.length === 1 ? reading.numbers : [];
  });
  return numbers.length === parts.length && numbers.every(isIdentifier) ? numbers : null;
}

/** Returns the number that a question is about: the one of a length that devices have, or the text itself. */
function candidateOf(
  { candidates }: CodeReading & { answer: 'ask' },
  text: string,
  lengths: readonly number[],
): Identifier | null {
  if (candidates.some((candidate) => candidate.length > 1)) return null;
  const numbers = candidates.flat().filter(isIdentifier);
  const serials = numbers.filter(({ kind }) => kind === 'serial');
  return (
    serials.find(({ value }) => lengths.includes(value.length) && value === text) ??
    serials.find(({ value }) => lengths.includes(value.length)) ??
    serials.find(({ value }) => value === text) ??
    serials[0] ??
    numbers.find(({ kind }) => kind === 'imei') ??
    null
  );
}

/** Kinds whose numbers can look like a serial number. Those of the shop and those with check digits cannot. */
const looseKinds = ['part', 'model', 'tracking', 'lpn', 'mac', 'batch', 'quantity'];

/** A text as long as the serial numbers of the devices before is a question, although its form says something else. */
function likeSerial(reading: CodeReading, code: string, lengths: readonly number[]): DeskReading | null {
  const { text } = cleanCode(code);
  if (!/^[0-9A-Z]+$/.test(text) || !/[A-Z]/.test(text) || !lengths.includes(text.length)) return null;
  const isLoose =
    reading.answer !== 'value' || reading.numbers.every(({ kind }) => looseKinds.includes(kind));
  if (!isLoose) return null;
  const isOnlySerial = reading.answer === 'refuse' && reading.reason === unknownCode;
  const number = { kind: 'serial' as const, value: text };
  return { is: 'doubtful', number, isOnlySerial, text: 'This looks like another number.' };
}

const strangerText = ([first]: CodeNumber[]) =>
  `This is ${numberNames[first?.kind ?? 'tail']}, not a number of the device.`;
