/** Escapes the wildcards of LIKE. */
export function escapeLike(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&');
}

/** Returns the LIKE pattern of lowercase texts that contain the text. */
export function containsPattern(text: string): string {
  return `%${escapeLike(text.toLowerCase())}%`;
}
