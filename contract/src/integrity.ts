import { z } from 'zod';
import { endpoints } from './endpoint.ts';

/** A look through stock, ledger, orders, payments, jobs and pictures. */
export const booksCheck = z
  .object({
    checkedAt: z.iso.datetime(),
    tookMs: z.number().int(),
    /** Empty when everything adds up. `examples` are ids, at most five. */
    broken: z.array(z.object({ what: z.string(), count: z.number().int(), examples: z.array(z.string()) })),
  })
  .meta({ id: 'BooksCheck' });
export type BooksCheck = z.output<typeof booksCheck>;

const lastCheck = z.object({ check: booksCheck.nullable() });

export const booksEndpoints = endpoints({
  getBooksCheck: {
    method: 'GET',
    path: '/books/check',
    summary: 'When the books were last looked through, and what did not add up',
    access: 'admin',
    needs: 'operations.manage',
    rate: 'read',
    response: lastCheck,
  },
  checkBooks: {
    method: 'POST',
    path: '/books/check',
    summary: 'Looks through the books now',
    access: 'admin',
    needs: 'operations.manage',
    rate: 'write',
    response: lastCheck,
  },
});
