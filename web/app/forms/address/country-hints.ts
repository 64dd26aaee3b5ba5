import type { AddressForm } from '@reprise/contract/sales/orders/address-forms';
import { stateCode, statesOf } from '@reprise/contract/sales/orders/states';
import { isZipCodeOf } from '@reprise/contract/sales/orders/zip-code-states';

export type HintedField = 'state' | 'zipCode' | 'phone';

type FieldHints = {
  label: string;
  /** '' without one. */
  hint: string;
  /** True for a value that is usual in the country. */
  isUsual: (value: string) => boolean;
  /** Shown beside an unusual value, which is accepted all the same. */
  doubt: string;
};

/** True for a state of the country, written as its code or its name. */
const isStateOf = (country: string) => (value: string) =>
  statesOf(country).some(([code]) => code === stateCode(country, value));

function digitsOf(phone: string): string {
  return phone.replace(/(?:x|ext\.?)\s*\d+$/i, '').replace(/\D/g, '');
}

function isNorthAmericanPhone(value: string): boolean {
  return /^1?\d{10}$/.test(digitsOf(value)) || isForeign(value, '1');
}

function isBritishPhone(value: string): boolean {
  return /^(?:0|44|440)\d{9,10}$/.test(digitsOf(value)) || isForeign(value, '44');
}

/** True for a number with the code of another country. */
const isForeign = (value: string, ownCode: string) =>
  value.startsWith('+') && !digitsOf(value).startsWith(ownCode) && digitsOf(value).length >= 7;

const northAmericanPhone: FieldHints = {
  label: 'Phone',
  hint: 'Only for the delivery. 10 digits, like 503-555-0199.',
  isUsual: isNorthAmericanPhone,
  doubt: 'Phone numbers here have 10 digits. Start others with + and the country code.',
};

/** Hints of the countries of a new shop, which need no data of the server. */
const ownHints: Record<string, Record<HintedField, FieldHints>> = {
  'United States': {
    state: {
      label: 'State',
      hint: '',
      isUsual: isStateOf('United States'),
      doubt: 'This is not a US state.',
    },
    zipCode: {
      label: 'ZIP code',
      hint: '5 digits, like 97201.',
      isUsual: (value) => /^\d{5}(?:-?\d{4})?$/.test(value),
      doubt: 'US ZIP codes have 5 or 9 digits.',
    },
    phone: northAmericanPhone,
  },
  Canada: {
    state: {
      label: 'Province',
      hint: '',
      isUsual: isStateOf('Canada'),
      doubt: 'This is not a Canadian province.',
    },
    zipCode: {
      label: 'Postal code',
      hint: 'Like K1A 0B1.',
      isUsual: (value) => /^[ABCEGHJ-NPRSTVXY]\d[ABCEGHJ-NPRSTV-Z][ -]?\d[ABCEGHJ-NPRSTV-Z]\d$/i.test(value),
      doubt: 'Canadian postal codes look like K1A 0B1.',
    },
    phone: northAmericanPhone,
  },
  'United Kingdom': {
    state: {
      label: 'County',
      hint: '',
      isUsual: () => true,
      doubt: '',
    },
    zipCode: {
      label: 'Postcode',
      hint: 'Like SW1A 1AA.',
      isUsual: (value) => /^(?:GIR ?0AA|[A-Z]{1,2}\d[A-Z\d]? ?\d[A-Z]{2})$/i.test(value),
      doubt: 'UK postcodes look like SW1A 1AA.',
    },
    phone: {
      label: 'Phone',
      hint: 'Only for the delivery, like 020 7946 0018.',
      isUsual: isBritishPhone,
      doubt: 'UK phone numbers have 10 or 11 digits. Start others with + and the country code.',
    },
  },
};

/** True for a country whose hints are here. */
export const hasOwnHints = (country: string): boolean => country in ownHints;

const anyText = { hint: '', isUsual: () => true, doubt: '' };
const anyHints: Record<HintedField, FieldHints> = {
  state: { label: 'State or province', ...anyText },
  zipCode: { label: 'Postal code', ...anyText },
  phone: { label: 'Phone', ...anyText, hint: 'Only for the delivery. Start with + and the country code.' },
};

/** Returns the hints of a country: its own, else those of its form, else those that fit any country. */
export function hintsOf(country: string, form?: AddressForm): Record<HintedField, FieldHints> {
  return ownHints[country] ?? (form ? hintsOfForm(form) : anyHints);
}

function hintsOfForm({
  country,
  labels,
  zipPattern,
  zipExample,
}: AddressForm): Record<HintedField, FieldHints> {
  const pattern = new RegExp(`^(?:${zipPattern ?? '.*'})$`, 'i');
  const example = zipExample === null ? '' : `Like ${zipExample}.`;
  return {
    ...anyHints,
    state: {
      label: labels.state,
      hint: '',
      isUsual: (value) => statesOf(country).length === 0 || isStateOf(country)(value),
      doubt: `${labels.state} not found in ${country}.`,
    },
    zipCode: {
      label: labels.zipCode,
      hint: example,
      isUsual: (value) => pattern.test(value),
      doubt: `${labels.zipCode}s in ${country} look like ${zipExample}.`,
    },
  };
}

/** Names the field as its country does: messages of the API say State and ZIP code for every country. */
export const errorWithLabel = (error: string | undefined, label: string): string | undefined =>
  error?.replace(/^(City|State|ZIP code)(?= is required)/, label);

/** Returns a doubt about a US ZIP code of another state than the address has, or null. */
export function doubtOfZipCode(country: string, state: string, zipCode: string): string | null {
  if (country !== 'United States' || !/^\d{5}/.test(zipCode.trim())) return null;
  const code = stateCode(country, state);
  const name = statesOf(country).find((one) => one[0] === code)?.[1];
  return !name || isZipCodeOf(code, zipCode.trim()) ? null : `This ZIP code is not in ${name}.`;
}

/** Returns a doubt about a value that is unusual in the country, or null. */
export function doubtOf(
  country: string,
  field: HintedField,
  value: string,
  form?: AddressForm,
): string | null {
  const { isUsual, doubt } = hintsOf(country, form)[field];
  return value.trim() === '' || isUsual(value.trim()) ? null : doubt;
}
