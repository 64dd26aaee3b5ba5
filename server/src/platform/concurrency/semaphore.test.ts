import { expect, test } from 'vitest';
import { createSemaphore } from './semaphore.ts';

test('runs two tasks, queues the next two in order and rejects the fifth', async () => {
  const semaphore = createSemaphore(2, 2);
  const done: number[] = [];
  const ends: (() => void)[] = [];
  const work = (number: number) =>
    semaphore(async () => {
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

test('releases the slot of a failed task', async () => {
  const semaphore = createSemaphore(1, 0);
  await expect(semaphore(() => Promise.reject(new Error('no')))).rejects.toThrow('no');
  await expect(semaphore(async () => 'yes')).resolves.toBe('yes');
});
