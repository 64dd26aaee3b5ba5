import { ask, type CodeReading, certain, number, refuse } from './code-reading.ts';
import { isSerialForm } from './maker-codes.ts';

/** Reads the data identifiers of ANSI MH10.8.2 that boxes carry; null for a text without one. */
export function readDataIdentifier(text: string): CodeReading | null {
  const bare = text.replace(/^\((S|1P|P|Q|21P|25S|10D|30P)\)\s*/, '$1');
  if (/^Q\d{1,6}$/.test(bare)) return certain('quantity', String(Number(bare.slice(1))));
  if (/^10D\d{4,8}$/.test(bare)) return refuse('This is a date code, not a number of a device.');
  if (/^25S[0-9A-Z]{12,}$/.test(bare)) return readGlobalSerial(bare.slice(3));
  const part = /^(1P|21P|30P)([0-9A-Z][0-9A-Z/#.-]{3,39})$/.exec(bare)?.[2];
  if (part) return certain('part', part);
  if (/^P[0-9A-Z]/.test(bare) && (bare !== text || /[/#]/.test(bare))) return certain('part', bare.slice(1));
  return /^S[0-9A-Z]{7,22}$/.test(bare) ? readSerial(bare, bare !== text) : null;
}

/** Where the serial number begins is not in the code: it has an agency and a company of any length before it. */
function readGlobalSerial(value: string): CodeReading {
  const serial = value.slice(-10);
  return ask(
    'Where the serial number begins is not in this code.',
    number('serial', serial),
    number('serial', value),
  );
}

/** "S" is taken off where the rest has a maker's form and the whole has none; else a person decides. */
function readSerial(text: string, isBracketed: boolean): CodeReading | null {
  const rest = text.slice(1);
  if (isBracketed) return certain('serial', rest);
  if (!hasTellingForm(rest)) return null;
  // Some makers use I and O.
  const isWhole = isSerialForm(text.replace(/[IO]/g, '0'));
  return isWhole && !tellingWithS.test(text)
    ? ask('A serial number, with S before it or without?', number('serial', rest), number('serial', text))
    : certain('serial', rest);
}

/** Forms that are a maker's alone: Apple's of 10 and 12, HP's, Lenovo's of 8, Samsung's. */
const forms = [
  /^[A-Z0-9]{10}$/,
  /^[A-Z][A-Z0-9]{11}$/,
  /^(P[FCGB]|R9|MJ|MP)[0-9A-Z]{6}$/,
  /^R[0-9A-Z]{10}$/,
  /^[0-9A-Z]{7}$/,
];
const hasTellingForm = (text: string) =>
  /[A-Z]/.test(text) && /\d/.test(text) && forms.some((form) => form.test(text));
const tellingWithS = /^S([A-Z][A-Z0-9]{11}|[A-Z0-9]{10}|(P[FCGB])[0-9A-Z]{6})$/;
