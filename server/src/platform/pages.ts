import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { createRequestHandler, RouterContextProvider, type ServerBuild } from 'react-router';
import type { MadeAnswer } from './kept-answers.ts';
import type { SharedAnswers } from './serve-kept-answers.ts';
import { sharedAddressOf } from './shared-page-address.ts';
import { nothingShown, type Shown } from './shown-tags.ts';

export type Pages = {
  /** The built web app; a function in development, where it changes. */
  build: () => Promise<ServerBuild>;
  mode: 'production' | 'development';
  /** The client that loaders read the API with; it notes what they show. */
  api: (shown: Shown) => unknown;
  publicUrl: string;
  /** Keeps the pages that are the same for everybody. */
  shared?: SharedAnswers | undefined;
};

type Render = (request: Request, shown: Shown) => Promise<Response>;

/** Hands every path that nobody else takes to the web app. */
export async function servePages(app: FastifyInstance, pages: Pages): Promise<void> {
  // The router reads bodies itself.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request, _payload, done) => done(null));
  let made: { build: ServerBuild; render: Render } | undefined;
  app.route({
    // POST too: a form that is sent before the scripts run meets a page, not a bare refusal.
    method: ['GET', 'HEAD', 'POST'],
    url: '/*',
    handler: async (request, reply) => {
      const build = await pages.build();
      if (made?.build !== build) made = { build, render: createRender(build, pages) };
      const { render } = made;
      const address = request.method === 'POST' ? null : sharedAddressOf(build, pathOf(request.url));
      if (address === null) {
        return sendWebResponse(await render(toWebRequest(request, pages.publicUrl), nothingShown()), reply);
      }
      const make = () => makeSharedPage(render, addressOf(address, pages.publicUrl));
      if (pages.shared?.takes(request)) return pages.shared.send(request, reply, `page ${address}`, make);
      const { status, headers, body } = await make();
      return reply.code(status).headers(headers).send(body);
    },
  });
}

function createRender(build: ServerBuild, { mode, api }: Pages): Render {
  const handle = createRequestHandler(build, mode);
  // The bundle has its own copy of the context key, and keys compare by identity: use that copy.
  const { ctx } = build.entry.module as unknown as { ctx: { apiContext: never } };
  return (request, shown) => {
    const context = new RouterContextProvider();
    context.set(ctx.apiContext, api(shown) as never);
    return handle(request, context);
  };
}

/**
 * Rendered from its address alone: no header of the visitor who happened to come first reaches it, and no part of
 * the address that the page does not know.
 */
async function makeSharedPage(render: Render, url: URL): Promise<MadeAnswer> {
  const shown = nothingShown();
  const response = await render(new Request(url), shown);
  const headers = Object.fromEntries(response.headers);
  delete headers['content-length'];
  return { status: response.status, headers, body: Buffer.from(await response.arrayBuffer()), shown };
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

function pathOf(target: string): string {
  const path = target.replace(/^https?:\/\/[^/?#]*/i, '');
  return path.startsWith('/') ? path : `/${path}`;
}

/** Joined as text: resolved against our own address, `//evil.example/` would name another host. */
export function addressOf(target: string, publicUrl: string): URL {
  return new URL(`${new URL(publicUrl).origin}${pathOf(target)}`);
}

async function sendWebResponse(response: Response, reply: FastifyReply): Promise<FastifyReply> {
  reply.code(response.status);
  for (const [name, value] of response.headers) {
    if (name !== 'content-length') reply.header(name, value);
  }
  // Pages are rendered whole; a Buffer is sent without another encoding.
  return reply.send(response.body === null ? null : Buffer.from(await response.arrayBuffer()));
}
