import type { Log } from '../log.ts';

export type PeriodicTask = {
  run: () => Promise<unknown>;
  everyMs: number;
  /** Time until the first run, 0 by default. */
  delayMs?: number;
  /** Logged when a run fails; the next one follows as usual. */
  failureMessage: string;
};

/** Runs the task, and again `everyMs` after each end. Returns a function that stops it and waits for the current run. */
export function runPeriodically(
  log: Log,
  { run, everyMs, delayMs = 0, failureMessage }: PeriodicTask,
): () => Promise<void> {
  let stopped = false;
  let running = Promise.resolve();
  const runOnce = async () => {
    try {
      await run();
    } catch (error) {
      log.error({ err: error }, failureMessage);
    }
    if (!stopped) scheduleRun(everyMs);
  };
  let timer: NodeJS.Timeout;
  const scheduleRun = (afterMs: number) => {
    timer = setTimeout(() => {
      running = runOnce();
    }, afterMs);
  };
  scheduleRun(delayMs);
  return async () => {
    stopped = true;
    clearTimeout(timer);
    await running;
  };
}
