import { type ReviewSort, reviewSorts } from '@reprise/contract/reviews/review-sort';

/** Which of a product's reviews the page shows, as its address holds it. */
export type ReviewParams = { page: number; sort: ReviewSort; stars: number | null };

export const newestReviews: ReviewParams = { page: 1, sort: 'newest', stars: null };

/** Reads leniently: what makes no sense is no filter. */
export function parseReviewParams(params: URLSearchParams): ReviewParams {
  const page = params.get('reviews') ?? '';
  const stars = params.get('stars') ?? '';
  return {
    page: /^[1-9]\d{0,3}$/.test(page) ? Number(page) : 1,
    sort: reviewSorts.find((each) => each === params.get('sort')) ?? 'newest',
    stars: /^[1-5]$/.test(stars) ? Number(stars) : null,
  };
}

/** The product's page, opened on these reviews. */
export function reviewsHref(slug: string, { page, sort, stars }: ReviewParams = newestReviews): string {
  const params = new URLSearchParams({ reviews: String(page) });
  if (sort !== 'newest') params.set('sort', sort);
  if (stars !== null) params.set('stars', String(stars));
  return `/product/${slug}?${params}#about`;
}

/** The product's page, opened on the form for a review. */
export function writeReviewHref(slug: string): string {
  return `/product/${slug}?reviews=1&write=1#about`;
}
