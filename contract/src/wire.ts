import { z } from 'zod';
import { type Cents, centsToDollars, dollarsToCents } from './money.ts';

// PostgreSQL cannot store NUL, and a lone surrogate is not text in any encoding.
const storable = (value: string) => !value.includes('\u0000') && value.isWellFormed();

/** Trimmed text that any database can hold. */
export function text(max: number, error?: string) {
  return z
    .string(error)
    .trim()
    .max(max, `Please use at most ${max} characters`)
    .refine(storable, error ?? 'Contains characters that cannot be stored');
}

/** Text that must hold something besides blanks; `error` is the sentence a person reads. */
export function requiredText(max: number, error: string) {
  return text(max, error).min(1, error);
}

export const email = z
  .string('Email is required')
  .trim()
  .toLowerCase()
  .min(1, 'Email is required')
  .max(254, 'Enter a valid email address')
  .pipe(z.email('Enter a valid email address'));

/** Never trimmed or cut: every character counts. */
export const newPassword = z
  .string('Password must be at least 6 characters long')
  .min(6, 'Password must be at least 6 characters long')
  .max(128, 'Password must be at most 128 characters long')
  .refine(storable, 'Contains characters that cannot be stored');

/** The highest price a product may have, in dollars. */
const maxPriceDollars = 1_000_000;
export const maxPriceCents = maxPriceDollars * 100;

const centsSchema = z.custom<Cents>((value) => Number.isSafeInteger(value));

function moneyCodec(dollars: z.ZodNumber) {
  return z.codec(dollars, centsSchema, { decode: dollarsToCents, encode: centsToDollars });
}

const wholeCents = (dollars: number) => Math.abs(dollars * 100 - Math.round(dollars * 100)) < 1e-6;

/** Dollars on the wire, cents inside: money that we send. */
export const money = moneyCodec(z.number());

/** A price somebody enters: not negative, at most two decimals, at most a million dollars. */
export function price(error: string) {
  const dollars = z
    .number(error)
    .min(0, 'Must not be negative')
    .max(maxPriceDollars, 'Must be at most 1,000,000')
    .refine(wholeCents, 'At most two decimals');
  return moneyCodec(dollars as z.ZodNumber);
}

/** A figure a caller believes in: any finite number, compared to the cent and never used. */
export const claimedMoney = moneyCodec(z.number('Must be a number'));

/** A isoDateTime in UTC, ISO 8601. */
export const isoDateTime = z.string().meta({ format: 'date-time' });

/** An id, slug or number in an address. What cannot be one is simply not found. */
export const reference = z.string().min(1).max(200).refine(storable);

/** An address of a picture: our own path or https, nothing a browser would run or refuse. */
export const imageUrl = text(2000).refine(
  (value) => value === '' || isPictureAddress(value),
  'Use an https address or a path of this shop',
);

function isPictureAddress(value: string): boolean {
  // Browsers drop tabs and line feeds from addresses, which would turn "/\t/host" into another host.
  if (/[\p{Cc}\\]/u.test(value)) return false;
  if (/^\/(?!\/)/.test(value)) return true;
  return /^https:\/\//i.test(value) && URL.canParse(value);
}

// ---- Query strings: everything arrives as text, and a key that is present but empty is no filter.

const one = (value: string | string[] | undefined) => {
  const last = Array.isArray(value) ? value.at(-1) : value;
  return last === '' ? undefined : last;
};

const queryText = z.union([z.string(), z.array(z.string()).max(50)]).optional();

/** A number written plainly: "12", "12.5". Not "1e3", not " 12", not "0x1". */
const plainNumber = /^-?\d{1,12}(\.\d{1,6})?$/;

function queryCodec<T>(inner: z.ZodType<T>, read: (raw: string) => unknown, write: (value: T) => string) {
  return z.codec(queryText, inner.optional(), {
    decode: (raw) => {
      const single = one(raw);
      return (single === undefined ? undefined : read(single)) as T | undefined;
    },
    encode: (value) => (value === undefined ? undefined : write(value as T)),
  });
}

export function queryString(max: number) {
  return queryCodec(text(max), (raw) => raw, String);
}

/** A whole number within bounds. */
export function queryInt(min: number, max: number) {
  const inner = z.number('Must be a whole number').int('Must be a whole number').min(min).max(max);
  return queryCodec(inner, (raw) => (plainNumber.test(raw) ? Number(raw) : raw), String);
}

/** Dollars in the address, cents inside. */
export const queryMoney = queryCodec(
  z.custom<Cents>(
    (value) => Number.isSafeInteger(value) && (value as number) >= 0,
    'Must be a number of dollars',
  ),
  (raw) => (plainNumber.test(raw) ? dollarsToCents(Number(raw)) : raw),
  (value) => String(centsToDollars(value)),
);

/** true, or no filter: `inStock=false` means the same as leaving it out. */
export const queryFlag = queryCodec(
  z.boolean('Must be true or false'),
  (raw) => (raw === 'true' || raw === '1' ? true : raw === 'false' || raw === '0' ? undefined : raw),
  String,
);

/** A isoDateTime, or a day, which stands for its first isoDateTime in UTC. */
export const queryDateTime = queryCodec(
  z.date('Must be a date'),
  (raw) => {
    const date = /^\d{4}-\d{2}-\d{2}(T[\d:.]+Z)?$/.test(raw) ? new Date(raw) : undefined;
    return date && Number.isFinite(date.getTime()) ? date : raw;
  },
  (date) => date.toISOString(),
);

/** One of a fixed set. */
export function queryChoice<const T extends readonly [string, ...string[]]>(choices: T) {
  return queryCodec<T[number]>(z.enum(choices) as z.ZodType<T[number]>, (raw) => raw, String);
}

/** A repeated key means OR. */
function queryMany<T extends string>(item: z.ZodType<T>) {
  return z.codec(queryText, z.array(item).optional(), {
    decode: (raw) => {
      const all = (raw === undefined ? [] : Array.isArray(raw) ? raw : [raw]).filter((each) => each !== '');
      return (all.length === 0 ? undefined : all) as T[] | undefined;
    },
    encode: (values) => values as string[] | undefined,
  });
}

export function queryStrings(max: number) {
  return queryMany(text(max));
}

export function queryChoices<const T extends readonly [string, ...string[]]>(choices: T) {
  return queryMany<T[number]>(z.enum(choices) as z.ZodType<T[number]>);
}
