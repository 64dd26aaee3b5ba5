import { expect, test } from 'vitest';
import { createRestartPauses } from './workers.ts';

const minute = 60_000;

test('workers that exit at their start are restarted after growing pauses', () => {
  const nextPause = createRestartPauses();
  const pauses = Array.from({ length: 7 }, () => nextPause(200));
  expect(pauses).toEqual([1000, 2000, 4000, 8000, 16_000, 30_000, 30_000]);
});

test('a worker that ran before it exited is restarted at once', () => {
  const nextPause = createRestartPauses();
  nextPause(200);
  expect([nextPause(minute), nextPause(200)]).toEqual([0, 1000]);
});
