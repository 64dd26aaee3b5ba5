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

/** Returns a scope for calls that ignore their body: it is discarded as it arrives, whatever its type. */
export async function scopeThatDiscardsBodies(app: FastifyInstance): Promise<FastifyInstance> {
  let discarding = app;
  await app.register(async (scope) => {
    discarding = scope;
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', (_request, body, done) => {
      body.resume();
      done(null);
    });
  });
  return discarding;
}

export function assertUnencodedBody(request: FastifyRequest): void {
  const encoding = request.headers['content-encoding'];
  if (encoding !== undefined && encoding !== 'identity') {
    throw new Problem('UNSUPPORTED_MEDIA_TYPE', 'Send the body without a content encoding.');
  }
}
