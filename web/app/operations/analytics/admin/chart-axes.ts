/** Returns round values from zero to at least the maximum, in at most four steps. */
export function ticksUpTo(max: number, wholeNumbers: boolean): number[] {
  const rough = (max > 0 ? max : 1) / 4;
  const power = 10 ** Math.floor(Math.log10(rough));
  const steps = [1, 2, 2.5, 5, 10].map((factor) => factor * power);
  // Below one only 1 itself is whole: it is among the steps of 0.1, not among those of 0.01.
  const step = steps.find((step) => step >= rough && (!wholeNumbers || Number.isInteger(step))) ?? 1;
  return Array.from({ length: Math.ceil(max / step) + 1 }, (_, index) => index * step);
}

/** Returns the indexes that get a label, the last one among them, so that labels are at least `minGap` apart. */
export function labeledIndexes(count: number, width: number, minGap: number): number[] {
  const every = Math.max(1, Math.ceil((minGap * (count - 1)) / Math.max(width, 1)));
  return Array.from({ length: Math.ceil(count / every) }, (_, index) => count - 1 - index * every).reverse();
}
