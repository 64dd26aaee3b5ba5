import { Problem } from '@reprise/contract/problem';
import type { FileStorage } from '@reprise/extension/file-storage';
import type { FastifyInstance } from 'fastify';
import { daySeconds } from '../../platform/time.ts';
import { makeImageWidth } from './make-image-width.ts';
import { makeSharedImage } from './make-shared-image.ts';
import { mediaName } from './media-names.ts';

const types: Record<string, string> = {
  webp: 'image/webp',
  avif: 'image/avif',
  svg: 'image/svg+xml',
  jpg: 'image/jpeg',
  png: 'image/png',
};

/**
 * Serves stored files under `/media/`; register it in a scope of its own. Names are content hashes, so files are cached
 * for a year; the sandbox policy prevents scripts in a file opened as a page.
 */
export async function serveMedia(scope: FastifyInstance, storage: FileStorage): Promise<void> {
  scope.get<{ Params: { name: string } }>('/media/:name', async (request, reply) => {
    const { name } = request.params;
    const etag = `"${name}"`;
    const bytes = await readFile(storage, name);
    if (bytes === null) throw new Problem('NOT_FOUND', 'Image not found.');
    reply.headers({
      'cache-control': `public, max-age=${365 * daySeconds}, immutable`,
      etag,
      'x-content-type-options': 'nosniff',
      'content-security-policy':
        "sandbox; default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
      // Other sites may embed product images.
      'cross-origin-resource-policy': 'cross-origin',
      'content-disposition': `inline; filename="${name}"`,
    });
    if (request.headers['if-none-match']?.includes(etag)) return reply.code(304).send();
    return reply.type(types[name.split('.').at(-1) ?? ''] ?? 'application/octet-stream').send(bytes);
  });
}

async function readFile(storage: FileStorage, name: string): Promise<Buffer | null> {
  const stored = mediaName.test(name) ? await storage.read(name) : null;
  return stored ?? (await makeImageWidth(storage, name)) ?? (await makeSharedImage(storage, name));
}
