import { Problem } from '@reprise/contract/problem';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { parseJsonBody } from './json-body.ts';

export function acceptOnlyStrictJson(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer' },
    async (request: FastifyRequest, body: Buffer) =>
      request.routeOptions.config.rawBody ? body : parseJsonBody(body),
  );
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'buffer' }, async () => {
    throw new Problem('UNSUPPORTED_MEDIA_TYPE', 'Send JSON with the content type application/json.');
  });
}

/** Discards bodies as they arrive, whatever their type. */
export function discardBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request, body, done) => {
    body.resume();
    done(null);
  });
}

export function assertUnencodedBody(request: FastifyRequest): void {
  const encoding = request.headers['content-encoding'];
  if (encoding !== undefined && encoding !== 'identity') {
    throw new Problem('UNSUPPORTED_MEDIA_TYPE', 'Send the body without a content encoding.');
  }
}
