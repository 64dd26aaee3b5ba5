import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';

/** A service worker fetches under the policy it came with: our own pages and files, nothing else. */
const workerPolicy = "default-src 'none'; connect-src 'self'; frame-ancestors 'none'";

/** The files of the built web app. What the build names by its content is cached for good. */
export async function serveStaticFiles(app: FastifyInstance, root: string): Promise<void> {
  await app.register(fastifyStatic, {
    root,
    wildcard: false,
    index: false,
    preCompressed: true,
    setHeaders: (reply, path) => {
      const immutable = path.includes('/assets/');
      reply.header(
        'cache-control',
        immutable ? 'public, max-age=31536000, immutable' : 'public, max-age=3600',
      );
      if (/\/service-worker\.js(\.br|\.gz)?$/.test(path)) {
        reply.header('cache-control', 'no-cache');
        reply.header('content-security-policy', workerPolicy);
      }
    },
  });
  // A missing file is a missing file, not a page.
  for (const folder of ['/assets/*', '/img/*']) {
    app.get(folder, async (_request, reply) => reply.code(404).type('text/plain').send('Not found'));
  }
}
