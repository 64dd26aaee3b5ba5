import { expect, test } from 'vitest';
import { createSemaphore } from './hashing-gate.ts';

test('two run, the next wait in order, who comes then is turned away', async () => {
  const gate = createSemaphore(2, 2);
  const done: number[] = [];
  const ends: (() => void)[] = [];
  const work = (number: number) =>
    gate(async () => {
      await new Promise<void>((resolve) => ends.push(resolve));
      done.push(number);
    });
  const works = [1, 2, 3, 4].map(work);
  await expect(work(5)).rejects.toMatchObject({ code: 'OVERLOADED', retryAfterSeconds: 2 });

  for (const finished of works) {
    ends.shift()?.();
    await finished;
  }
  expect(done).toEqual([1, 2, 3, 4]);
});

test('a failure gives its place back', async () => {
  const gate = createSemaphore(1, 0);
  await expect(gate(() => Promise.reject(new Error('no')))).rejects.toThrow('no');
  await expect(gate(async () => 'yes')).resolves.toBe('yes');
});
