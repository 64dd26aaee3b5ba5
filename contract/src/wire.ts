import { z } from 'zod';
import './validation/apply-validation-messages.ts';
import { formatNumber } from './formats.ts';
import { type Cents, minorUnits, storeCurrency, toCents, toMajorUnits } from './money.ts';
import { amountExample, typeAmount, unreadableAmount } from './typed-number.ts';

// PostgreSQL cannot store NUL or lone surrogates.
const storable = (value: string) => !value.includes('\u0000') && value.isWellFormed();

/** Message for people; a function where it writes a number, because the store's format is read when it is shown. */
type Message = string | (() => string);

/** Trimmed text that PostgreSQL can store. */
export function text(max: number, error?: Message) {
  return z
    .string({ ...(error && { error }) })
    .trim()
    .max(max, `Please use at most ${max} characters`)
    .refine(storable, { error: error ?? 'Contains characters that cannot be stored' });
}

/** Non-blank text; `error` is the message for people. */
export function requiredText(max: number, error: Message) {
  return text(max, error).min(1, { error });
}

/** Takes every address that a browser's email field takes, to look up what is stored. */
export const email = z
  .string('Email is required')
  .trim()
  .toLowerCase()
  .overwrite(withAsciiDomain)
  .min(1, 'Email is required')
  .max(254, 'Enter an email address of at most 254 characters')
  .pipe(z.email({ pattern: z.regexes.html5Email, error: 'Enter a valid email address' }))
  .meta({ format: 'email' });

/** Address that mail is sent to. Refuses the forms that no mail server delivers: a domain without a dot, stray dots. */
export const mailAddress = email.refine(
  isDeliverable,
  'This email address cannot receive mail. Check its spelling.',
);

/** Writes a domain in another script as mail servers do, in punycode. */
function withAsciiDomain(address: string): string {
  const [local, domain = '', ...rest] = address.split('@');
  if (rest.length > 0 || !/\P{ASCII}/u.test(domain) || !URL.canParse(`http://${domain}`)) return address;
  return `${local}@${new URL(`http://${domain}`).hostname}`;
}

/** Longest local part (RFC 5321, 4.5.3.1.1). */
const maxLocalPart = 64;

function isDeliverable(address: string): boolean {
  // One message is enough for a text that is no address.
  if (!z.regexes.html5Email.test(address)) return true;
  const [local = '', domain = ''] = address.split('@');
  return (
    local.length <= maxLocalPart &&
    !/^\.|\.\.|\.$/.test(local) &&
    /\.(?:[a-z]{2,}|xn--[a-z0-9-]+)$/.test(domain)
  );
}

/** Not trimmed: every character of a password counts. */
export const newPassword = z
  .string('Password must be at least 6 characters long')
  .min(6, 'Password must be at least 6 characters long')
  .max(128, 'Password must be at most 128 characters long')
  .refine(storable, 'Contains characters that cannot be stored');

/** Message for fields that do not exist, where one that is ignored would move another device or amount than meant. */
export const unknownFields = {
  error: ({ code, keys }: { code?: string; keys?: string[] }) =>
    code === 'unrecognized_keys' ? `There is no field "${keys?.join('", "')}" here` : undefined,
};

/** Version that an editor saw, for optimistic concurrency. The next one still fits in an integer of PostgreSQL. */
export const seenVersion = z
  .int('A version is required')
  .min(0, 'A version is required')
  .max(2_000_000_000, 'There is no such version');

const centsSchema = z.custom<Cents>(
  (value) => Number.isSafeInteger(value),
  'Must be a whole number of minor units',
);

function moneyCodec(majorUnits: z.ZodNumber) {
  return z.codec(majorUnits, centsSchema, { decode: toCents, encode: toMajorUnits });
}

/** True for an amount in major units without a fraction of a minor unit. */
function isWholeMinor(majorUnits: number): boolean {
  const minor = majorUnits * minorUnits();
  return Math.abs(minor - Math.round(minor)) < Math.max(1e-6, Math.abs(minor) * 1e-15);
}

const isInSteps = (majorUnits: number) => Math.round(majorUnits * minorUnits()) % storeCurrency().step === 0;

/** Money in responses: major units on the wire, minor units inside. */
export const money = moneyCodec(z.number());

/** JSON Schema of prices. Getters, because schemas are built before the currency is known. */
const priceRules = {
  get multipleOf() {
    return storeCurrency().step / minorUnits();
  },
  get maximum() {
    return storeCurrency().maxPrice / minorUnits();
  },
};

/**
 * Price input: not negative, with the decimals of the store's currency and up to its largest price, which are read with
 * each check. `error` is for a missing price.
 */
export function price(error: string) {
  return priceCodec(amountInput(error).min(0, 'Must not be negative'));
}

/** Price input of at least a minor unit. */
export function positivePrice(error: string, zeroError: string) {
  return (
    priceCodec(amountInput(error).gt(0, zeroError))
      // A billionth of a dollar is above zero, and no cent.
      .refine((amount) => amount > 0, zeroError)
      .meta(priceRules)
  );
}

function amountInput(error: string) {
  return z.number({
    error: ({ input }) => (typeof input === 'string' && input !== '' ? unreadableAmount(input) : error),
  });
}

function priceCodec(majorUnits: z.ZodNumber) {
  const bounded = majorUnits
    .refine((amount) => amount * minorUnits() <= storeCurrency().maxPrice, { error: largestPriceError })
    .refine(isWholeMinor, { error: decimalsError })
    .refine((amount) => !isWholeMinor(amount) || isInSteps(amount), { error: stepError });
  return moneyCodec(bounded as z.ZodNumber).meta(priceRules);
}

/** Returns the message for an amount above the largest price. */
export function largestPriceError(): string {
  const { maxPrice } = storeCurrency();
  return `Must be at most ${formatNumber(maxPrice / minorUnits())}`;
}

/** Returns the message for an amount with more decimals than the currency has. */
export function decimalsError(): string {
  const { digits } = storeCurrency();
  const allowed = { 0: 'Without decimals', 2: 'At most two decimals' }[digits] ?? 'At most three decimals';
  return `${allowed}, such as ${amountExample()}`;
}

function stepError(): string {
  const step = typeAmount(storeCurrency().step as Cents);
  return `Must be a multiple of ${step}, such as ${amountExample()}`;
}

/** Amount expected by the caller: any finite number, compared to the minor unit and never charged. */
export const claimedMoney = z.codec(z.number(), centsSchema, {
  decode: (amount) => {
    // Above every order, and still a safe integer of minor units.
    const maxClaim = 9e15 / minorUnits();
    return toCents(Math.min(Math.max(amount, -maxClaim), maxClaim));
  },
  encode: toMajorUnits,
});

/** ISO 8601 date and time in UTC. */
export const isoDateTime = z.string().meta({ format: 'date-time' });

/** A year 0 is valid in ISO 8601, but not in PostgreSQL. */
const hasYear = (day: string) => !day.startsWith('0000');

/** Date and time in UTC as input. */
export const dateTimeInput = (error: string) => z.iso.datetime({ error }).refine(hasYear, error);

/** Calendar day as input: "2026-10-01". */
export const dayInput = (error: string) => z.iso.date(error).refine(hasYear, error);

/** Id, slug or number in a path; an invalid one results in NOT_FOUND. */
export const reference = z.string().min(1).max(200).refine(storable);

/** Part of a character class of a pattern: control characters and backslashes. */
const unprintable = '\\\\\\u0000-\\u001f\\u007f-\\u009f';

/** Pattern of an address up to its path, for the API reference. */
export const hostUrl = (scheme: string) => `${scheme}://[A-Za-z0-9.-]*[A-Za-z](:[1-9][0-9]{1,3})?`;

/** Pattern of a segment of a path, for the API reference; it leaves out those that may be `.` or `..`. */
const pathSegment = `/[^/.%${unprintable}][^/${unprintable}]*`;

/** Image URL: own path or https, no script or mixed content. */
export const imageUrl = text(2000)
  .refine((value) => value === '' || isImageUrl(value), 'Use an https address or a path of this shop')
  .meta({
    pattern: `^(/|(${pathSegment})+|${hostUrl('https')}(${pathSegment})*)?$`,
  });

function isImageUrl(value: string): boolean {
  // Browsers strip tabs and line feeds from URLs, which would turn "/\t/host" into another host.
  if (/[\p{Cc}\\]/u.test(value)) return false;
  if (hasDotSegment(value)) return false;
  if (/^\/(?!\/)/.test(value)) return true;
  if (!/^https:\/\//i.test(value) || !URL.canParse(value)) return false;
  const { username, password } = new URL(value);
  return username === '' && password === '';
}

const codes: Record<string, string> = { '%2e': '.', '%2f': '/', '%5c': '/', '%25': '%' };

/** True for a path with a segment `.` or `..`, written plainly or percent-encoded, even twice. */
function hasDotSegment(value: string): boolean {
  let path = value.split(/[?#]/, 1)[0] ?? '';
  for (let decoded = ''; decoded !== path; ) {
    decoded = path;
    path = decoded.replace(/%(2e|2f|5c|25)/gi, (code) => codes[code.toLowerCase()] ?? code);
  }
  return path.split('/').some((segment) => segment === '.' || segment === '..');
}

// ---- Query strings: values are text, and an empty value is no filter.

const lastValue = (value: string | string[] | undefined) => {
  const last = Array.isArray(value) ? value.at(-1) : value;
  return last === '' ? undefined : last;
};

/** How often a key can be repeated. */
const maxRepeats = 50;

const queryText = z.union([z.string(), z.array(z.string()).max(maxRepeats)]).optional();

/** Plain decimal number: "12", "12.5"; rejects "1e3", " 12" and "0x1". */
const plainNumber = /^-?\d{1,12}(\.\d{1,6})?$/;

/** `wire` is the JSON Schema that the API reference shows, since the one of the text says nothing about its bounds. */
function queryCodec<T>(
  inner: z.ZodType<T>,
  {
    read,
    write = String,
    wire,
  }: { read: (raw: string) => unknown; write?: (value: T) => string; wire: object },
) {
  return z
    .codec(queryText, inner.optional(), {
      decode: (raw) => {
        const single = lastValue(raw);
        return (single === undefined ? undefined : read(single)) as T | undefined;
      },
      encode: (value) => (value === undefined ? undefined : write(value as T)),
    })
    .meta({ wire });
}

export function queryString(max: number) {
  return queryCodec(text(max), { read: (raw) => raw, wire: { type: 'string', maxLength: max } });
}

/** Integer within bounds. */
export function queryInt(min: number, max: number) {
  const inner = z.int().min(min).max(max);
  const read = (raw: string) => (plainNumber.test(raw) ? Number(raw) : raw);
  return queryCodec(inner, { read, wire: { type: 'integer', minimum: min, maximum: max } });
}

/** Major units in the query string, minor units inside. An amount above every price filters as the smallest of them. */
export const queryMoney = queryCodec(
  z.custom<Cents>(
    (value) => Number.isSafeInteger(value) && (value as number) >= 0,
    'Must be an amount of money',
  ),
  {
    read: (raw) => {
      const abovePrices = (storeCurrency().maxPrice + 1) / minorUnits();
      return plainNumber.test(raw) ? toCents(Math.min(Number(raw), abovePrices)) : raw;
    },
    write: (value) => String(toMajorUnits(value)),
    wire: {
      type: 'number',
      minimum: 0,
      maximum: 999_999_999_999,
      get multipleOf() {
        return priceRules.multipleOf;
      },
    },
  },
);

/** True or no filter: `inStock=false` equals omitting it. */
export const queryFlag = queryCodec(z.boolean('Must be true or false'), {
  read: (raw) => (raw === 'true' || raw === '1' ? true : raw === 'false' || raw === '0' ? undefined : raw),
  wire: { type: 'boolean' },
});

/** ISO date and time, or a day ("2026-10-01"), which means its start in the store's time zone. */
export const queryDayOrTime = queryCodec<Date | string>(
  z.union([z.date(), z.string().refine(isCalendarDay)], 'Must be a date'),
  {
    read: (raw) => {
      const isTime = /^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/.test(raw) && hasYear(raw);
      const date = isTime ? new Date(raw) : undefined;
      return date && Number.isFinite(date.getTime()) ? date : raw;
    },
    write: (moment) => (typeof moment === 'string' ? moment : moment.toISOString()),
    wire: { type: 'string', anyOf: [{ format: 'date' }, { format: 'date-time' }] },
  },
);

/** True for a day of the calendar, which "2026-02-30" is not. */
function isCalendarDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text) || !hasYear(text)) return false;
  const date = new Date(`${text}T00:00:00Z`);
  return Number.isFinite(date.getTime()) && date.toISOString().startsWith(text);
}

/** One of a fixed set. */
export function queryChoice<const T extends readonly [string, ...string[]]>(choices: T, error?: string) {
  const wire = { type: 'string', enum: choices };
  return queryCodec<T[number]>(z.enum(choices, error) as z.ZodType<T[number]>, { read: (raw) => raw, wire });
}

/** Repeated keys are combined with OR. */
function queryMany<T extends string>(item: z.ZodType<T>, wire: object) {
  return z
    .codec(queryText, z.array(item).optional(), {
      decode: (raw) => {
        const all = (raw === undefined ? [] : Array.isArray(raw) ? raw : [raw]).filter((item) => item !== '');
        return (all.length === 0 ? undefined : all) as T[] | undefined;
      },
      encode: (values) => values as string[] | undefined,
    })
    .meta({ wire: { type: 'array', maxItems: maxRepeats, items: { type: 'string', ...wire } } });
}

export function queryStrings(max: number) {
  return queryMany(text(max), { maxLength: max });
}

export function queryChoices<const T extends readonly [string, ...string[]]>(choices: T) {
  return queryMany<T[number]>(z.enum(choices) as z.ZodType<T[number]>, { enum: choices });
}
