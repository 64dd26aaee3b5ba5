// For what is drawn in the browser: days and times are those of the reader.
// Making a formatter costs far more than using it.
const thisYear = new Intl.DateTimeFormat('en-US', { weekday: 'short', month: 'short', day: 'numeric' });
const otherYear = new Intl.DateTimeFormat('en-US', { year: 'numeric', month: 'short', day: 'numeric' });
const clock = new Intl.DateTimeFormat('en-US', { hour: 'numeric', minute: '2-digit' });
const utcDay = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' });

/** "Tue, Dec 2", with the year instead of the weekday where it is not this one. */
export function formatDay(moment: string): string {
  const date = new Date(moment);
  return date.getFullYear() === new Date().getFullYear() ? thisYear.format(date) : otherYear.format(date);
}

/** "Dec 2, 2026" */
export function formatDate(moment: string): string {
  return otherYear.format(new Date(moment));
}

/** "Tue, Dec 2, 2:05 PM" */
export function formatDateTime(moment: string): string {
  return `${formatDay(moment)}, ${clock.format(new Date(moment))}`;
}

/** "Dec 2" of a calendar day as the API names it, whatever the time zone here. */
export function formatCalendarDay(day: string): string {
  return utcDay.format(new Date(`${day}T00:00:00Z`));
}
