// One formatter for all calls: creating an Intl formatter costs far more than using it.
const day = new Intl.DateTimeFormat('en-US', {
  weekday: 'short',
  month: 'short',
  day: 'numeric',
  timeZone: 'UTC',
});

/** "Tue, Dec 2" */
export function formatDay(isoDateTime: string): string {
  return day.format(new Date(isoDateTime));
}
