/** Maximum number of words that replace a misspelled word. */
const maxMeanings = 3;
/** A typed word that starts with a known word of this length matches it: "macbookpro". */
const minPrefixLength = 5;

/** Returns the candidates with the smallest optimal string alignment distance to the typed word, if close enough. */
export function findSimilarWords(typed: string, words: string[]): string[] {
  const maxDistance = [...typed].length < 6 ? 1 : 2;
  const measured = words
    .map((word) => ({ word, distance: distanceTo(typed, word) }))
    .filter(({ distance }) => distance <= maxDistance)
    .sort((a, b) => a.distance - b.distance);
  const smallest = measured[0]?.distance;
  return measured
    .filter(({ distance }) => distance === smallest)
    .slice(0, maxMeanings)
    .map(({ word }) => word);
}

function distanceTo(typed: string, word: string): number {
  if (word.length >= minPrefixLength && typed.startsWith(word)) return 1;
  return countTypos([...typed], [...word]);
}

/** Returns the optimal string alignment distance: letters omitted, added, replaced or swapped with their neighbor. */
export function countTypos(typed: string[], word: string[]): number {
  let twoAbove: number[] = [];
  let above = Array.from({ length: word.length + 1 }, (_, index) => index);
  for (const [row, letter] of typed.entries()) {
    const current = [row + 1];
    for (const [column, opposite] of word.entries()) {
      const replaced = (above[column] ?? 0) + (letter === opposite ? 0 : 1);
      const addedOrOmitted = Math.min(above[column + 1] ?? 0, current[column] ?? 0) + 1;
      const swapped =
        letter === word[column - 1] && opposite === typed[row - 1]
          ? (twoAbove[column - 1] ?? 0) + 1
          : Number.POSITIVE_INFINITY;
      current.push(Math.min(replaced, addedOrOmitted, swapped));
    }
    [twoAbove, above] = [above, current];
  }
  return above[word.length] ?? 0;
}
