// One formatter for all calls: creating an Intl formatter costs far more than using it.
const day = new Intl.DateTimeFormat('en-US', {
  weekday: 'short',
  month: 'short',
  day: 'numeric',
  timeZone: 'UTC',
});

const clock = new Intl.DateTimeFormat('en-US', { hour: 'numeric', minute: '2-digit', timeZone: 'UTC' });

/** "Tue, Dec 2, 2:05 PM UTC" */
export function formatDateTime(isoDateTime: string): string {
  return `${formatDay(isoDateTime)}, ${clock.format(new Date(isoDateTime))} UTC`;
}

/** "Tue, Dec 2" */
export function formatDay(isoDateTime: string): string {
  return day.format(new Date(isoDateTime));
}
