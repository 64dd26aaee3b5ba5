import { unlinked } from './visitor-words.ts';

/** The first sentence of a mail: with the name of its recipient, or without one where the name is empty. */
export function greeted(name: string, sentence: string): string {
  const shown = unlinked(name);
  if (shown !== '') return `Hello ${shown}, ${sentence}`;
  return sentence.charAt(0).toUpperCase() + sentence.slice(1);
}
