export type Part = { text: string; hit: boolean };

/**
 * Splits a text into parts that match and parts that do not: the whole phrase if it occurs, otherwise each
 * word of two letters or more. Ignores case and the space in measures such as "256 GB".
 */
export function matchedParts(text: string, query: string, words = query.trim().split(/\s+/)): Part[] {
  const phraseParts = split(text, [query.trim()]);
  return phraseParts.some(({ hit }) => hit) ? phraseParts : split(text, words);
}

function split(text: string, needles: string[]): Part[] {
  const useful = needles
    .filter((needle) => needle.length >= 2)
    // Longest first, so that the longer of two alternatives with a common prefix matches.
    .sort((a, b) => b.length - a.length)
    .map((needle) => needle.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&').replace(/^(\d+)(\p{L}+)$/u, '$1 ?$2'));
  if (useful.length === 0) return [{ text, hit: false }];
  // With one group, odd parts are matches.
  return text
    .split(new RegExp(`(${useful.join('|')})`, 'iu'))
    .map((part, index) => ({ text: part, hit: index % 2 === 1 }))
    .filter((part) => part.text !== '');
}
