import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createSyncQueue } from './sync-queue.ts';

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('window', new EventTarget());
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('work starts after the earlier work has ended, even if that failed', async () => {
  const queue = createSyncQueue();
  const steps: string[] = [];
  void queue.run(async () => {
    steps.push('first starts');
    await Promise.resolve();
    steps.push('first ends');
    throw new Error('No connection');
  });
  await queue.run(async () => steps.push('second'));
  expect(steps).toEqual(['first starts', 'first ends', 'second']);
});

test('remaining work runs again after its pause or once the browser is online', async () => {
  const queue = createSyncQueue();
  const work = vi.fn(async (): Promise<number | undefined> => 1000);
  await queue.run(work);
  await vi.advanceTimersByTimeAsync(1000);
  expect(work).toHaveBeenCalledTimes(2);

  work.mockResolvedValueOnce(undefined);
  window.dispatchEvent(new Event('online'));
  await vi.advanceTimersByTimeAsync(60_000);
  expect(work).toHaveBeenCalledTimes(3);
});

test('a stopped queue does not run remaining work again', async () => {
  const queue = createSyncQueue();
  const work = vi.fn(async () => 1000);
  const running = queue.run(work);
  queue.stop();
  await running;
  await vi.advanceTimersByTimeAsync(60_000);
  expect(work).toHaveBeenCalledTimes(1);
});
