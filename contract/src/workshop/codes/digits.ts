import { passesGs1, passesLuhn } from './check-digits.ts';
import { ask, type CodeReading, certain, number, refuse } from './code-reading.ts';
import { decimalMeid, hasReportingBody, isImei, isImeisv, readEid, readIccid } from './device-numbers.ts';
import { canonicalGtin } from './gs1-elements.ts';
import { isMakerSerial } from './maker-serials.ts';
import { isFedEx, readTracking } from './tracking-numbers.ts';

/**
 * Reads a number of digits alone by its length and its check digits. A check digit proves; it never creates. For a maker
 * with serial numbers of digits alone, another number of their length is a question.
 */
export function readDigits(digits: string, brand?: string): CodeReading {
  if (new Set(digits).size === 1) return refuse('A number of one repeated digit names no device.');
  const reading = byLength[digits.length]?.(digits);
  if (reading?.answer === 'value' && isMakerSerial(digits, brand)) {
    return ask('A barcode or the serial number?', ...reading.numbers, serial(digits));
  }
  return reading ?? refuse('No number of a device has this many digits. Scan it again.');
}

const serial = (digits: string) => number('serial', digits);
const tracking = (digits: string) => number('tracking', digits);
const gtin = (digits: string) => number('gtin', canonicalGtin(digits));

const byLength: Record<number, (digits: string) => CodeReading | null> = {
  7: (digits) => ask('Digits alone: a serial number?', serial(digits)),
  8: readEight,
  9: (digits) => ask('Digits alone: a serial number?', serial(digits)),
  10: (digits) => ask('A serial number or a tracking number?', serial(digits), tracking(digits)),
  11: (digits) => ask('A tracking number or a serial number?', tracking(digits), serial(digits)),
  12: readTwelve,
  13: (digits) => (passesGs1(digits) ? certain('gtin', canonicalGtin(digits)) : wrongGtin(digits)),
  14: readFourteen,
  15: readFifteen,
  16: readSixteen,
  17: (digits) =>
    isImei(digits.slice(0, 15))
      ? ask('An IMEI and its software version?', number('imei', digits.slice(0, 15)))
      : null,
  18: readEighteen,
  19: (digits) => (digits.startsWith('89') ? readIccid(digits) : null),
  20: readTwenty,
  30: readThirty,
  31: (digits) => (digits.startsWith('89') ? readEid(digits) : readTracking(digits)),
  32: readEid,
  22: readTracking,
  26: readTracking,
  34: (digits) => readTracking(digits) ?? ask('A tracking number?', tracking(digits)),
};

const wrongGtin = (digits: string) =>
  refuse(`The check digit of barcode ${digits} does not fit. Scan it again.`);

function readEight(digits: string): CodeReading {
  if (!passesGs1(digits)) {
    return ask('The first 8 digits of an IMEI? Scan the whole number.', number('tac', digits));
  }
  const isDate = /^(19|20)\d\d(0[1-9]|1[0-2])([0-2]\d|3[01])$/.test(digits);
  if (isDate) return ask('A barcode or a date?', gtin(digits));
  return hasReportingBody(digits) && !digits.startsWith('9')
    ? ask('A barcode or the first 8 digits of an IMEI?', gtin(digits), number('tac', digits))
    : certain('gtin', digits);
}

function readTwelve(digits: string): CodeReading {
  const [isUpc, isExpress] = [passesGs1(digits), isFedEx(digits)];
  if (isUpc !== isExpress) return isUpc ? certain('gtin', digits) : certain('tracking', digits);
  return isUpc
    ? ask('A barcode of a box or a tracking number?', gtin(digits), tracking(digits), serial(digits))
    : ask('Twelve digits without a check digit: a serial number?', serial(digits), tracking(digits));
}

function readFourteen(digits: string): CodeReading {
  if (passesGs1(digits) && (digits.startsWith('00') || !hasReportingBody(digits))) {
    return certain('gtin', canonicalGtin(digits));
  }
  const readings = [number('imei14', digits), number('meid', digits)];
  return hasReportingBody(digits)
    ? ask('An IMEI without its last digit, or a MEID? Scan the whole number.', ...readings)
    : ask('A tracking number, or an IMEI without its last digit?', tracking(digits), ...readings);
}

function readFifteen(digits: string): CodeReading {
  if (isImei(digits)) return certain('imei', digits);
  if (passesLuhn(digits)) {
    if (/^3[47]/.test(digits)) return refuse('This looks like a payment card. It is not stored.');
    if (digits.startsWith('89')) return refuse('This looks like the number of a SIM card that is cut off.');
    const imei = number('imei', digits);
    return isFedEx(digits)
      ? ask('A tracking number or an IMEI?', tracking(digits), imei)
      : ask(`No IMEI begins with ${digits.slice(0, 2)}. Is it one?`, imei);
  }
  if (!isFedEx(digits)) return refuse('The check digit of this IMEI does not fit. Scan it again.');
  return hasReportingBody(digits)
    ? ask('A tracking number, or an IMEI with a wrong digit?', tracking(digits), number('imei', digits))
    : certain('tracking', digits);
}

/** Payment cards of 16 digits: Visa, Mastercard, Discover. */
const isPaymentCard = (digits: string) => /^(4|5[1-5]|2[2-7]|6011|65)/.test(digits) && passesLuhn(digits);

function readSixteen(digits: string): CodeReading {
  if (isPaymentCard(digits)) return refuse('This looks like a payment card. It is not stored.');
  const isGtin = digits.startsWith('01') && passesGs1(digits.slice(2));
  const imeisv = number('imeisv', digits);
  if (isGtin)
    return ask('A GS1 barcode or an IMEI with its software version?', gtin(digits.slice(2)), imeisv);
  if (!isImeisv(digits))
    return passesGs1(digits) ? certain('tracking', digits) : ask('A tracking number?', tracking(digits));
  const doubled = [...digits].flatMap((digit, index) => {
    const shorter = digits.slice(0, index) + digits.slice(index + 1);
    const isExtra = digit === digits[index + 1] || (index === 0 && digit === '0');
    return isExtra && isImei(shorter) ? [number('imei', shorter)] : [];
  });
  return doubled.length > 0
    ? ask(
        'An IMEI with its software version, or an IMEI with one digit too many?',
        imeisv,
        ...doubled.slice(0, 1),
      )
    : certain('imeisv', digits);
}

function readEighteen(digits: string): CodeReading | null {
  const meid = decimalMeid(digits);
  const sscc = number('sscc', digits);
  if (meid?.answer === 'value' && passesGs1(digits))
    return ask('A MEID or the number of a pallet?', ...meid.numbers, sscc);
  if (meid) return meid;
  if (digits.startsWith('89')) return refuse('A SIM card number has 19 or 20 digits. Scan it again.');
  return passesGs1(digits) ? certain('sscc', digits) : null;
}

function readTwenty(digits: string): CodeReading | null {
  if (digits.startsWith('00340434')) return readTracking(digits);
  if (digits.startsWith('00') && passesGs1(digits.slice(2))) return certain('sscc', digits.slice(2));
  return digits.startsWith('89') ? readIccid(digits) : readTracking(digits);
}

function readThirty(digits: string): CodeReading | null {
  const [first, second] = [digits.slice(0, 15), digits.slice(15)];
  if (isImei(first) && isImei(second))
    return ask('Two IMEIs without a gap?', number('imei', first), number('imei2', second));
  if (!digits.startsWith('89')) return readTracking(digits);
  return ask('An EID without its last two digits? Scan the whole number.', number('eid', digits));
}
