import { timeOfLocal } from '@reprise/contract/time-zone';

const timePattern =
  /^((?:19|20)\d{2}-\d{2}-\d{2})[ T](\d{2}:\d{2})(:\d{2})?(?:\.\d{1,6})? ?(Z|UTC|[+-]\d{2}:?\d{2})?$/;

/** Reads a time such as 2026-01-15 12:00:00 -0500; without an offset it is one of `timeZone`. Undefined for other text. */
export function readTime(cell: string, timeZone: string): Date | undefined {
  const [, day, minute, second = '', zone] = timePattern.exec(cell) ?? [];
  if (day === undefined || minute === undefined || !isDay(day)) return undefined;
  const offset = zone === 'UTC' ? 'Z' : zone?.replace(/^([+-]\d{2}):?(\d{2})$/, '$1:$2');
  const local = `${day}T${minute}`;
  const read = new Date(offset === undefined ? timeOfLocal(timeZone, local) : `${local}${second}${offset}`);
  return Number.isNaN(read.getTime()) ? undefined : read;
}

/** False for a day such as February 30, which a Date takes for one in March. */
function isDay(text: string): boolean {
  const day = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text);
}
