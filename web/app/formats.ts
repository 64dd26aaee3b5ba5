// Formats of times and counts on screens, in the store's format.
import { formatTimeAs } from '@reprise/contract/dates';
import { formatNumber } from '@reprise/contract/formats';

let shownZone: string | undefined;

/** Shows times in the store's time zone, as the back office does, or in the browser's. */
export function showTimesIn(timeZone: string | undefined): void {
  shownZone = timeZone;
}

/** Returns "Tue, Dec 2", or the year instead of the weekday for other years. */
export function formatDay(moment: string): string {
  const yearOf = (time: Date | string) => formatTimeAs('year', time, shownZone);
  return yearOf(moment) === yearOf(new Date()) ? formatTimeAs('day', moment, shownZone) : formatDate(moment);
}

/** Returns "Dec 2, 2026". */
export function formatDate(moment: string): string {
  return formatTimeAs('date', moment, shownZone);
}

/** Returns "Tue, Dec 2, 2:05 PM". */
export function formatDateTime(moment: string): string {
  return `${formatDay(moment)}, ${formatTime(moment)}`;
}

/** Returns "2:05 PM". */
export function formatTime(moment: string): string {
  return formatTimeAs('clock', moment, shownZone);
}

/** Returns "Dec 2" for an ISO calendar day, independent of the time zone. */
export function formatCalendarDay(day: string): string {
  return formatTimeAs('monthDay', `${day}T00:00:00Z`, 'UTC');
}

/** Returns "12,345". */
export const formatCount = (count: number | bigint): string => formatNumber(count);
