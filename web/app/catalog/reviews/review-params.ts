import { type ReviewSort, reviewSorts } from '@reprise/contract/catalog/reviews/review-sort';

/** State of a product's reviews in the search params. */
export type ReviewParams = { page: number; sort: ReviewSort; stars: number | null };

export const newestReviews: ReviewParams = { page: 1, sort: 'newest', stars: null };

/** Parses search params leniently: invalid values are ignored. */
export function parseReviewParams(params: URLSearchParams): ReviewParams {
  const page = params.get('reviews') ?? '';
  const stars = params.get('stars') ?? '';
  return {
    page: /^[1-9]\d{0,3}$/.test(page) ? Number(page) : 1,
    sort: reviewSorts.find((choice) => choice === params.get('sort')) ?? 'newest',
    stars: /^[1-5]$/.test(stars) ? Number(stars) : null,
  };
}

/** Returns the URL of the product page with these reviews open. */
export function reviewsHref(slug: string, { page, sort, stars }: ReviewParams = newestReviews): string {
  const params = new URLSearchParams({ reviews: String(page) });
  if (sort !== 'newest') params.set('sort', sort);
  if (stars !== null) params.set('stars', String(stars));
  return `/product/${slug}?${params}#about`;
}

/** Returns the URL of the product page with the review form open. */
export function writeReviewHref(slug: string): string {
  return `/product/${slug}?reviews=1&write=1#about`;
}
