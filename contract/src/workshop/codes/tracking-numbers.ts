import { passesFedExExpress, passesGs1, passesIso7064, passesS10, passesUps } from './check-digits.ts';
import { ask, type CodeReading, certain, number, refuse } from './code-reading.ts';

/** Forms of carriers that no other number has; `check` proves the number where its carrier has a check digit. */
const certainForms: { pattern: RegExp; check?: (text: string) => boolean }[] = [
  { pattern: /^1Z[0-9A-Z]{15}\d$/, check: (text) => passesUps(text.slice(2)) },
  { pattern: /^[A-Z]{2}\d{9}[A-Z]{2}$/, check: (text) => passesS10(text.slice(2, 11)) },
  // Postal service of the United States: 20, 22 or 26 digits, also behind 420 and a ZIP code.
  { pattern: /^(420\d{5}(\d{4})?)?9[1-5]\d{20}$/, check: (text) => passesGs1(text.slice(-22)) },
  { pattern: /^(420\d{5}(\d{4})?)?9[1-5]\d{24}$/, check: (text) => passesGs1(text.slice(-26)) },
  { pattern: /^(0[37]|[1-8]\d)\d{18}$/, check: passesGs1 },
  { pattern: /^96\d{20}$/ },
  { pattern: /^00340434\d{12}$/, check: (text) => passesGs1(text.slice(2)) },
  {
    pattern: /^%?\d{14}[0-9A-Z]$/,
    check: (text) => /[A-Z]$/.test(text) && passesIso7064(text.replace('%', '')),
  },
  { pattern: /^%?[0-9A-Z]{7}\d{20}[0-9A-Z]$/, check: (text) => passesIso7064(text.replace('%', '')) },
  { pattern: /^(JJD|JVGL|JD)\d{16,20}$/ },
  { pattern: /^(GM|LX|RX|UV)\d{14,18}$/ },
  { pattern: /^3S[0-9A-Z]{11,15}$/ },
  { pattern: /^TB[ACM]\d{12}$/ },
  { pattern: /^C\d{14}$/, check: passesUps },
  { pattern: /^1LS\d{12,15}$/ },
];

/** Reads a number of a carrier; null for a form that no usual carrier has. */
export function readTracking(text: string): CodeReading | null {
  const form = certainForms.find(({ pattern }) => pattern.test(text));
  if (form) {
    if (!form.check || form.check(text)) return certain('tracking', text.replace('%', ''));
    return /^(1Z|[A-Z]{2}\d{9}[A-Z]{2}$|(420\d+)?9[1-5])/.test(text)
      ? refuse(`The check digit of tracking number ${text} does not fit. Scan it again.`)
      : null;
  }
  const isCut = /^(1Z[0-9A-Z]{8,}|JJD\d+|TB[ACM]\d{8,}|[A-Z]{2}\d{7,8}[A-Z]{2}|[A-Z]{2}\d{9}[A-Z])$/.test(
    text,
  );
  if (isCut) return refuse('This tracking number is not whole. Scan it again.');
  if (/^LPN[A-Z]{2}[0-9A-Z]{8,12}$/.test(text)) return certain('lpn', text);
  return readAmbiguousTracking(text);
}

function readAmbiguousTracking(text: string): CodeReading | null {
  // Waybills of UPS look like serial numbers.
  if (/^[A-Z]\d{10}$/.test(text))
    return ask('A tracking number or a serial number?', number('tracking', text), number('serial', text));
  if (/^(X00[0-9A-Z]|B0[0-9A-Z]{2})[0-9A-Z]{6}$/.test(text)) {
    return ask('A number of Amazon or a serial number?', number('part', text), number('serial', text));
  }
  return null;
}

/** True for 12 digits of FedEx Express or 15 of FedEx Ground whose check digit fits. */
export const isFedEx = (digits: string): boolean =>
  digits.length === 12 ? passesFedExExpress(digits) : digits.length === 15 && passesGs1(digits);
