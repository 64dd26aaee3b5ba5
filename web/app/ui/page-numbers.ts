/** Returns the pages to link: the first, the last and those around the current one; null is a gap. */
export function pageNumbers(page: number, pages: number): (number | null)[] {
  const numbers: (number | null)[] = [];
  for (let number = 1; number <= pages; number++) {
    const near = Math.abs(number - page) <= 1 || number === 1 || number === pages;
    // Shows a single hidden page instead of a gap.
    const fillsGap = number === 2 ? page <= 4 : number === pages - 1 && page >= pages - 3;
    if (near || fillsGap) numbers.push(number);
    else if (numbers.at(-1) !== null) numbers.push(null);
  }
  return numbers;
}
