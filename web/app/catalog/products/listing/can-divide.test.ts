import { expect, test } from 'vitest';
import { canDivide, dividingSteps } from './can-divide.ts';

const values = (...counts: number[]) => counts.map((count) => ({ count }));

test.each([
  [values(), false],
  [values(0, 0), false],
  [values(12, 0), false],
  [values(11), true],
  // Every model has offers of both values.
  [values(12, 12), true],
])('a filter with the values %j divides a list of 12: %j', (counts, expected) => {
  expect(canDivide(counts, 12)).toBe(expected);
});

const steps = (counts: Record<number, number>) =>
  Object.entries(counts).map(([value, count]) => ({ value: Number(value), count }));

test('offers the steps of a percentage that tell cards apart, and the selected one', () => {
  const batteries = steps({ 80: 12, 85: 12, 90: 9, 95: 9, 100: 4 });
  expect(dividingSteps(batteries, null, 12)).toEqual(steps({ 95: 9, 100: 4 }));
  expect(dividingSteps(batteries, 100, 4)).toEqual(steps({ 85: 12, 95: 9, 100: 4 }));
  expect(dividingSteps(batteries, 90, 9)).toEqual(steps({ 85: 12, 90: 9, 95: 9, 100: 4 }));
  expect(dividingSteps(steps({ 80: 12, 85: 12 }), null, 12)).toEqual([]);
  expect(dividingSteps([], 90, 0)).toEqual([{ value: 90, count: 0 }]);
});
