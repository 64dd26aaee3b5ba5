import { passesLuhn, passesMeidCheck, passesModulo97 } from './check-digits.ts';
import { type CodeReading, certain, refuse } from './code-reading.ts';

/** Reporting bodies (3GPP TS 23.003, GSMA TS.06) that the first two digits of an IMEI name. */
const reportingBodies = /^(0[0-9]|10|30|33|35|44|45|49|5[0-4]|86|91|98|99)/;

export const hasReportingBody = (digits: string): boolean => reportingBodies.test(digits);

/** Returns why these characters are no IMEI; null if they are one. */
export function imeiFault(value: string): string | null {
  if (!/^\d{15}$/.test(value)) {
    return `An IMEI has 15 digits, and this one has ${value.length} characters. Scan it again.`;
  }
  if (new Set(value).size === 1) return 'An IMEI never repeats one digit. Scan the device again.';
  if (!passesLuhn(value)) return 'The check digit of this IMEI does not fit. Scan it again.';
  return hasReportingBody(value) ? null : `No IMEI begins with ${value.slice(0, 2)}. Scan the device again.`;
}

export const isImei = (value: string): boolean => imeiFault(value) === null;

/** True if 16 digits are an IMEI and two digits of its software version, as far as their form tells. */
export const isImeisv = (value: string): boolean => /^\d{16}$/.test(value) && hasReportingBody(value);

/** Reads a MEID: 14 hexadecimal characters, with their check character, or 18 decimal digits. */
export function readMeid(value: string): CodeReading {
  if (/^\d{18}$/.test(value)) {
    return (
      decimalMeid(value) ?? refuse('These 18 digits are no MEID: they are beyond its range. Scan it again.')
    );
  }
  if (!/^[0-9A-F]+$/.test(value))
    return refuse('A MEID has digits and letters from A to F only. Scan it again.');
  if (value.length === 15) {
    return passesMeidCheck(value)
      ? certain('meid', value.slice(0, 14))
      : refuse('The check character of this MEID does not fit. Scan it again.');
  }
  if (value.length !== 14) {
    return refuse(`A MEID has 14 characters, and this one has ${value.length}. Scan it again.`);
  }
  return /^(9[89]|[A-F])/.test(value)
    ? certain('meid', value)
    : refuse('No MEID begins like this. Scan it again.');
}

/** Ten digits are the first 32 bits of a decimal MEID, eight digits its last 24; null beyond that range. */
export function decimalMeid(digits: string): CodeReading | null {
  const [first, second] = [Number(digits.slice(0, 10)), Number(digits.slice(10))];
  if (first < 0x99_00_00_00 || first > 0xff_ff_ff_ff || second > 0xff_ff_ff) return null;
  const hex = (value: number, length: number) => value.toString(16).toUpperCase().padStart(length, '0');
  return certain('meid', hex(first, 8) + hex(second, 6));
}

/** Reads an EID of 32 digits, by the number of the embedded SIM. */
export function readEid(value: string): CodeReading {
  if (!/^\d{32}$/.test(value))
    return refuse(`An EID has 32 digits, and this one has ${value.length}. Scan it again.`);
  if (/0{15}$/.test(value)) return refuse('A spreadsheet has lost digits of this EID. Export it as text.');
  return passesModulo97(value)
    ? certain('eid', value)
    : refuse('The check digits of this EID do not fit. Scan it again.');
}

/** Reads the number of a SIM card, 19 or 20 digits that begin with 89. */
export const readIccid = (value: string): CodeReading =>
  /^89\d{17,18}$/.test(value) && passesLuhn(value)
    ? certain('iccid', value)
    : refuse('The check digit of this SIM card number does not fit. Scan it again.');
