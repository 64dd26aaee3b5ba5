import { performance } from 'node:perf_hooks';
import { setTimeout as wait } from 'node:timers/promises';

/** Event-loop utilization during the work from which the process counts as busy. */
const busyUtilization = 0.9;
const pauseMs = 50;

/** Runs one task of many, then pauses if the process is busy: requests take precedence over mails. */
export async function yieldUnderLoad(work: () => Promise<void>): Promise<void> {
  const before = performance.eventLoopUtilization();
  await work();
  if (performance.eventLoopUtilization(before).utilization > busyUtilization) await wait(pauseMs);
}
