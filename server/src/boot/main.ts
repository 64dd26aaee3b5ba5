import cluster from 'node:cluster';
import { fileURLToPath } from 'node:url';
import type { ServerBuild } from 'react-router';
import type { WebOptions } from '../app/app.ts';
import { type Environment, readEnvironment } from '../platform/environment.ts';
import { isOperatorError } from '../platform/operator-error.ts';
import { readEnvFile } from '../platform/read-env-file.ts';
import { startShop } from './start-shop.ts';
import { startTelemetry } from './start-telemetry.ts';
import { runWorkers } from './workers.ts';

// Files of the shop contain people and secrets: readable by its own user only.
process.umask(0o077);

const build = new URL('../../../web/build/', import.meta.url);

try {
  readEnvFile();
  const environment = readEnvironment(process.env);
  if (environment.workers > 1 && cluster.isPrimary) await runWorkers(environment.workers);
  else await runShop(environment);
} catch (error) {
  process.exit(reportFailure(error));
}

/** Prints why the shop cannot start; returns the exit code, 3 for a damaged database. */
function reportFailure(error: unknown): number {
  console.error(isOperatorError(error) ? error.message : error);
  return error instanceof Error && error.name === 'DatabaseDamaged' ? 3 : 1;
}

async function runShop(environment: Environment): Promise<void> {
  // Before everything that writes to the log or reads the database.
  const stopTelemetry = await startTelemetry(environment);
  // A worker renders nothing, so it does not load the web app.
  const web = environment.role === 'worker' ? null : await loadWebApp();
  const shop = await startShop(environment, web);
  stopOnSignals(async () => {
    await shop.stop();
    await stopTelemetry();
  });
}

async function loadWebApp(): Promise<WebOptions> {
  const { default: _, ...server } = (await import(new URL('server/index.js', build).href)) as {
    default?: unknown;
  } & ServerBuild;
  return {
    build: async () => server,
    mode: 'production',
    clientFiles: fileURLToPath(new URL('client', build)),
  };
}

/** Window in which a signal counts as a duplicate: the terminal, npm and a supervisor may each forward it. */
const duplicateSignalMs = 1000;

/** Stops gracefully on the first signal, at once on a later one. */
function stopOnSignals(stop: () => Promise<void>): void {
  let stoppingSince: number | undefined;
  const onSignal = async () => {
    if (stoppingSince !== undefined) {
      if (performance.now() - stoppingSince > duplicateSignalMs) process.exit(1);
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
