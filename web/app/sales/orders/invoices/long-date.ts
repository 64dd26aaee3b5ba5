/** Returns a day of the store in words: "November 23, 2026". */
export function longDate(time: string, timeZone: string): string {
  return new Date(time).toLocaleDateString('en-US', { dateStyle: 'long', timeZone });
}
