import { Problem } from '@reprise/contract/problem';

/**
 * Lets so many pieces of heavy work run at once and so many wait; whoever comes then is turned away at
 * once. Without it a flood of sign-ins would take the memory and the threads that everybody else needs.
 */
export function createSemaphore(maxRunning: number, maxWaiting: number) {
  let running = 0;
  const waiting: (() => void)[] = [];

  async function enter(): Promise<void> {
    if (running < maxRunning) {
      running += 1;
      return;
    }
    if (waiting.length >= maxWaiting) throw overloaded();
    // The finished task passes its slot on, so the number of running tasks is unchanged.
    await new Promise<void>((resolve) => waiting.push(resolve));
  }

  function leave(): void {
    const next = waiting.shift();
    if (next) next();
    else running -= 1;
  }

  return async <T>(work: () => Promise<T>): Promise<T> => {
    await enter();
    try {
      return await work();
    } finally {
      leave();
    }
  };
}

function overloaded(): Problem {
  return new Problem('OVERLOADED', 'The shop is very busy. Please try again in a moment.', {
    retryAfterSeconds: 2,
  });
}
