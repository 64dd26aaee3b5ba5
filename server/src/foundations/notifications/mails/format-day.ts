import { formatTimeAs } from '@reprise/contract/dates';

/** "Tue, Dec 2, 2:05 PM UTC" */
export function formatDateTime(isoDateTime: string): string {
  return `${formatDay(isoDateTime)}, ${formatTimeAs('clock', isoDateTime, 'UTC')} UTC`;
}

/** "Tue, Dec 2" */
export function formatDay(isoDateTime: string): string {
  return formatTimeAs('day', isoDateTime, 'UTC');
}

/** Returns ' by Tue, Dec 2', or '' without a day. */
export const byDay = (day: string | null): string => (day ? ` by ${formatDay(day)}` : '');
