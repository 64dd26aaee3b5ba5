import type { Country } from '@reprise/contract/orders/order';

export type HintedField = 'state' | 'zipCode' | 'phone';

type FieldHints = {
  label: string;
  hint: string;
  /** True for a value that is usual in the country. */
  isUsual: (value: string) => boolean;
  /** Shown beside an unusual value, which is accepted all the same. */
  doubt: string;
};

const usStates = new Set(
  (
    'AL AK AZ AR CA CO CT DE FL GA HI ID IL IN IA KS KY LA ME MD MA MI MN MS MO MT NE NV NH NJ NM NY NC ND OH ' +
    'OK OR PA RI SC SD TN TX UT VT VA WA WV WI WY DC AS GU MP PR VI FM MH PW AA AE AP'
  ).split(' '),
);
const provinces = new Set('AB BC MB NB NL NS NT NU ON PE QC SK YT'.split(' '));

/** Names are not checked; two letters must be a known code. */
const isCodeOf = (codes: Set<string>) => (value: string) =>
  !/^[a-z]{2}$/i.test(value) || codes.has(value.toUpperCase());

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
      hint: 'Like OR or Oregon.',
      isUsual: isCodeOf(usStates),
      doubt: 'This is not the code of a US state.',
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
      hint: 'Like ON or Ontario.',
      isUsual: isCodeOf(provinces),
      doubt: 'This is not the code of a Canadian province.',
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
