import { expect, test } from 'vitest';
import { nearestWords, slipsBetween } from './similar-words.ts';

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
  expect(slipsBetween([...one], [...other])).toBe(slips);
  expect(slipsBetween([...other], [...one])).toBe(slips);
});

test('only the nearest words count, and short ones may have one slip', () => {
  expect(nearestWords('galxy', ['galaxy', 'gala', 'grey'])).toEqual(['galaxy']);
  expect(nearestWords('asdf', ['as', 'add', 'sand'])).toEqual([]);
  expect(nearestWords('lenvoo', ['lenovo', 'levono'])).toEqual(['lenovo']);
  expect(nearestWords('macbookpro', ['macbook', 'macro'])).toEqual(['macbook']);
});
