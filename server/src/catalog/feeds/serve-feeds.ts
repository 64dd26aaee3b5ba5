import { feedKinds } from '@reprise/contract/catalog/feeds';
import { Problem } from '@reprise/contract/problem';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '../../deps.ts';
import { closedPolicy } from '../../platform/http/security-headers.ts';
import { findFeedFile } from './feeds.queries.ts';

/** Serves the files of the feeds that are switched on; `countCall` limits the calls of an address. */
export function serveFeeds(
  app: FastifyInstance,
  { db, storage }: Pick<Deps, 'db' | 'storage'>,
  countCall: (ip: string) => Promise<void>,
): void {
  app.get<{ Params: { name: string } }>('/feeds/:name', async (request, reply) => {
    await countCall(request.ip);
    const kind = feedKinds.find((kind) => request.params.name === `${kind}.xml.gz`);
    const file = kind === undefined ? null : await findFeedFile(db, kind);
    const bytes = file === null ? null : await storage.read(file);
    if (file === null || bytes === null) throw new Problem('NOT_FOUND', 'Feed not found.');
    const etag = `"${file}"`;
    reply.headers({
      etag,
      'cache-control': 'public, max-age=600',
      'content-security-policy': closedPolicy,
    });
    if (request.headers['if-none-match']?.includes(etag)) return reply.code(304).send();
    return reply.type('application/gzip').send(bytes);
  });
}
