/** Maximum number of words that replace a misspelled word. */
const maxMeanings = 3;
/** Two typos in a shorter word leave too little of it. */
const minLengthOfTwoTypos = 6;

/** Returns the candidates with the smallest optimal string alignment distance to the typed word, at most `maxTypos`. */
export function findSimilarWords(typed: string, words: string[], maxTypos: 1 | 2): string[] {
  const letters = [...typed];
  const maxDistance = letters.length < minLengthOfTwoTypos ? 1 : maxTypos;
  // A number is no misspelling of another, as S23 of S22.
  const measured = words
    .filter((word) => numberOf(word) === numberOf(typed))
    .map((word) => ({ word, distance: countTypos(letters, [...word]) }))
    .filter(({ distance }) => distance <= maxDistance)
    .sort((a, b) => a.distance - b.distance);
  const smallest = measured[0]?.distance;
  if (smallest === 0) return [];
  return measured
    .filter(({ distance }) => distance === smallest)
    .slice(0, maxMeanings)
    .map(({ word }) => word);
}

const numberOf = (word: string) => word.replace(/\D/g, '');

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
