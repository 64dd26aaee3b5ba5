import { unlinked } from './visitor-words.ts';

/** Returns the first sentence of a mail, with the recipient's name unless it is empty. */
export function withGreeting(name: string, sentence: string): string {
  const safeName = unlinked(name);
  if (safeName !== '') return `Hello ${safeName}, ${sentence}`;
  return sentence.charAt(0).toUpperCase() + sentence.slice(1);
}
