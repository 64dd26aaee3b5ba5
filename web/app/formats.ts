// Formats in the browser's time zone. The formatters are shared, because creating one costs far more than
// using it.
const thisYear = new Intl.DateTimeFormat('en-US', { weekday: 'short', month: 'short', day: 'numeric' });
const otherYear = new Intl.DateTimeFormat('en-US', { year: 'numeric', month: 'short', day: 'numeric' });
const clock = new Intl.DateTimeFormat('en-US', { hour: 'numeric', minute: '2-digit' });
const utcDay = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' });

/** Returns "Tue, Dec 2", or the year instead of the weekday for other years. */
export function formatDay(moment: string): string {
  const date = new Date(moment);
  return date.getFullYear() === new Date().getFullYear() ? thisYear.format(date) : otherYear.format(date);
}

/** Returns "Dec 2, 2026". */
export function formatDate(moment: string): string {
  return otherYear.format(new Date(moment));
}

/** Returns "Tue, Dec 2, 2:05 PM". */
export function formatDateTime(moment: string): string {
  return `${formatDay(moment)}, ${clock.format(new Date(moment))}`;
}

/** Returns "2:05 PM". */
export function formatTime(moment: string): string {
  return clock.format(new Date(moment));
}

/** Returns "Dec 2" for an ISO calendar day, independent of the time zone. */
export function formatCalendarDay(day: string): string {
  return utcDay.format(new Date(`${day}T00:00:00Z`));
}

const counts = new Intl.NumberFormat('en-US');

/** Returns "12,345". */
export const formatCount = (count: number | bigint): string => counts.format(count);
