import type { Country } from '@reprise/contract/countries';
import { stateCode, statesOf } from '@reprise/contract/orders/states';

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
const isStateOf = (country: Country) => (value: string) =>
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

export const countryHints: Record<Country, Record<HintedField, FieldHints>> = {
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
      hint: 'If you have none, repeat the city.',
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

/** Returns a doubt about a value that is unusual in the country, or null. */
export function doubtOf(country: Country, field: HintedField, value: string): string | null {
  const { isUsual, doubt } = countryHints[country][field];
  return value.trim() === '' || isUsual(value.trim()) ? null : doubt;
}
