/**
 * Runs work in sequence, so that a response never overwrites a later change. Work that returns a number runs
 * again after that many milliseconds, or once the browser is online.
 */
export function createSyncQueue() {
  let last: Promise<void> = Promise.resolve();
  let cancelRetry = () => {};
  let stopped = false;

  function run(work: () => Promise<unknown>): Promise<void> {
    cancelRetry();
    last = last.then(work).then(
      (pauseMs) => {
        if (typeof pauseMs === 'number' && !stopped) runLater(work, pauseMs);
      },
      () => {},
    );
    return last;
  }

  function runLater(work: () => Promise<unknown>, pauseMs: number): void {
    cancelRetry();
    const again = () => void run(work);
    const timer = setTimeout(again, pauseMs);
    window.addEventListener('online', again);
    cancelRetry = () => {
      clearTimeout(timer);
      window.removeEventListener('online', again);
    };
  }

  function stop(): void {
    stopped = true;
    cancelRetry();
  }
  return { run, stop, whenIdle: () => last };
}
