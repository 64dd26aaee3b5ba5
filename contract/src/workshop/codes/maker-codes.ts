import { ask, type CodeReading, certain, number, refuse } from './code-reading.ts';
import { hasMakerForm, isMakerSerial, isOtherSerial } from './maker-serials.ts';

/** Serial numbers by their makers: Apple, Dell, HP, Lenovo, Samsung, Google, Microsoft, Nintendo, Sony, Acer. */
const serialForms: RegExp[] = [
  /^[0-9A-HJ-NP-Z]{7,8}$/,
  /^[0-9A-HJ-NP-Z]{10,12}$/,
  /^[0-9A-HJ-NP-Z]{14}$/,
  /^[A-HJ-NP-Z][0-9A-HJ-NP-Z]{14}$/,
  /^\d{5}\/[0-9A-Z]{8,14}$/,
];
/** Nintendo's serial numbers are the only ones of these lengths with more than eight digits in a row. */
const nintendo = /^X[A-Z]{2}\d{11}$/;

const hasLetterAndDigit = (text: string) => /[A-Z]/.test(text) && /\d/.test(text);

/** True for letters and digits in the form of a maker's serial numbers. */
export const isSerialForm = (text: string): boolean =>
  nintendo.test(text) ||
  (hasLetterAndDigit(text) && !/\d{9}/.test(text) && serialForms.some((form) => form.test(text)));

/** Forms that only part numbers have: Apple with its region, HP with its option, Apple's built to order. */
const partForms = [
  /^[0-9A-Z]{5}[A-Z]{1,2}\/[A-Z]$/,
  /^[0-9A-Z]{5,7}[A-Z]{0,2}#[A-Z0-9]{3}$/,
  /^Z1[0-9A-Z]{3}\d{3}[A-Z]{1,2}$/,
];

/** Forms that only model numbers have. */
const modelForms = [
  /^A\d{4}$/,
  /^SM-[A-Z]\d{3}[0-9A-Z]{0,10}(\/[A-Z]{1,2})?$/,
  /^GA?\d{4,5}-[A-Z]{2}$/,
  /^GA\d{5}$/,
  /^XQ-[A-Z]{2}\d{2}$/,
  /^XT\d{4}-[0-9A-Z]{1,3}$/,
  /^(HAC|HDH|HEG|BEE|WUP|CTR|NTR)-\d{3}(\(-\d{2}\))?$/,
  /^(CFI|CUH|CECH)-[0-9A-Z]{4,6}$/,
];

/** Forms that a part number or model shares with serial numbers: Apple's and HP's without their end, Lenovo's of ten. */
const apple = /^[3FMNP][A-Z0-9]{4}(LL|[A-Z]{2})A$/;
const hp = /^[0-9A-Z]{5}(UT|UA|EA|AV|AA|ET|UC|AW|ES|PA|EC|LA|LT)$/;
const lenovo =
  /^(\d{2}[0-9A-Z]{2}[0-9A-Z]{3,4}(US|UK|GE|FR|IT|SP|MX|MH|MD|PB|PG|RT|CD|AU|CA|WW)|\d{2}[0-9A-Z]{2}CTO\dWW)$/;

/** Model numbers of Realme, Oppo and Xiaomi. */
const phoneModel = /^((RMX|CPH)\d{4}|M\d{4}[A-Z]\d{1,2}[A-Z]{1,3}|\d{8}[A-Z]{1,2})$/;

/**
 * Reads part numbers, models and serial numbers by the forms of their makers; null for no known form. Where the maker is
 * known, a serial number of another form is a question.
 */
export function readMakerCode(text: string, brand?: string): CodeReading | null {
  if (partForms.some((form) => form.test(text))) return certain('part', text);
  if (modelForms.some((form) => form.test(text))) return certain('model', text);
  if (isLikeSerial(text, brand)) return certain('serial', text);
  const isOf = (maker: string) => !hasMakerForm(brand) || brand?.trim().toLowerCase() === maker;
  if ((isOf('apple') && apple.test(text)) || (isOf('hp') && hp.test(text)))
    return askSerial(text, 'A part number or a serial number?', 'part');
  if ((isOf('lenovo') && lenovo.test(text)) || phoneModel.test(text))
    return askSerial(text, 'A model or a serial number?', 'model');
  if (/^80[0-9A-F]{6}$/.test(text)) {
    return ask(
      'An ESN, which is not unique, or a serial number? A MEID is better.',
      number('esn', text),
      number('serial', text),
    );
  }
  if (/^[0-9A-F]{12}$/.test(text) && hasLetterAndDigit(text))
    return askSerial(text, 'A network address or a serial number?', 'mac');
  const reading = readSerial(text);
  return reading?.answer === 'value' && isOtherSerial(text, brand)
    ? ask('Serial numbers of this maker have another form. Is it one?', number('serial', text))
    : reading;
}

/** True for a serial number in the form of its maker, unless a part number or an address has this form, too. */
function isLikeSerial(text: string, brand: string | undefined): boolean {
  if (!isMakerSerial(text, brand) || !hasLetterAndDigit(text) || /[IO]/.test(text)) return false;
  const isPart = { apple, hp, lenovo }[brand?.trim().toLowerCase() ?? ''];
  return isPart?.test(text) !== true && !phoneModel.test(text) && !/^[0-9A-F]{12}$/.test(text);
}

const askSerial = (text: string, question: string, kind: 'part' | 'model' | 'mac') =>
  ask(question, number(kind, text), number('serial', text));

function readSerial(text: string): CodeReading | null {
  const labeled = /^SN([0-9A-Z]{8,})$/.exec(text)?.[1];
  if (labeled)
    return ask(
      'A serial number, with SN before it or without?',
      number('serial', labeled),
      number('serial', text),
    );
  if (isSerialForm(text)) return certain('serial', text);
  if (!/^[0-9A-Z]{7,24}$/.test(text)) return null;
  if (!/\d/.test(text)) {
    return text.length < 8 ? null : ask('A serial number without a digit?', number('serial', text));
  }
  if (/[IO]/.test(text)) {
    const digits = text.replaceAll('O', '0').replaceAll('I', '1');
    return ask('O and 0, I and 1 look alike. Which is it?', number('serial', digits), number('serial', text));
  }
  return ask('No maker of the shop has serial numbers of this form. Is it one?', number('serial', text));
}

/** "1S", machine type and serial number in one barcode of Lenovo, and the codes of its parts; null for another form. */
export function readLenovo(text: string): CodeReading | null {
  if (/^(11S|8S)[0-9A-Z]{12,}$/.test(text))
    return refuse('This is the serial number of a part, not of the device.');
  const [, model, serial] = /^1S(\d{2}[0-9A-Z]{8}|\d{2}[0-9A-Z]{5})([0-9A-Z]{7,8})$/.exec(text) ?? [];
  if (!model || !serial) return null;
  return { answer: 'value', numbers: [number('model', model), number('serial', serial)] };
}

/** Returns the service tag of a Dell express service code: the same number in base 36. */
export const serviceTagOf = (expressCode: string): string =>
  BigInt(expressCode).toString(36).toUpperCase().padStart(7, '0');

/** Reads a network address in its usual writings; null for another form. */
export const readMac = (text: string): CodeReading | null =>
  /^([0-9A-F]{2}([:-])([0-9A-F]{2}\2){4}[0-9A-F]{2}|[0-9A-F]{4}\.[0-9A-F]{4}\.[0-9A-F]{4})$/.test(text)
    ? certain('mac', text.replace(/[:.-]/g, ''))
    : null;
