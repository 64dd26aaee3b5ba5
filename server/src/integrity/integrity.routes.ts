import type { booksEndpoints } from '@reprise/contract/integrity';
import type { Handlers } from '../platform/http/endpoint.ts';
import { type BooksDeps, checkBooks, readLastCheck } from './run-integrity-checks.ts';

export function booksHandlers(deps: BooksDeps): Handlers<typeof booksEndpoints> {
  return {
    getBooksCheck: async () => ({ check: await readLastCheck(deps.db) }),
    checkBooks: async () => ({ check: await checkBooks(deps) }),
  };
}
