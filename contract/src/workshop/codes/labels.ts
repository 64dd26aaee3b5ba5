import { passesGs1 } from './check-digits.ts';
import { compact } from './clean-code.ts';
import { ask, type CodeReading, certain, type NumberKind, number, refuse } from './code-reading.ts';
import { hasReportingBody, imeiFault, isImei, readEid, readIccid, readMeid } from './device-numbers.ts';
import { isPlaceholder } from './foreign-codes.ts';
import { canonicalGtin } from './gs1-elements.ts';
import { readMac, serviceTagOf } from './maker-codes.ts';
import { readOwnCode } from './own-codes.ts';
import { readTracking } from './tracking-numbers.ts';

/** Words before a number, with the reader of what follows. A more specific label comes before a part of it. */
const labels: [RegExp, (value: string) => CodeReading][] = [
  [/IMEI ?\/? ?SV/y, readImeisv],
  [/IMEI ?\(2\)|IMEI ?2(?=[ :#.=]|\d{15}(?!\d))/y, (value) => readImei(value, 'imei2')],
  [/IMEI ?\(1\)|IMEI ?1(?=[ :#.=]|\d{15}(?!\d))/y, (value) => readImei(value, 'imei')],
  [/IMEI ?\/ ?MEID|IMEI (?:NO\.?|NUMBER|CODE)|IMEI/y, (value) => readImei(value, 'imei')],
  [/MEID ?\(?(?:HEX|DEC)\)?|MEID/y, (value) => readMeid(compact(value))],
  [/P?ESN/y, (value) => ask('An ESN is not unique. Scan the MEID.', number('esn', compact(value)))],
  [/EID/y, (value) => readEid(compact(value))],
  [/ICCID|SIM/y, (value) => readIccid(compact(value))],
  [/EXPRESS SERVICE CODE/y, readExpressCode],
  [/\(S\) ?SERIAL NO\.?|SERIAL (?:NO\.?|NUMBER|NUM\.?)|SERIAL|SERIENNUMMER/y, readSerial],
  [/SERVICE TAG|SER\.? ?NO\.?|S\/N|N\/S|SN/y, readSerial],
  [/PART (?:NO\.?|NUMBER)|PART ?#|P\/N|PN|MPN|SKU/y, (value) => readNamed(value, 'part')],
  [/PROD ?ID|PRODUCT (?:NO\.?|NUMBER|ID)|ORDER CODE/y, (value) => readNamed(value, 'part')],
  [/MODEL (?:NO\.?|NUMBER)|MODELL?|MTM|M\/T|MT|TYPE/y, (value) => readNamed(value, 'model')],
  [/UPC|EAN|GTIN|JAN/y, readGtin],
  [/WI-?FI (?:MAC|ADDRESS)|WLAN(?: MAC)?|BLUETOOTH|BT ADDR(?:ESS)?|MAC(?: ADDRESS)?|ETHERNET/y, readAddress],
  [/TRACKING (?:NO\.?|NUMBER)|TRACKING|AWB/y, readLabeledTracking],
  [/QTY|QUANTITY/y, (value) => readNamed(value, 'quantity')],
  [/ORDER (?:NO\.?|NUMBER)|ORDER|DEVICE|UNIT/y, (value) => readOwnCode(value) ?? unknownHere()],
  [/IMSI/y, () => refuse('An IMSI belongs to the SIM, not to the device.')],
  [
    /PIN2?|PUK2?|PASSWORD|WPA2?|WI-?FI KEY|SSID|PRODUCT KEY/,
    () => refuse('This is a secret. It is not stored.'),
  ],
  [
    /(?:ASSET|INVENTORY) (?:TAG|NO\.?|NUMBER)/,
    () => refuse('This is the inventory number of a former owner.'),
  ],
  [/FCC ID|IC|EMC|CMIIT ID/y, () => refuse('This is the number of an approval, not of a device.')],
];

const unknownHere = () => refuse('This is no number of the shop.');

/** Labels that may touch their number; the others need a sign or a blank behind them. */
const touching = /^(S\/N|N\/S|IMEI|IMEI ?\(?[12]\)?|EID)$/;

type Label = { start: number; end: number; read: (value: string) => CodeReading };

/** Returns the readings of the labeled numbers in this text; null if it does not begin with a label. */
export function readLabeled(text: string): CodeReading[] | null {
  const present: Label[] = [];
  for (let index = 0; index < text.length; index++) {
    const label = labelAt(text, index);
    if (!label) continue;
    present.push(label);
    index = label.end - 1;
  }
  if (present[0]?.start !== 0) return null;
  return present.map(({ end, read }, index) => {
    const value = text
      .slice(end, present[index + 1]?.start)
      .split(/[\t\r\n,;|]/)
      .filter((part) => part.trim() !== '');
    return read(value.join(' ').trim());
  });
}

function labelAt(text: string, start: number): Label | null {
  if (start > 0 && /[0-9A-Z/]/.test(text[start - 1] ?? '')) return null;
  for (const [pattern, read] of labels) {
    pattern.lastIndex = start;
    const word = pattern.exec(text)?.[0];
    if (word === undefined) continue;
    const end = start + word.length;
    const gap = /^ ?[:#=]? ?/.exec(text.slice(end))?.[0] ?? '';
    const isTouching = gap === '' && touching.test(word) && /[0-9A-Z]/.test(text[end] ?? '');
    if (gap !== '' || isTouching) return { start, end: end + gap.length, read };
  }
  return null;
}

function readImei(value: string, kind: 'imei' | 'imei2'): CodeReading {
  const digits = compact(value.replace(/^(\d{15}) ?\/ ?\d{2}$/, '$1'));
  const several = value.split(/[\s,;/|]+/).filter(isImei);
  if (several.length > 1)
    return ask('Several IMEIs: of one device?', ...several.map((imei) => number('imei', imei)));
  if (/^[A-F][0-9A-F]{13,14}$/.test(digits)) return readMeid(digits);
  if (/^\d{14}$/.test(digits)) {
    return ask('The last digit of this IMEI is missing. Scan the whole number.', number('imei14', digits));
  }
  if (/^\d{16}$/.test(digits) && hasReportingBody(digits)) {
    return ask('An IMEI with its software version?', number('imeisv', digits));
  }
  const fault = imeiFault(digits);
  return fault ? refuse(fault) : certain(kind, digits);
}

function readImeisv(value: string): CodeReading {
  const digits = compact(value);
  return /^\d{16}$/.test(digits) && hasReportingBody(digits)
    ? certain('imeisv', digits)
    : refuse('An IMEISV has 16 digits. Scan it again.');
}

function readSerial(value: string): CodeReading {
  const serial = /^\d{5}\/[0-9A-Z]+$/.test(value) ? value : compact(value);
  if (isPlaceholder(value) || isPlaceholder(serial)) return refuse('This label has no serial number.');
  if (isImei(serial))
    return ask(
      'The label says serial number, the form says IMEI.',
      number('imei', serial),
      number('serial', serial),
    );
  if (!/^[0-9A-Z/]{4,40}$/.test(serial)) return refuse('A serial number has 4 to 40 letters and digits.');
  return /\d/.test(serial)
    ? certain('serial', serial)
    : ask('A serial number without a digit?', number('serial', serial));
}

function readExpressCode(value: string): CodeReading {
  const digits = compact(value);
  return /^\d{9,11}$/.test(digits)
    ? certain('serial', serviceTagOf(digits))
    : refuse('An express service code has 9 to 11 digits.');
}

function readNamed(value: string, kind: NumberKind): CodeReading {
  return /^[0-9A-Z][0-9A-Z/#().-]{0,39}$/.test(value)
    ? certain(kind, value)
    : refuse('The number behind this label is missing.');
}

function readGtin(value: string): CodeReading {
  const digits = compact(value);
  return /^(\d{8}|\d{12,14})$/.test(digits) && passesGs1(digits)
    ? certain('gtin', canonicalGtin(digits))
    : refuse('The check digit of this barcode does not fit. Scan it again.');
}

function readAddress(value: string): CodeReading {
  const plain = /^[0-9A-F]{12}$/.test(value) ? certain('mac', value) : null;
  return readMac(value) ?? plain ?? refuse('A network address has 12 characters from 0 to F.');
}

function readLabeledTracking(value: string): CodeReading {
  const text = compact(value);
  const reading = readTracking(text);
  if (reading) return reading;
  return /^[0-9A-Z]{8,34}$/.test(text)
    ? certain('tracking', text)
    : refuse('The tracking number is missing.');
}
