import { expect, test } from 'vitest';
import { labeledIndexes, ticksUpTo } from './chart-axes.ts';

test.each([
  [0, [0]],
  [0.4, [0, 0.1, 0.2, 0.30000000000000004, 0.4]],
  [1, [0, 0.25, 0.5, 0.75, 1]],
  [89, [0, 25, 50, 75, 100]],
  [1_234.5, [0, 500, 1_000, 1_500]],
])('amounts up to %d have round steps', (max, ticks) => {
  expect(ticksUpTo(max, false)).toEqual(ticks);
});

test.each([
  [1, [0, 1]],
  [3, [0, 1, 2, 3]],
  [9, [0, 5, 10]],
  [101, [0, 50, 100, 150]],
])('up to %d orders have whole steps', (max, ticks) => {
  expect(ticksUpTo(max, true)).toEqual(ticks);
});

test('an axis covers its maximum in at most four steps', () => {
  for (let max = 1; max < 100_000; max = Math.ceil(max * 1.07)) {
    for (const wholeNumbers of [true, false]) {
      const ticks = ticksUpTo(max, wholeNumbers);
      expect(ticks.at(-1), String(max)).toBeGreaterThanOrEqual(max);
      expect(ticks.length, String(max)).toBeLessThanOrEqual(5);
      if (wholeNumbers) expect(ticks.every(Number.isInteger), String(max)).toBe(true);
    }
  }
});

test('the last day has a label, and labels keep their distance', () => {
  expect(labeledIndexes(7, 700, 100)).toEqual([0, 1, 2, 3, 4, 5, 6]);
  expect(labeledIndexes(30, 290, 100)).toEqual([9, 19, 29]);
  expect(labeledIndexes(1, 290, 100)).toEqual([0]);
  expect(labeledIndexes(30, 0, 100)).toEqual([29]);
});
