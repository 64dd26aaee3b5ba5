/** Returns the count, with "+" if it is a lower bound. */
export function formatCount(count: number, atLeast: boolean): string {
  return atLeast && count > 0 ? `${count}+` : String(count);
}
