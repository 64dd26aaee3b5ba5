import middie from '@fastify/middie';
import type { ServerBuild } from 'react-router';
import { InvalidSettings, readEnvironment } from '../platform/environment.ts';
import { startShop } from './start-shop.ts';

// `npm run dev`: runs the shop with the web app served from its sources, with hot reload. Changes of server code need a
// restart.

process.env.NODE_ENV = 'development';
const webRoot = new URL('../../../web/', import.meta.url).pathname;

try {
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
  process.once('SIGINT', async () => {
    await shop.stop();
    process.exit(0);
  });
} catch (error) {
  console.error(error instanceof InvalidSettings ? error.message : error);
  process.exit(1);
}
