import type { Log } from '../log.ts';

export type PeriodicTask = {
  run: () => Promise<unknown>;
  everyMs: number;
  /** Time until the first run, 0 by default. */
  delayMs?: number;
  /** Logged when a run fails; the next one follows as usual. */
  failureMessage: string;
};

/** Runs the task at each interval, without overlap. Returns a function that stops it and waits for the current run. */
export function runPeriodically(
  log: Log,
  { run, everyMs, delayMs = 0, failureMessage }: PeriodicTask,
): () => Promise<void> {
  let running = Promise.resolve();
  const enqueueRun = () => {
    running = running.then(run).then(
      () => {},
      (error) => log.error({ err: error }, failureMessage),
    );
  };
  let timer = setTimeout(() => {
    timer = setInterval(enqueueRun, everyMs);
    enqueueRun();
  }, delayMs);
  return async () => {
    clearTimeout(timer);
    await running;
  };
}
