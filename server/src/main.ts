import { fileURLToPath } from 'node:url';
import type { ServerBuild } from 'react-router';
import { FaultySettings, readEnvironment } from './platform/environment.ts';
import { startShop } from './start-shop.ts';

const build = new URL('../../web/build/', import.meta.url);

try {
  const environment = readEnvironment(process.env);
  const { default: _, ...server } = (await import(new URL('server/index.js', build).href)) as {
    default?: unknown;
  } & ServerBuild;
  const shop = await startShop(environment, {
    build: async () => server,
    mode: 'production',
    clientFiles: fileURLToPath(new URL('client', build)),
  });
  stopOnSignals(shop.stop);
} catch (error) {
  // Faulty settings and refusals are for the person at the keyboard: the sentence is enough.
  const plain =
    error instanceof FaultySettings || (error instanceof Error && error.name === 'DataFolderInUse');
  console.error(plain ? (error as Error).message : error);
  process.exit(1);
}

/** The first signal stops cleanly, the second at once. */
function stopOnSignals(stop: () => Promise<void>): void {
  let stopping = false;
  const onSignal = async () => {
    if (stopping) process.exit(1);
    stopping = true;
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
