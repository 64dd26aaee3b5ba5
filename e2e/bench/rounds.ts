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

/**
 * Median of the rounds with the interval that contains the true median with a probability of 95 %, by the ranks of the
 * sign test: `1.043 (1.012-1.081)`. Meant for ten rounds and more.
 */
export function withInterval(values: number[]): string {
  const rank = Math.max(0, Math.floor((values.length - 1.96 * Math.sqrt(values.length)) / 2));
  return withRange(values.toSorted((a, b) => a - b).slice(rank, values.length - rank), 3);
}
