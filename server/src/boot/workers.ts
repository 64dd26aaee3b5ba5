import cluster, { type Worker } from 'node:cluster';
import { once } from 'node:events';
import { answerWithAllWorkers } from '../platform/http/cluster-metrics.ts';

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

  answerWithAllWorkers();
  const first = cluster.fork();
  if (!(await hasOpened(first))) process.exit(1);
  for (let started = 1; started < count; started++) cluster.fork();

  cluster.on('exit', (worker, code, signal) => {
    if (stopping) return;
    console.error(`Worker ${worker.process.pid} exited (${signal ?? code}); starting another.`);
    cluster.fork();
  });
}

/** Returns false if the worker exited before it listened; it has printed the reason. */
async function hasOpened(worker: Worker): Promise<boolean> {
  const outcome = await Promise.race([
    once(worker, 'listening').then(() => true),
    once(worker, 'exit').then(() => false),
  ]);
  return outcome;
}
