import cluster, { type Worker } from 'node:cluster';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { answerWithAllWorkers } from '../platform/http/cluster-metrics.ts';
import { secondMs } from '../platform/time.ts';

/**
 * Runs `count` worker processes that share the port. The first migrates the database before the others start; a worker
 * that exits is replaced, and a signal stops all.
 */
export async function runWorkers(count: number): Promise<void> {
  let stopping = false;
  const stopAll = () => {
    stopping = true;
    for (const worker of Object.values(cluster.workers ?? {})) worker?.process.kill('SIGTERM');
  };
  process.on('SIGINT', stopAll);
  process.on('SIGTERM', stopAll);

  const forkedAt = new Map<number, number>();
  const fork = () => {
    const worker = cluster.fork();
    forkedAt.set(worker.id, performance.now());
    return worker;
  };

  answerWithAllWorkers();
  if (!(await hasOpened(fork()))) process.exit(1);
  for (let started = 1; started < count; started++) fork();

  const nextPause = createRestartPauses();
  cluster.on('exit', async (worker, code, signal) => {
    if (stopping) return;
    const pauseMs = nextPause(performance.now() - (forkedAt.get(worker.id) ?? 0));
    const when = pauseMs === 0 ? 'now' : `in ${pauseMs / secondMs} s`;
    console.error(`Worker ${worker.process.pid} exited (${signal ?? code}); starting another ${when}.`);
    await pause(pauseMs);
    if (!stopping) fork();
  });
}

/** A worker that ran for less failed to start, rather than was killed. */
const minRunMs = 10 * secondMs;
const maxPauseMs = 30 * secondMs;

/**
 * Returns the pause before a restart: none after a worker that ran, then 1, 2, 4 and up to 30 seconds after workers that
 * exit at their start, so that they do not keep the processors busy.
 */
export function createRestartPauses(): (ranForMs: number) => number {
  let failures = 0;
  return (ranForMs) => {
    failures = ranForMs < minRunMs ? failures + 1 : 0;
    return failures === 0 ? 0 : Math.min(2 ** (failures - 1) * secondMs, maxPauseMs);
  };
}

/** Returns false if the worker exited before it listened; it has printed the reason. */
async function hasOpened(worker: Worker): Promise<boolean> {
  const outcome = await Promise.race([
    once(worker, 'listening').then(() => true),
    once(worker, 'exit').then(() => false),
  ]);
  return outcome;
}
