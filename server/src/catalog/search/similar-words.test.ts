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
])('counts the typos between %j and %j', (one, other, typos) => {
  expect(countTypos([...one], [...other])).toBe(typos);
  expect(countTypos([...other], [...one])).toBe(typos);
});

test('returns only the closest words, with one typo in short ones', () => {
  expect(findSimilarWords('galxy', ['galaxy', 'gala', 'grey'])).toEqual(['galaxy']);
  expect(findSimilarWords('asdf', ['as', 'add', 'sand'])).toEqual([]);
  expect(findSimilarWords('lenvoo', ['lenovo', 'levono'])).toEqual(['lenovo']);
  expect(findSimilarWords('macbookpro', ['macbook', 'macro'])).toEqual(['macbook']);
});
