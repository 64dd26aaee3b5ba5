/** Rounds of each load; compared loads alternate. */
export const rounds = 3;

export function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}

/** Median of the rounds with minimum and maximum: `1026 (980-1103)`. */
export function withRange(values: number[], digits = 0): string {
  const [least, most] = [Math.min(...values), Math.max(...values)].map((value) => value.toFixed(digits));
  return `${median(values).toFixed(digits)} (${least}-${most})`;
}
