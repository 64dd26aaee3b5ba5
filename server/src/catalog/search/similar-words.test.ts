import { expect, test } from 'vitest';
import { countTypos, findSimilarWords } from './similar-words.ts';

test.each([
  ['iphone', 'iphone', 0],
  ['iphnoe', 'iphone', 1],
  ['samsng', 'samsung', 1],
  ['macboook', 'macbook', 1],
  ['ipda', 'ipad', 1],
  ['pixle', 'pixel', 1],
  ['sony', 'bose', 3],
  ['', 'ab', 2],
])('%j is so many slips from %j', (one, other, slips) => {
  expect(countTypos([...one], [...other])).toBe(slips);
  expect(countTypos([...other], [...one])).toBe(slips);
});

test('only the nearest words count, and short ones may have one slip', () => {
  expect(findSimilarWords('galxy', ['galaxy', 'gala', 'grey'])).toEqual(['galaxy']);
  expect(findSimilarWords('asdf', ['as', 'add', 'sand'])).toEqual([]);
  expect(findSimilarWords('lenvoo', ['lenovo', 'levono'])).toEqual(['lenovo']);
  expect(findSimilarWords('macbookpro', ['macbook', 'macro'])).toEqual(['macbook']);
});
