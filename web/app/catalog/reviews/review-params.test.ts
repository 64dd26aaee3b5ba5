import { expect, test } from 'vitest';
import { newestReviews, parseReviewParams, reviewsHref } from './review-params.ts';

const read = (query: string) => parseReviewParams(new URLSearchParams(query));

test('search params contain page, sort and stars and parse back', () => {
  const address = { page: 3, sort: 'lowest', stars: 2 } as const;
  const href = reviewsHref('iphone-13', address);
  expect(href).toBe('/product/iphone-13?reviews=3&sort=lowest&stars=2#about');
  expect(read(new URL(href, 'http://shop.test').search)).toEqual(address);
  expect(reviewsHref('iphone-13')).toBe('/product/iphone-13?reviews=1#about');
});

test.each(['', 'reviews=0&stars=6&sort=best', 'reviews=1.5&stars=-1', 'reviews=x&stars=55'])(
  'invalid params are ignored: %s',
  (query) => expect(read(query)).toEqual(newestReviews),
);
