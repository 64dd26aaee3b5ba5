import middie from '@fastify/middie';
import type { ServerBuild } from 'react-router';
import { readEnvironment } from '../platform/environment.ts';
import { isOperatorError } from '../platform/operator-error.ts';
import { readEnvFile } from '../platform/read-env-file.ts';
import { startShop } from './start-shop.ts';

// `npm run dev`: runs the shop with the web app served from its sources, with hot reload. Node runs it
// with --watch, which restarts it when a module of the server or the contract changes.

process.env.NODE_ENV = 'development';
const webRoot = new URL('../../../web/', import.meta.url).pathname;

try {
  readEnvFile();
  const environment = readEnvironment({ LOG_LEVEL: 'warn', PAYMENTS: 'test', ...process.env });
  process.chdir(webRoot);
  const vite = await import(import.meta.resolve('vite', new URL('package.json', `file://${webRoot}`)));
  const server = await vite.createServer({ root: webRoot, server: { middlewareMode: true } });
  const shop = await startShop(environment, {
    build: async () => (await server.ssrLoadModule('virtual:react-router/server-build')) as ServerBuild,
    mode: 'development',
    prepare: async (app) => {
      await app.register(middie);
      app.use(server.middlewares);
    },
  });
  // Node's --watch sends SIGTERM and waits for the exit, so the next start finds the database closed.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, async () => {
      await server.close();
      await shop.stop();
      process.exit(0);
    });
  }
} catch (error) {
  console.error(isOperatorError(error) ? error.message : error);
  process.exit(1);
}
