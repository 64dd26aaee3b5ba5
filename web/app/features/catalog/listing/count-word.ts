/** A count, or how many there are at least. */
export function countWord(count: number, atLeast: boolean): string {
  return atLeast && count > 0 ? `${count}+` : String(count);
}
