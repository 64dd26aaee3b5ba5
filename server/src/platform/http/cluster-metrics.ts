import cluster, { type Worker } from 'node:cluster';
import { randomUUID } from 'node:crypto';
import { ClusterRegistry, type Registry } from '@prometheus-io/client';

const messageType = 'reprise:metrics';
type Question = { type: typeof messageType; id: string };
type Answer = Question & { text?: string; failure?: string };

/** Longer than the registry waits for its workers. */
const maxWaitMs = 6000;

/** Answers workers, in the primary process, with the summed metrics of all of them. */
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

/** Creates the collector of all processes' metrics as text; without workers, of this process alone. */
export function createCollector(registry: Registry): () => Promise<string> {
  if (!cluster.isWorker) return () => registry.metrics();
  // The constructor registers the listener that sends this worker's registry to the primary.
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
      reject(new Error(answer.failure ?? 'The primary process sent no metrics.'));
    else resolve(answer.text);
  };
  const timer = setTimeout(() => reject(new Error('The primary process does not respond.')), maxWaitMs);
  process.on('message', listen);
  process.send?.(question);
  return promise.finally(() => {
    clearTimeout(timer);
    process.off('message', listen);
  });
}
