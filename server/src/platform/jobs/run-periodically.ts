import type { Log } from '../log.ts';

/**
 * Runs the work now and at each interval, without overlap; logs `failureMessage` for a failed run. Returns a function
 * that stops the interval and waits for the current run.
 */
export function runPeriodically(
  log: Log,
  intervalMs: number,
  work: () => Promise<unknown>,
  failureMessage: string,
): () => Promise<void> {
  let running = Promise.resolve();
  const run = () => {
    running = running.then(work).then(
      () => {},
      (error) => log.error({ err: error }, failureMessage),
    );
  };
  run();
  const timer = setInterval(run, intervalMs);
  return async () => {
    clearInterval(timer);
    await running;
  };
}
