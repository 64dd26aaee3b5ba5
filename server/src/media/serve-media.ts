import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import { Problem } from '@reprise/contract/problem';
import type { FastifyInstance } from 'fastify';
import { makeImageWidth } from './make-image-width.ts';
import { makeSharedImage } from './make-shared-image.ts';
import { isFile, mediaFolder, mediaName } from './write-media-file.ts';

/**
 * Serves stored files under `/media/`; register it in a scope of its own. Names are content hashes, so files are cached
 * for a year; the sandbox policy prevents scripts in a file opened as a page.
 */
export async function serveMedia(scope: FastifyInstance, dataDir: string): Promise<void> {
  const folder = mediaFolder(dataDir);
  await mkdir(folder, { recursive: true });
  await scope.register(fastifyStatic, {
    root: folder,
    serve: false,
    cacheControl: true,
    maxAge: '365d',
    immutable: true,
    dotfiles: 'deny',
  });
  scope.get<{ Params: { name: string } }>('/media/:name', async (request, reply) => {
    const { name } = request.params;
    const isStored = mediaName.test(name) && (await isFile(join(folder, name)));
    if (!isStored && !(await makeImageWidth(folder, name)) && !(await makeSharedImage(folder, name))) {
      throw new Problem('NOT_FOUND', 'Image not found.');
    }
    reply.header('x-content-type-options', 'nosniff');
    reply.header(
      'content-security-policy',
      "sandbox; default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
    );
    // Other sites may embed product images.
    reply.header('cross-origin-resource-policy', 'cross-origin');
    reply.header('content-disposition', `inline; filename="${name}"`);
    return reply.sendFile(name);
  });
}
