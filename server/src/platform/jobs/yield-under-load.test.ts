import { setTimeout as wait } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { yieldUnderLoad } from './yield-under-load.ts';

const busyFor = (ms: number) => {
  const until = performance.now() + ms;
  while (performance.now() < until);
};

/** Returns 'pause' if the call is still pending 10 ms after the end of the work. */
async function pauseAfter(work: () => Promise<void>): Promise<string> {
  const { promise: worked, resolve } = Promise.withResolvers<void>();
  const done = yieldUnderLoad(() => work().finally(resolve)).then(() => 'no pause');
  return Promise.race([done, worked.then(() => wait(10)).then(() => 'pause')]);
}

test('work pauses after it kept the process busy, and continues at once otherwise', async () => {
  expect(await pauseAfter(async () => busyFor(100))).toBe('pause');
  expect(await pauseAfter(() => wait(100))).toBe('no pause');
});

test('an error of the work is passed on', async () => {
  const failing = async () => {
    throw new Error('no such mail');
  };
  await expect(yieldUnderLoad(failing)).rejects.toThrow('no such mail');
});
