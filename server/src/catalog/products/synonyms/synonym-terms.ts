import { Problem } from '@reprise/contract/problem';
import { normalizePhrase } from '../search/analyze.ts';

/** Returns the phrases without duplicates and their terms; throws VALIDATION_ERROR if fewer than two terms are left. */
export function synonymTerms(input: string[]): { phrases: string[]; terms: string[] } {
  const phraseByTerm = new Map<string, string>();
  for (const phrase of input) {
    const term = normalizePhrase(phrase);
    if (term === '') throw invalid(`“${phrase}” has no letters or digits.`);
    // Phrases that differ only in letter case or plural are one to the search.
    if (!phraseByTerm.has(term)) phraseByTerm.set(term, phrase);
  }
  if (phraseByTerm.size < 2) {
    throw invalid('The search already treats these phrases as the same. Enter at least two different ones.');
  }
  return { phrases: [...phraseByTerm.values()], terms: [...phraseByTerm.keys()] };
}

function invalid(message: string): Problem {
  return new Problem('VALIDATION_ERROR', message, { errors: [{ field: 'phrases', message }] });
}
