// Account pages are drawn in the browser: days and times are those of the reader.
const dayThisYear = new Intl.DateTimeFormat('en-US', { weekday: 'short', month: 'short', day: 'numeric' });
const dayOtherYear = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', year: 'numeric' });
const time = new Intl.DateTimeFormat('en-US', { hour: 'numeric', minute: '2-digit' });

/** "Tue, Dec 2", with the year where it is not this one. */
export function formatDay(moment: string): string {
  const date = new Date(moment);
  const format = date.getFullYear() === new Date().getFullYear() ? dayThisYear : dayOtherYear;
  return format.format(date);
}

/** "Tue, Dec 2, 4:05 PM" */
export function formatMoment(moment: string): string {
  return `${formatDay(moment)}, ${time.format(new Date(moment))}`;
}
