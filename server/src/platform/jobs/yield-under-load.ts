import { performance } from 'node:perf_hooks';
import { setTimeout as wait } from 'node:timers/promises';

/** Of the time that the work took, this share the process had something to do: somebody waits for an answer. */
const busy = 0.9;
const restMs = 50;

/** Does a piece of work of which much may be waiting, then rests if the process is busy: customers go before mails. */
export async function yieldUnderLoad(work: () => Promise<void>): Promise<void> {
  const before = performance.eventLoopUtilization();
  await work();
  if (performance.eventLoopUtilization(before).utilization > busy) await wait(restMs);
}
