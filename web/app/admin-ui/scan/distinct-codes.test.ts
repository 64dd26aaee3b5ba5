import { expect, test } from 'vitest';
import { distinctCodes } from './distinct-codes.ts';

test('a code is reported once, when a second picture confirms it', () => {
  const take = distinctCodes();
  const reported = [0, 100, 200, 300].map((ms) => take(ms === 0 ? ['U-1', 'misread'] : ['U-1', 'U-1'], ms));
  expect(reported).toEqual([[], ['U-1'], [], []]);
});

test('a code that left the picture for 1.5 s is reported again, and not before', () => {
  const take = distinctCodes();
  const show = (ms: number) => [take(['U-1'], ms), take(['U-1'], ms + 100)].flat();
  expect(show(0)).toEqual(['U-1']);
  expect(show(1_500)).toEqual([]);
  expect(show(3_101)).toEqual(['U-1']);
});
