import type { booksEndpoints } from '@reprise/contract/books';
import type { Handlers } from '../platform/endpoint.ts';
import { type BooksDeps, checkBooks, readLastCheck } from './check-books.ts';

export function booksHandlers(deps: BooksDeps): Handlers<typeof booksEndpoints> {
  return {
    getBooksCheck: async () => ({ check: await readLastCheck(deps.db) }),
    checkBooks: async () => ({ check: await checkBooks(deps) }),
  };
}
