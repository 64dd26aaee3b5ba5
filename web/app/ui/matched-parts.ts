export type Part = { text: string; hit: boolean };

/**
 * A text in parts, with those that match what was searched for: the words as written together where they stand
 * like that, else each word of two letters or more by itself. Case does not matter.
 */
export function matchedParts(text: string, words: string): Part[] {
  const whole = words.trim();
  const found = split(text, [whole]);
  return found.some(({ hit }) => hit) ? found : split(text, whole.split(/\s+/));
}

function split(text: string, needles: string[]): Part[] {
  const useful = needles
    .filter((needle) => needle.length >= 2)
    // Where one begins with the other, the longer one counts.
    .sort((a, b) => b.length - a.length)
    .map((needle) => needle.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'));
  if (useful.length === 0) return [{ text, hit: false }];
  // With one group the parts between are those that match.
  return text
    .split(new RegExp(`(${useful.join('|')})`, 'iu'))
    .map((part, at) => ({ text: part, hit: at % 2 === 1 }))
    .filter((part) => part.text !== '');
}
