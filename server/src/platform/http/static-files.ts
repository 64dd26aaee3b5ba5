import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';

/** A service worker fetches under the policy of its own file: only from this shop. */
const workerPolicy = "default-src 'none'; connect-src 'self'; frame-ancestors 'none'";

/** The decoder of HEIC photos starts a worker from a blob; a blob has the policy of the file that made it. */
const heicWorkerPolicy = "default-src 'none'; worker-src blob:; frame-ancestors 'none'";

/** Serves the files of the built web app. Files with a content hash in their name are cached forever. */
export async function serveStaticFiles(app: FastifyInstance, root: string): Promise<void> {
  await app.register(fastifyStatic, {
    root,
    wildcard: false,
    index: false,
    preCompressed: true,
    setHeaders: (reply, path) => {
      const immutable = path.includes('/assets/');
      // Other websites may embed the placeholder of products without images.
      if (path.includes('/img/')) reply.header('cross-origin-resource-policy', 'cross-origin');
      reply.header(
        'cache-control',
        immutable ? 'public, max-age=31536000, immutable' : 'public, max-age=3600',
      );
      if (/\/service-worker\.js(\.br|\.gz)?$/.test(path)) {
        reply.header('cache-control', 'no-cache');
        reply.header('content-security-policy', workerPolicy);
      }
      if (/\/heic-worker-[\w-]+\.js(\.br|\.gz)?$/.test(path))
        reply.header('content-security-policy', heicWorkerPolicy);
    },
  });
  // Without these routes the web app would serve a page for a missing file.
  for (const folder of ['/assets/*', '/img/*']) {
    app.get(folder, async (_request, reply) => reply.code(404).type('text/plain').send('Not found'));
  }
}
