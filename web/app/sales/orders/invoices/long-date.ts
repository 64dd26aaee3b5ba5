import { formatTimeAs } from '@reprise/contract/dates';

/** Returns a day of the store in words: "November 23, 2026". */
export function longDate(time: string, timeZone: string): string {
  return formatTimeAs('longDate', time, timeZone);
}
