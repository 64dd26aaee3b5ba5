/** Escapes the wildcards of LIKE. */
export function escapeLike(words: string): string {
  return words.replace(/[\\%_]/g, '\\$&');
}

/** Returns the LIKE pattern of lowercase texts that contain the words. */
export function containsPattern(words: string): string {
  return `%${escapeLike(words.toLowerCase())}%`;
}
