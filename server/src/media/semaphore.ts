/** Returns a function that runs at max `max` tasks at once and queues the others. */
export function createSemaphore(max: number): <T>(work: () => Promise<T>) => Promise<T> {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async (work) => {
    if (running >= max) await new Promise<void>((resume) => waiting.push(resume));
    else running++;
    try {
      return await work();
    } finally {
      // The slot passes directly to the next waiter, so that a new caller cannot take it in between.
      const next = waiting.shift();
      if (next) next();
      else running--;
    }
  };
}
