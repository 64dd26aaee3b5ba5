// Formats of times. The formatters are shared, because creating one costs far more than using it.
let shownZone: string | undefined;
let shown = formattersIn(undefined);
const utcDay = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' });

function formattersIn(timeZone: string | undefined) {
  return {
    year: new Intl.DateTimeFormat('en-US', { timeZone, year: 'numeric' }),
    thisYear: new Intl.DateTimeFormat('en-US', {
      timeZone,
      weekday: 'short',
      month: 'short',
      day: 'numeric',
    }),
    otherYear: new Intl.DateTimeFormat('en-US', {
      timeZone,
      year: 'numeric',
      month: 'short',
      day: 'numeric',
    }),
    clock: new Intl.DateTimeFormat('en-US', { timeZone, hour: 'numeric', minute: '2-digit' }),
  };
}

/** Shows times in the store's time zone, as the back office does, or in the browser's. */
export function showTimesIn(timeZone: string | undefined): void {
  if (timeZone === shownZone) return;
  shownZone = timeZone;
  shown = formattersIn(timeZone);
}

/** Returns "Tue, Dec 2", or the year instead of the weekday for other years. */
export function formatDay(moment: string): string {
  const date = new Date(moment);
  const isThisYear = shown.year.format(date) === shown.year.format(new Date());
  return (isThisYear ? shown.thisYear : shown.otherYear).format(date);
}

/** Returns "Dec 2, 2026". */
export function formatDate(moment: string): string {
  return shown.otherYear.format(new Date(moment));
}

/** Returns "Tue, Dec 2, 2:05 PM". */
export function formatDateTime(moment: string): string {
  return `${formatDay(moment)}, ${shown.clock.format(new Date(moment))}`;
}

/** Returns "2:05 PM". */
export function formatTime(moment: string): string {
  return shown.clock.format(new Date(moment));
}

/** Returns "Dec 2" for an ISO calendar day, independent of the time zone. */
export function formatCalendarDay(day: string): string {
  return utcDay.format(new Date(`${day}T00:00:00Z`));
}

const counts = new Intl.NumberFormat('en-US');

/** Returns "12,345". */
export const formatCount = (count: number | bigint): string => counts.format(count);
