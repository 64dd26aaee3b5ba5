import cluster, { type Worker } from 'node:cluster';
import { once } from 'node:events';
import { answerWithAllWorkers } from '../platform/http/cluster-metrics.ts';

/**
 * Runs `count` processes that share the port. The first prepares the database and opens the shop, then the
 * others join. One that dies is replaced; a signal stops them all.
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
    console.error(`Process ${worker.process.pid} ended (${signal ?? code}); starting another.`);
    cluster.fork();
  });
}

/** False when the process ended before it listened; it has said why. */
async function hasOpened(worker: Worker): Promise<boolean> {
  const outcome = await Promise.race([
    once(worker, 'listening').then(() => true),
    once(worker, 'exit').then(() => false),
  ]);
  return outcome;
}
