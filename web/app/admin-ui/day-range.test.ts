import { expect, test } from 'vitest';
import { dayIn, timesOf } from './day-range.ts';

test('a day range includes the whole last day, also across a DST change', () => {
  const { from, to } = timesOf('2026-03-08', '2026-03-08');
  expect([from?.getHours(), from?.getDate()]).toEqual([0, 8]);
  expect([to?.getHours(), to?.getDate()]).toEqual([0, 9]);
});

test('an open end does not filter', () => {
  expect(timesOf('', '')).toEqual({});
});

test.each([
  ['2026-03-08', '2026-03-08'],
  ['2026-13-40', ''],
  ['yesterday', ''],
])('%s in the address reads as "%s"', (text, day) => {
  expect(dayIn(text)).toBe(day);
});
