import cluster from 'node:cluster';
import { fileURLToPath } from 'node:url';
import type { ServerBuild } from 'react-router';
import { type Environment, FaultySettings, readEnvironment } from '../platform/environment.ts';
import { startShop } from './start-shop.ts';
import { runWorkers } from './workers.ts';

const build = new URL('../../../web/build/', import.meta.url);

try {
  const environment = readEnvironment(process.env);
  if (environment.workers > 1 && cluster.isPrimary) await runWorkers(environment.workers);
  else await runShop(environment);
} catch (error) {
  process.exit(refusal(error));
}

/** Says why the shop does not open and gives the code the process ends with: 3 stands for a damaged database. */
function refusal(error: unknown): number {
  const { name, message } = error instanceof Error ? error : { name: '', message: '' };
  // Faulty settings and refusals are for the person at the keyboard: the sentence is enough.
  const plain =
    error instanceof FaultySettings || ['DataFolderInUse', 'DatabaseDamaged', 'DiskFull'].includes(name);
  console.error(plain ? message : error);
  return name === 'DatabaseDamaged' ? 3 : 1;
}

async function runShop(environment: Environment): Promise<void> {
  const { default: _, ...server } = (await import(new URL('server/index.js', build).href)) as {
    default?: unknown;
  } & ServerBuild;
  const shop = await startShop(environment, {
    build: async () => server,
    mode: 'production',
    clientFiles: fileURLToPath(new URL('client', build)),
  });
  stopOnSignals(shop.stop);
}

/** A terminal, npm and a supervising process may each pass the same signal on. */
const sameSignalMs = 1000;

/** The first signal stops cleanly, a later one at once. */
function stopOnSignals(stop: () => Promise<void>): void {
  let stoppingSince: number | undefined;
  const onSignal = async () => {
    if (stoppingSince !== undefined) {
      if (performance.now() - stoppingSince > sameSignalMs) process.exit(1);
      return;
    }
    stoppingSince = performance.now();
    try {
      await stop();
      process.exit(0);
    } catch (error) {
      console.error(error);
      process.exit(1);
    }
  };
  process.on('SIGINT', onSignal);
  process.on('SIGTERM', onSignal);
}
