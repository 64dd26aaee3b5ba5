import { timeOfLocal } from '@reprise/contract/time-zone';
import type { DateOrder } from '@reprise/contract/workshop/units/report-tools';

type Parts = { year: number; month: number; day: number; clock: string; zone: string };
export type TimeReading =
  | { time: string; isLocal: boolean }
  /** Day and month can be swapped. */
  | { ambiguous: true }
  | null;

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
/** Clock at the end of a time, with the half of the day and the zone. */
const clockForm =
  /[ T,]{1,3}(\d{1,2}):(\d{2})(?::(\d{2})(?:[.,]\d{1,9})?)? ?([AaPp][Mm])? ?(Z|UTC|GMT|[+-]\d{2}:?\d{2})?$/;
const isoForm = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})$/;
const numberForm = /^(\d{1,2})([-/.])(\d{1,2})[-/.](\d{4})$/;
const dayFirstForm = /^(\d{1,2})[ -]([A-Za-z]{3,9})\.?,?[ -](\d{4})$/;
const monthFirstForm = /^([A-Za-z]{3,9})\.? (\d{1,2}),? (\d{4})$/;
const weekdayForm = /^(mon|tue|wed|thu|fri|sat|sun)[a-z]{0,6},? /i;
const maxLength = 60;

/** Returns the date of a time without its weekday, and its clock. */
function splitTime(value: string): { date: string; clock: (string | undefined)[] } {
  const text = value.trim().slice(0, maxLength).replace(/ {2,}/g, ' ');
  const found = clockForm.exec(text);
  const date = found ? text.slice(0, found.index) : text;
  return { date: date.replace(weekdayForm, '').trim(), clock: found?.slice(1) ?? [] };
}

/** Returns the order of day and month that the texts prove; null if they prove none or contradict each other. */
export function orderOf(values: readonly string[]): DateOrder | null {
  const orders = new Set<DateOrder>();
  for (const value of values) {
    const [, first, mark, second] = numberForm.exec(splitTime(value).date) ?? [];
    if (!first || !second || mark === '.') continue;
    if (Number(first) > 12) orders.add('day-first');
    if (Number(second) > 12) orders.add('month-first');
  }
  return orders.size === 1 ? ([...orders][0] ?? null) : null;
}

/** Reads a date or time; times without a zone are those of the shop. Nothing that can mean two days is guessed. */
export function readTime(value: string, order: DateOrder | null, timeZone: string): TimeReading {
  const text = value.trim().replace(/^(\d{4}-\d{2}-\d{2})_(\d{2})-(\d{2})-(\d{2})$/, '$1 $2:$3:$4');
  if (/^\d{10}$/.test(text) || /^\d{13}$/.test(text)) {
    const time = Number(text) * (text.length === 10 ? 1000 : 1);
    return time > Date.UTC(2000) && time < Date.UTC(2100)
      ? { time: new Date(time).toISOString(), isLocal: false }
      : null;
  }
  const { date, clock } = splitTime(text);
  const iso = isoForm.exec(date);
  if (iso) return timeOf(partsOf(iso[1], iso[2], iso[3], clock), timeZone);
  const named = dayFirstForm.exec(date);
  if (named) return timeOf(partsOf(named[3], monthOf(named[2]), named[1], clock), timeZone);
  const monthNamed = monthFirstForm.exec(date);
  if (monthNamed)
    return timeOf(partsOf(monthNamed[3], monthOf(monthNamed[1]), monthNamed[2], clock), timeZone);
  const [, first = '', mark, second = '', year] = numberForm.exec(date) ?? [];
  if (first === '') return null;
  const known =
    Number(first) > 12 || mark === '.' ? 'day-first' : Number(second) > 12 ? 'month-first' : order;
  if (known === null && first !== second) return { ambiguous: true };
  const [day, month] = known === 'month-first' ? [second, first] : [first, second];
  return timeOf(partsOf(year, month, day, clock), timeZone);
}

const monthOf = (name = '') => String(months.indexOf(name.slice(0, 3).toLowerCase()) + 1);

function partsOf(
  year: string | undefined,
  month: string | undefined,
  day: string | undefined,
  [hour = '0', minute = '00', second = '00', half = '', zone = '']: (string | undefined)[],
): Parts {
  const hours = half ? (Number(hour) % 12) + (/p/i.test(half) ? 12 : 0) : Number(hour);
  return {
    year: Number(year),
    month: Number(month),
    day: Number(day),
    clock: `${String(hours).padStart(2, '0')}:${minute}:${second}`,
    zone: /^(Z|UTC|GMT)$/.test(zone) ? 'Z' : zone.replace(/^([+-]\d{2}):?(\d{2})$/, '$1:$2'),
  };
}

function timeOf({ year, month, day, clock, zone }: Parts, timeZone: string): TimeReading {
  const date = `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
  const utc = new Date(`${date}T${clock}Z`);
  // A day that the month does not have would roll over to the next.
  if (Number.isNaN(utc.getTime()) || utc.toISOString().slice(0, 10) !== date || year < 2000) return null;
  if (zone) return { time: new Date(`${date}T${clock}${zone}`).toISOString(), isLocal: false };
  const minute = timeOfLocal(timeZone, `${date}T${clock.slice(0, 5)}`);
  return { time: `${minute.slice(0, 17)}${clock.slice(6)}.000Z`, isLocal: true };
}
