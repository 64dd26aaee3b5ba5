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
  expect(findSimilarWords('galxy', ['galaxy', 'gala', 'grey'], 2)).toEqual(['galaxy']);
  expect(findSimilarWords('phon', ['phone', 'phono'], 1)).toEqual(['phone', 'phono']);
  expect(findSimilarWords('asdf', ['as', 'add', 'sand'], 2)).toEqual([]);
  expect(findSimilarWords('lenvoo', ['lenovo', 'levono'], 2)).toEqual(['lenovo']);
  expect(findSimilarWords('levnoo', ['lenovo'], 1)).toEqual([]);
});

test('takes no number for a misspelling of another', () => {
  expect(findSimilarWords('s23', ['s22', 's24'], 2)).toEqual([]);
  expect(findSimilarWords('iphne13', ['iphone13', 'iphone14'], 1)).toEqual(['iphone13']);
});
