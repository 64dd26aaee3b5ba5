import type { Review } from '@reprise/contract/catalog';
import { type Pagination, pageOf, paginationOf } from '@reprise/contract/paging';
import { and, count, desc, eq } from 'drizzle-orm';
import type { Queryable } from '../platform/database.ts';
import { reviews } from './catalog.tables.ts';

type ReviewPage = {
  reviews: Review[];
  pagination: Pagination;
  histogram: { rating: number; count: number }[];
};

/** The visible reviews of a product, newest first. */
export async function listReviews(
  db: Queryable,
  productId: string,
  query: { page?: number | undefined; limit?: number | undefined },
): Promise<ReviewPage> {
  const { page, limit, offset } = pageOf(query);
  const visible = and(eq(reviews.productId, productId), eq(reviews.hidden, false));
  const rows = await db
    .select({
      id: reviews.id,
      rating: reviews.rating,
      title: reviews.title,
      text: reviews.body,
      author: reviews.author,
      createdAt: reviews.createdAt,
    })
    .from(reviews)
    .where(visible)
    .orderBy(desc(reviews.createdAt), desc(reviews.id))
    .limit(limit)
    .offset(offset);
  const counted = await db
    .select({ rating: reviews.rating, count: count() })
    .from(reviews)
    .where(visible)
    .groupBy(reviews.rating);
  const histogram = [5, 4, 3, 2, 1].map((rating) => ({
    rating,
    count: counted.find((each) => each.rating === rating)?.count ?? 0,
  }));
  const total = histogram.reduce((sum, each) => sum + each.count, 0);
  return {
    reviews: rows.map((row) => ({ ...row, createdAt: row.createdAt.toISOString() })),
    pagination: paginationOf(page, limit, total),
    histogram,
  };
}
