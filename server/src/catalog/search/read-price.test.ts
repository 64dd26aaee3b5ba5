import { expect, test } from 'vitest';
import { readPrice } from './read-price.ts';

test.each([
  ['phone under 200', { text: 'phone', words: 'under 200', maxPrice: 20_000 }],
  ['under $99.50 headphones', { text: 'headphones', words: 'under $99.50', maxPrice: 9950 }],
  ['laptop less than 500 dollars', { text: 'laptop', words: 'less than 500 dollars', maxPrice: 50_000 }],
  ['tablet over 300$', { text: 'tablet', words: 'over 300$', minPrice: 30_000 }],
  [
    'phone between 100 and $200',
    { text: 'phone', words: 'between 100 and $200', minPrice: 10_000, maxPrice: 20_000 },
  ],
  ['below 50', { text: '', words: 'below 50', maxPrice: 5000 }],
])('reads the price in %j', (typed, price) => expect(readPrice(typed)).toEqual(price));

test.each([
  'iphone 13',
  'laptop under 14 inch',
  'watch up to 7 days',
  'max',
  'over ear headphones',
  'under armour',
])('reads no price in %j', (typed) => expect(readPrice(typed)).toBeNull());
