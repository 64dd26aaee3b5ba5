/**
 * Whether an index of trigrams can find the words: it knows runs of three letters or digits. What has none would be
 * looked for in every row there is, so it is looked for in as many of the newest as `newestSearched`.
 */
export function areInTrigrams(words: string): boolean {
  return /[\p{L}\p{N}]{3}/u.test(words);
}

export const newestSearched = 20_000;
