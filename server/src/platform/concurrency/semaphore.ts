import { overloaded } from '../http/overloaded.ts';

/**
 * Returns a function that runs at most `maxRunning` tasks at once and queues `maxWaiting`; it throws OVERLOADED for more.
 * A flood of sign-ins would otherwise exhaust the memory and threads that other requests need.
 */
export function createSemaphore(maxRunning: number, maxWaiting = Number.POSITIVE_INFINITY) {
  let running = 0;
  const waiting: (() => void)[] = [];

  async function acquire(): Promise<void> {
    if (running < maxRunning) {
      running += 1;
      return;
    }
    if (waiting.length >= maxWaiting) throw overloaded(2);
    // A finished task passes its slot on, so `running` stays unchanged.
    await new Promise<void>((resolve) => waiting.push(resolve));
  }

  function release(): void {
    const next = waiting.shift();
    if (next) next();
    else running -= 1;
  }

  return async <T>(work: () => Promise<T>): Promise<T> => {
    await acquire();
    try {
      return await work();
    } finally {
      release();
    }
  };
}
