import { passesGs1 } from './check-digits.ts';
import { groupSeparator } from './clean-code.ts';
import { ask, type CodeNumber, type CodeReading, type NumberKind, number, refuse } from './code-reading.ts';
import { imeiFault, isImei } from './device-numbers.ts';
import { readTracking } from './tracking-numbers.ts';

/** Application identifiers (GS1 General Specifications, section 3) with the length of their data; 0 is up to a separator. */
const elements: { pattern: RegExp; length: number; kind?: NumberKind }[] = [
  { pattern: /^00/, length: 18, kind: 'sscc' },
  { pattern: /^0[12]/, length: 14, kind: 'gtin' },
  { pattern: /^10/, length: 0, kind: 'batch' },
  { pattern: /^1[1-9]/, length: 6 },
  { pattern: /^20/, length: 2 },
  { pattern: /^21/, length: 0, kind: 'serial' },
  { pattern: /^(240|241)/, length: 0, kind: 'part' },
  { pattern: /^(30|37)/, length: 0, kind: 'quantity' },
  { pattern: /^3[1-6]\d\d/, length: 6 },
  { pattern: /^41\d/, length: 13 },
  { pattern: /^8002/, length: 0, kind: 'imei' },
  { pattern: /^8004/, length: 0, kind: 'asset' },
  { pattern: /^8006/, length: 18 },
  { pattern: /^801[78]/, length: 18 },
  { pattern: /^(7\d{3}|8\d{3})/, length: 0 },
  { pattern: /^(22|235|24[23]|25[01345]|40[0-3]|42[0-7]|71\d)/, length: 0 },
  { pattern: /^9\d/, length: 0 },
];

type Element = { identifier: string; data: string; kind: NumberKind | undefined };

/** Reads the elements of a GS1 barcode, with brackets or as a scanner sends them; null for another form. */
export function readGs1(text: string, symbology: string): CodeReading | null {
  if (/^\(\d{2,4}\)/.test(text)) return toReading(bracketed(text));
  const isGs1 = /^\](C1|d2|Q3|e0)$/.test(symbology) || text.includes(groupSeparator);
  const isGtinAndSerial = /^01\d{14}21/.test(text) && passesGs1(text.slice(2, 16));
  return isGs1 || isGtinAndSerial ? toReading(consecutive(text)) : null;
}

/** "(01)09521234543213(21)F2LZQ0TX9V" */
function bracketed(text: string): Element[] | null {
  const parts = [...text.matchAll(/\((\d{2,4})\)([^()]*)/g)];
  if (parts.map(([part]) => part).join('') !== text) return null;
  return parts.map(([, identifier = '', data = '']) => {
    const element = elements.find(({ pattern }) => pattern.exec(identifier)?.[0] === identifier);
    return { identifier, data: data.trim(), kind: element?.kind };
  });
}

/** "010952123454321321F2LZQ0TX9V", where the separator ends data without a fixed length. */
function consecutive(text: string): Element[] | null {
  const read: Element[] = [];
  let rest = withoutSeparator(text);
  while (rest !== '') {
    const element = elements.find(({ pattern }) => pattern.test(rest));
    const identifier = element?.pattern.exec(rest)?.[0];
    if (!element || !identifier) return null;
    const following = rest.slice(identifier.length);
    const [untilSeparator = ''] = following.split(groupSeparator, 1);
    const data = element.length > 0 ? following.slice(0, element.length) : untilSeparator;
    read.push({ identifier, data, kind: element.kind });
    rest = withoutSeparator(following.slice(data.length));
  }
  return read;
}

const withoutSeparator = (text: string) => (text.startsWith(groupSeparator) ? text.slice(1) : text);

function toReading(read: Element[] | null): CodeReading | null {
  if (!read) return null;
  const postal = postalNumber(read);
  if (postal) return { answer: 'value', numbers: [postal] };
  for (const element of read) {
    const fault = faultOf(element);
    if (fault) return refuse(fault);
  }
  const imeiAsSerial = read.find(({ kind, data }) => kind === 'serial' && isImei(data))?.data;
  if (imeiAsSerial) {
    const question = 'The barcode says serial number, the form says IMEI.';
    return ask(question, number('imei', imeiAsSerial), number('serial', imeiAsSerial));
  }
  const numbers = read.flatMap(({ kind, data }) => (kind ? [number(kind, canonical(kind, data))] : []));
  return numbers.length > 0 ? { answer: 'value', numbers } : refuse('This barcode names no device.');
}

/** The postal service of the United States writes its number as elements: 420 and the ZIP code, then 91 to 95. */
function postalNumber(read: Element[]): CodeNumber | null {
  const [zip, service] = read;
  if (zip?.identifier !== '420' || !service || !/^9[1-5]$/.test(service.identifier)) return null;
  const reading = readTracking(service.identifier + service.data);
  return reading?.answer === 'value' ? (reading.numbers[0] ?? null) : null;
}

const lengths: Partial<Record<NumberKind, number>> = { gtin: 14, sscc: 18 };

function faultOf({ kind, data }: Element): string | null {
  if (!kind) return null;
  if (data === '') return 'This barcode is cut off. Scan it again.';
  if (kind === 'gtin' || kind === 'sscc') {
    const isWhole = /^\d+$/.test(data) && data.length === lengths[kind];
    return isWhole && passesGs1(data) ? null : `The check digit of ${data} does not fit. Scan it again.`;
  }
  return kind === 'imei' ? imeiFault(data) : null;
}

/** GTINs are equal without their leading zeros; returns the shortest form with 8, 12, 13 or 14 digits. */
export function canonicalGtin(gtin: string): string {
  const short = gtin.replace(/^0+/, '');
  return short.padStart(short.length <= 8 ? 8 : 12, '0');
}

function canonical(kind: NumberKind, data: string): string {
  if (kind === 'gtin') return canonicalGtin(data);
  if (kind === 'quantity') return String(Number(data));
  return data;
}
