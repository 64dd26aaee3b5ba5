import type { Log } from '../log.ts';

/**
 * Does the work now and every so many ms, one run after the other; a run that fails is logged in these words. The
 * function it returns ends that and waits for a run under way.
 */
export function runPeriodically(
  log: Log,
  everyMs: number,
  work: () => Promise<unknown>,
  failed: string,
): () => Promise<void> {
  let running = Promise.resolve();
  const run = () => {
    running = running.then(work).then(
      () => {},
      (error) => log.error({ err: error }, failed),
    );
  };
  run();
  const timer = setInterval(run, everyMs);
  return async () => {
    clearInterval(timer);
    await running;
  };
}
