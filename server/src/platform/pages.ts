import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { createRequestHandler, RouterContextProvider, type ServerBuild } from 'react-router';

export type Pages = {
  /** The built web app; a function in development, where it changes. */
  build: () => Promise<ServerBuild>;
  mode: 'production' | 'development';
  /** The client that loaders read the API with. */
  api: unknown;
  publicUrl: string;
};

/** Hands every path that nobody else takes to the web app. */
export async function servePages(app: FastifyInstance, pages: Pages): Promise<void> {
  // The router reads bodies itself.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request, _payload, done) => done(null));
  let made: { build: ServerBuild; handle: ReturnType<typeof createRequestHandler> } | undefined;
  app.route({
    // POST too: a form that is sent before the scripts run meets a page, not a bare refusal.
    method: ['GET', 'HEAD', 'POST'],
    url: '/*',
    handler: async (request, reply) => {
      const build = await pages.build();
      if (made?.build !== build) made = { build, handle: createRequestHandler(build, pages.mode) };
      const response = await made.handle(
        toWebRequest(request, pages.publicUrl),
        contextFor(build, pages.api),
      );
      return sendWebResponse(response, reply);
    },
  });
}

/** The bundle has its own copy of the context key, and keys compare by identity: use that copy. */
function contextFor(build: ServerBuild, api: unknown): RouterContextProvider {
  const { ctx } = build.entry.module as unknown as { ctx: { apiContext: never } };
  const context = new RouterContextProvider();
  context.set(ctx.apiContext, api as never);
  return context;
}

/** Absolute addresses come from the settings only, never from the Host header or the request line. */
function toWebRequest(request: FastifyRequest, publicUrl: string): Request {
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers)) {
    if (value !== undefined && !name.startsWith(':')) headers.set(name, String(value));
  }
  const hasBody = request.method !== 'GET' && request.method !== 'HEAD';
  return new Request(addressOf(request.url, publicUrl), {
    method: request.method,
    headers,
    ...(hasBody && { body: Readable.toWeb(request.raw) as ReadableStream, duplex: 'half' }),
  } as RequestInit);
}

/** Joined as text: resolved against our own address, `//evil.example/` would name another host. */
export function addressOf(target: string, publicUrl: string): URL {
  const path = target.replace(/^https?:\/\/[^/?#]*/i, '');
  return new URL(`${new URL(publicUrl).origin}${path.startsWith('/') ? '' : '/'}${path}`);
}

async function sendWebResponse(response: Response, reply: FastifyReply): Promise<FastifyReply> {
  reply.code(response.status);
  for (const [name, value] of response.headers) {
    if (name !== 'content-length') reply.header(name, value);
  }
  // Pages are rendered whole; a Buffer is sent without another encoding.
  return reply.send(response.body === null ? null : Buffer.from(await response.arrayBuffer()));
}
