import { z } from 'zod';
import { queryInt } from './wire.ts';

/** Default and maximum page size. */
export const maxPageSize = 100;

export const pagingQuery = {
  page: queryInt(1, 100_000),
  limit: queryInt(1, maxPageSize),
};

export const pagination = z
  .object({
    page: z.number(),
    limit: z.number(),
    total: z.number(),
    pages: z.number(),
    /** True if counting stopped at `total` and there are more. */
    atLeast: z.boolean().optional(),
  })
  .meta({ id: 'Pagination' });
export type Pagination = z.output<typeof pagination>;

/** Returns page, limit and offset with their defaults. */
export function pageOf(query: { page?: number | undefined; limit?: number | undefined }) {
  const page = query.page ?? 1;
  const limit = query.limit ?? maxPageSize;
  return { page, limit, offset: (page - 1) * limit };
}

export function paginationOf(page: number, limit: number, total: number): Pagination {
  return { page, limit, total, pages: Math.max(1, Math.ceil(total / limit)) };
}
