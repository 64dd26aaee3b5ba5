import { setTimeout as wait } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { yieldUnderLoad } from './yield-under-load.ts';

const busyFor = (ms: number) => {
  const until = performance.now() + ms;
  while (performance.now() < until);
};

/** What is over first: giving way, or a timer that begins with the end of the work. */
async function firstOf(work: () => Promise<void>): Promise<string> {
  const { promise: worked, resolve } = Promise.withResolvers<void>();
  const way = yieldUnderLoad(() => work().finally(resolve)).then(() => 'no rest');
  return Promise.race([way, worked.then(() => wait(10)).then(() => 'a rest')]);
}

test('work rests while the process has its hands full, and goes on at once where it has not', async () => {
  expect(await firstOf(async () => busyFor(100))).toBe('a rest');
  expect(await firstOf(() => wait(100))).toBe('no rest');
});

test('what fails, fails', async () => {
  const failing = async () => {
    throw new Error('no such mail');
  };
  await expect(yieldUnderLoad(failing)).rejects.toThrow('no such mail');
});
