import { Problem } from '@reprise/contract/problem';

/** What the shop said about a refusal, or the sentence for everything that gave no answer. */
export function messageOf(error: unknown, fallback: string): string {
  return error instanceof Problem && error.code !== 'INTERNAL' ? error.message : fallback;
}
