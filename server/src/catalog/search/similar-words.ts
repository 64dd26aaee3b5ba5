/** As many as a slip could have meant at once. */
const maxMeanings = 3;
/** A word that begins what was typed is meant as well: "macbookpro". */
const minPrefixLength = 5;

/** Of the words in a catalogue those a typed word is likely to have meant; those alike in fewest steps only. */
export function findSimilarWords(typed: string, words: string[]): string[] {
  const allowed = [...typed].length < 6 ? 1 : 2;
  const measured = words
    .map((word) => ({ word, steps: stepsFor(typed, word) }))
    .filter(({ steps }) => steps <= allowed)
    .sort((a, b) => a.steps - b.steps);
  const fewest = measured[0]?.steps;
  return measured
    .filter(({ steps }) => steps === fewest)
    .slice(0, maxMeanings)
    .map(({ word }) => word);
}

function stepsFor(typed: string, word: string): number {
  if (word.length >= minPrefixLength && typed.startsWith(word)) return 1;
  return countTypos([...typed], [...word]);
}

/** How many letters were left out, added, exchanged or swapped with their neighbour. */
export function countTypos(one: string[], other: string[]): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (const [row, letter] of one.entries()) {
    const current = [row + 1];
    for (const [column, opposite] of other.entries()) {
      const exchanged = (last[column] ?? 0) + (letter === opposite ? 0 : 1);
      const addedOrLeftOut = Math.min(last[column + 1] ?? 0, current[column] ?? 0) + 1;
      const swapped =
        letter === other[column - 1] && opposite === one[row - 1]
          ? (beforeLast[column - 1] ?? 0) + 1
          : Number.POSITIVE_INFINITY;
      current.push(Math.min(exchanged, addedOrLeftOut, swapped));
    }
    [beforeLast, last] = [last, current];
  }
  return last[other.length] ?? 0;
}
