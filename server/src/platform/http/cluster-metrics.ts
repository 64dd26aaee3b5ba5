import cluster, { type Worker } from 'node:cluster';
import { randomUUID } from 'node:crypto';
import { ClusterRegistry, type Registry } from '@prometheus-io/client';

const messageType = 'reprise:metrics';
type Question = { type: typeof messageType; id: string };
type Answer = Question & { text?: string; failure?: string };

/** Longer than the registry waits for its workers. */
const maxWaitMs = 6000;

/** In the primary process: adds up the metrics of all workers for the one that is scraped. */
export function answerWithAllWorkers(): void {
  const registry = new ClusterRegistry();
  let underWay: Promise<string> | undefined;
  cluster.on('message', async (worker: Worker, question: Question) => {
    if (question?.type !== messageType) return;
    // Scrapes at the same time share one round.
    underWay ??= registry.clusterMetrics().finally(() => {
      underWay = undefined;
    });
    const answer = await underWay.then(
      (text) => ({ text }),
      (error: Error) => ({ failure: error.message }),
    );
    if (worker.isConnected()) worker.send({ ...question, ...answer } satisfies Answer);
  });
}

/** The metrics of all processes on this machine as text; without workers, those of this one. */
export function createCollector(registry: Registry): () => Promise<string> {
  if (!cluster.isWorker) return () => registry.metrics();
  // Its construction begins to answer the primary, which asks each worker for `registry`.
  new ClusterRegistry();
  ClusterRegistry.setRegistries([registry]);
  return askPrimary;
}

function askPrimary(): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const question: Question = { type: messageType, id: randomUUID() };
  const listen = (answer: Answer) => {
    if (answer?.type !== messageType || answer.id !== question.id) return;
    if (answer.text === undefined)
      reject(new Error(answer.failure ?? 'The primary process gave no metrics.'));
    else resolve(answer.text);
  };
  const timer = setTimeout(() => reject(new Error('The primary process does not answer.')), maxWaitMs);
  process.on('message', listen);
  process.send?.(question);
  return promise.finally(() => {
    clearTimeout(timer);
    process.off('message', listen);
  });
}
