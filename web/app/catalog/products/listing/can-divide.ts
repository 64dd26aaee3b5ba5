/** Returns true if some value of a filter leaves a card or an offer of the list out. */
export function canDivide(values: { count: number }[], total: number): boolean {
  const counted = values.filter(({ count }) => count > 0);
  return counted.length > 1 || counted.some(({ count }) => count < total);
}

type Step = { value: number; count: number };

/** Returns the steps that divide the list, the highest of those with one count, and the selected step. */
export function dividingSteps(steps: Step[], selected: number | null, total: number): Step[] {
  // While one is selected, the total is that of its cards.
  const listed = selected === null ? total : Number.POSITIVE_INFINITY;
  const dividing = steps.filter(
    ({ value, count }, index) =>
      value === selected || (count !== steps[index + 1]?.count && canDivide([{ count }], listed)),
  );
  const isOffered = selected === null || dividing.some(({ value }) => value === selected);
  return isOffered ? dividing : [...dividing, { value: selected, count: 0 }];
}
