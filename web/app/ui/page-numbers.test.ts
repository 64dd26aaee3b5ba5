import { expect, test } from 'vitest';
import { pageNumbers } from './page-numbers.ts';

test.each([
  [1, 1, [1]],
  [1, 4, [1, 2, 3, 4]],
  [3, 5, [1, 2, 3, 4, 5]],
  [1, 9, [1, 2, null, 9]],
  [4, 9, [1, 2, 3, 4, 5, null, 9]],
  [5, 9, [1, null, 4, 5, 6, null, 9]],
  [9, 9, [1, null, 8, 9]],
])('page %i of %i', (page, pages, expected) => {
  expect(pageNumbers(page, pages)).toEqual(expected);
});

test('a gap never hides a single page', () => {
  for (let pages = 1; pages < 12; pages++) {
    for (let page = 1; page <= pages; page++) {
      const numbers = pageNumbers(page, pages);
      numbers.forEach((number, index) => {
        if (number === null) expect((numbers[index + 1] ?? 0) - (numbers[index - 1] ?? 0)).toBeGreaterThan(2);
      });
    }
  }
});
