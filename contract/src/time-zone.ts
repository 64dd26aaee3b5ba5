const namePattern = /^(?:UTC|[A-Z][A-Za-z_]+(?:\/[A-Z][A-Za-z0-9_+-]+){1,2})$/;

/** True for a time zone of the IANA database by its full name: "America/New_York". Offsets and abbreviations are not. */
export function isTimeZone(name: string): boolean {
  if (!namePattern.test(name)) return false;
  try {
    new Intl.DateTimeFormat('en-US', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

/** Returns the time zone of this browser, or of the server. */
export const browserTimeZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone;

const parts = new Map<string, Intl.DateTimeFormat>();

/** Creating a format costs far more than using it. */
function partsFormat(timeZone: string): Intl.DateTimeFormat {
  const known = parts.get(timeZone);
  if (known) return known;
  const two = '2-digit';
  const format = new Intl.DateTimeFormat('en-CA', {
    timeZone,
    year: 'numeric',
    month: two,
    day: two,
    hour: two,
    minute: two,
    second: two,
    hourCycle: 'h23',
    timeZoneName: 'longOffset',
  });
  parts.set(timeZone, format);
  return format;
}

function partsOf(time: Date, timeZone: string): (type: Intl.DateTimeFormatPartTypes) => string {
  const all = partsFormat(timeZone).formatToParts(time);
  return (type) => all.find((part) => part.type === type)?.value ?? '';
}

/** Returns the calendar day of a time: "2026-10-01". */
export function dayIn(timeZone: string, time: Date): string {
  const part = partsOf(time, timeZone);
  return `${part('year')}-${part('month')}-${part('day')}`;
}

/** Returns ISO 8601 with the offset of the time zone: "2026-10-01T08:00:00-04:00", and "2026-10-01T12:00:00Z" in UTC. */
export function isoIn(timeZone: string, time: Date): string {
  const part = partsOf(time, timeZone);
  const offset = timeZone === 'UTC' ? 'Z' : part('timeZoneName').replace('GMT', '') || '+00:00';
  return `${dayIn(timeZone, time)}T${part('hour')}:${part('minute')}:${part('second')}${offset}`;
}

/** Returns a time as a browser's field for local times has it: "2026-10-01T08:00". */
export function localTimeIn(timeZone: string, time: Date): string {
  return isoIn(timeZone, time).slice(0, 16);
}

const localPattern = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/;

/**
 * Returns the UTC time of a local time, in ISO 8601; the text itself if it is no time. A time that the clock skips in
 * spring is taken an hour later.
 */
export function timeOfLocal(timeZone: string, local: string): string {
  const wanted = Date.parse(`${local}:00Z`);
  if (!localPattern.test(local) || !Number.isFinite(wanted)) return local;
  const missing = (time: number) => wanted - Date.parse(`${isoIn(timeZone, new Date(time)).slice(0, 19)}Z`);
  const first = wanted + missing(wanted);
  // The offset may have changed between the first guess and the time.
  const second = first + missing(first);
  return new Date(missing(second) === 0 ? second : Math.max(first, second)).toISOString();
}
