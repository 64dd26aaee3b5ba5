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
  ['phone $200 or less', { text: 'phone', words: '$200 or less', maxPrice: 20_000 }],
  [
    'samsung phone 200-400',
    { text: 'samsung phone', words: '200-400', minPrice: 20_000, maxPrice: 40_000, isGuess: true },
  ],
  ['watch $100 - $200', { text: 'watch', words: '$100 - $200', minPrice: 10_000, maxPrice: 20_000 }],
  [
    'macbook from 500 to 800 silver',
    { text: 'macbook silver', words: 'from 500 to 800', minPrice: 50_000, maxPrice: 80_000 },
  ],
  ['console $300 and up', { text: 'console', words: '$300 and up', minPrice: 30_000 }],
  ['1000+ laptop', { text: 'laptop', words: '1000+', minPrice: 100_000, isGuess: true }],
  ['galaxy phone 500 max', { text: 'galaxy phone', words: '500 max', maxPrice: 50_000, isGuess: true }],
  ['phone $300', { text: 'phone', words: '$300', minPrice: 24_000, maxPrice: 36_000 }],
  [
    'ipad around 1,000 dollars',
    { text: 'ipad', words: 'around 1,000 dollars', minPrice: 80_000, maxPrice: 120_000 },
  ],
])('reads the price in %j', (typed, price) => expect(readPrice(typed)).toEqual({ isGuess: false, ...price }));

test.each([
  'iphone 13',
  'iphone 13 max',
  'iphone 13 and 14',
  'lens 18-55',
  'galaxy s22+',
  'charger 100-240 w',
  'wh-1000xm5',
  'laptop under 14 inch',
  'watch up to 7 days',
  'max',
  'over ear headphones',
  'under armour',
])('reads no price in %j', (typed) => expect(readPrice(typed)).toBeNull());
