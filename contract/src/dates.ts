import { type FormatName, getStoreFormat } from './formats.ts';

/** Order of day and month and the clock of each format. */
const habits: Record<FormatName, { isDayFirst: boolean; is24Hours: boolean }> = {
  'en-US': { isDayFirst: false, is24Hours: false },
  'en-GB': { isDayFirst: true, is24Hours: true },
  'en-AU': { isDayFirst: true, is24Hours: false },
  'en-IN': { isDayFirst: true, is24Hours: false },
  'de-DE': { isDayFirst: true, is24Hours: true },
  'fr-FR': { isDayFirst: true, is24Hours: true },
  'de-CH': { isDayFirst: true, is24Hours: true },
  'ja-JP': { isDayFirst: false, is24Hours: true },
};

/** Kinds of dates and times, with what a store in the United States shows. */
const kinds = {
  /** "Tue, Dec 2" */
  day: { weekday: 'short', month: 'short', day: 'numeric' },
  /** "Dec 2" */
  monthDay: { month: 'short', day: 'numeric' },
  /** "Dec 2, 2026" */
  date: { year: 'numeric', month: 'short', day: 'numeric' },
  /** "December 2, 2026" */
  longDate: { dateStyle: 'long' },
  /** "December 2026" */
  month: { year: 'numeric', month: 'long' },
  year: { year: 'numeric' },
  /** "2:05 PM" */
  clock: { hour: 'numeric', minute: '2-digit' },
  /** "Dec 2, 2026, 2:05 PM" */
  dateTime: { dateStyle: 'medium', timeStyle: 'short' },
  /** "December 2, 2026 at 2:05 PM" */
  longDateTime: { dateStyle: 'long', timeStyle: 'short' },
} satisfies Record<string, Intl.DateTimeFormatOptions>;

// Shared, because creating an Intl formatter is far slower than formatting.
const timeFormats = new Map<string, Intl.DateTimeFormat>();

function timeFormat(kind: keyof typeof kinds, timeZone: string | undefined, is24Hours: boolean) {
  const key = `${kind} ${timeZone} ${is24Hours}`;
  const known = timeFormats.get(key);
  if (known) return known;
  const options = { ...kinds[kind], timeZone, ...(is24Hours && { hourCycle: 'h23' as const }) };
  const format = new Intl.DateTimeFormat('en-US', options);
  timeFormats.set(key, format);
  return format;
}

/** Returns a time in words, in a time zone or in that of the browser. */
export function formatTimeAs(
  kind: keyof typeof kinds,
  time: Date | string,
  timeZone?: string,
  name = getStoreFormat(),
): string {
  const { isDayFirst, is24Hours } = habits[name];
  const format = timeFormat(kind, timeZone, is24Hours);
  return isDayFirst ? dayFirst(format.formatToParts(new Date(time))) : format.format(new Date(time));
}

/**
 * Writes the parts of an American date as "Tue, 2 Dec 2026, 14:05". Composed here, because the locales that write so
 * differ between the versions of ICU in the server and in browsers: "Sep" and "Sept".
 */
function dayFirst(parts: Intl.DateTimeFormatPart[]): string {
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.find((one) => one.type === type)?.value;
  const hour = part('hour');
  const period = part('dayPeriod')?.toLowerCase();
  return [
    part('weekday'),
    [part('day'), part('month'), part('year')].filter(Boolean).join(' '),
    hour && `${hour}:${part('minute')}${period ? `\u202f${period}` : ''}`,
  ]
    .filter(Boolean)
    .join(', ');
}

/** Returns a range of two days of a year: "Dec 2-4" and "Nov 30-Dec 2", day first "2-4 Dec" and "30 Nov-2 Dec". */
export function formatDayRange(from: Date, to: Date): string {
  const [first, last] = [from, to].map((day) => formatTimeAs('monthDay', day, 'UTC')) as [string, string];
  if (first === last) return first;
  const sameMonth = from.getUTCMonth() === to.getUTCMonth();
  if (habits[getStoreFormat()].isDayFirst) return `${sameMonth ? from.getUTCDate() : first}-${last}`;
  return `${first}-${sameMonth ? to.getUTCDate() : last}`;
}
