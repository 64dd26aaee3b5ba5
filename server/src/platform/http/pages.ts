import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { createRequestHandler, RouterContextProvider, type ServerBuild } from 'react-router';
import { type CacheDependencies, noDependencies } from '../response-cache/cache-dependencies.ts';
import { planPage } from '../response-cache/cacheable-page-url.ts';
import type { ComputedResponse } from '../response-cache/response-cache.ts';
import type { CacheResponder } from '../response-cache/serve-from-cache.ts';
import { sendProblem } from './api.ts';
import type { PlainPage } from './plain-page.ts';
import { problemFromError } from './problem-from-error.ts';

export type Pages = {
  /** The built web app; a function in development, where it changes. */
  build: () => Promise<ServerBuild>;
  mode: 'production' | 'development';
  /** The client that loaders read the API with; it notes what they show and counts the searches they run. */
  api: (shown: CacheDependencies, countSearch?: Count) => unknown;
  publicUrl: string;
  /** Keeps the pages that are the same for everybody. */
  shared?: CacheResponder | undefined;
  /** Counts a page that must be rendered; throws RATE_LIMITED past the limit. */
  countPage: (rate: 'page' | 'search', ip: string) => Promise<void>;
};

type Count = () => Promise<void>;
type Render = (request: Request, shown: CacheDependencies, countSearch?: Count) => Promise<Response>;

/** Hands every path that nobody else takes to the web app. */
export async function servePages(app: FastifyInstance, pages: Pages): Promise<void> {
  // The router reads bodies itself.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request, _payload, done) => done(null));
  app.setErrorHandler((error, request, reply) => {
    const problem = problemFromError(error);
    if (problem.code !== 'RATE_LIMITED') return sendProblem(error, request, reply);
    return reply.header('retry-after', String(problem.retryAfterSeconds ?? 60)).sendPlainPage(tooManyPages);
  });
  let made: { build: ServerBuild; render: Render } | undefined;
  app.route({
    method: ['GET', 'HEAD'],
    url: '/*',
    handler: async (request, reply) => {
      const build = await pages.build();
      if (made?.build !== build) made = { build, render: createRender(build, pages) };
      const { render } = made;
      const plan = planPage(build, pathOf(request.url));
      if (plan.kind === 'too-long') return reply.sendPlainPage(tooLongAddress);
      const count = (rate: 'page' | 'search') => pages.countPage(rate, request.ip);
      if (plan.kind === 'own') {
        await count('page');
        return sendWebResponse(await render(toWebRequest(request, pages.publicUrl), noDependencies()), reply);
      }
      const url = addressOf(plan.address, pages.publicUrl);
      const isSearch = plan.kind === 'shared' && plan.isSearch;
      const admit = () => count(isSearch ? 'search' : 'page');
      const make = async () => {
        // The search of a search page is counted before, by `admit`.
        const page = await makeSharedPage(render, url, isSearch ? undefined : () => count('search'));
        return plan.kind === 'missing' ? { ...page, isMissingPage: true as const } : page;
      };
      const key = `page ${plan.address}`;
      if (pages.shared?.takes(request)) return pages.shared.send(request, reply, key, make, admit);
      await admit();
      const { status, headers, body } = await make();
      return reply.code(status).headers(headers).send(body);
    },
  });
  // A form that is sent before the scripts run meets a page, not a bare refusal.
  app.post('/*', (_request, reply) => reply.header('allow', 'GET, HEAD').sendPlainPage(formWithoutScripts));
}

const tooManyPages: PlainPage = {
  status: 429,
  title: 'Too many pages at once',
  text: 'More pages were opened from your network than this shop can make at once. Wait a minute, then reload this page.',
};

const tooLongAddress: PlainPage = {
  status: 414,
  title: 'This address is too long',
  text: 'No page of this shop has an address of that length. Start again from the front page.',
};

const formWithoutScripts: PlainPage = {
  status: 405,
  title: 'This form was not sent',
  text: 'The page had not finished loading. Go back, wait a moment and send the form again.',
};

function createRender(build: ServerBuild, { mode, api }: Pages): Render {
  const handle = createRequestHandler(build, mode);
  // The bundle has its own copy of the context key, and keys compare by identity: use that copy.
  const { ctx } = build.entry.module as unknown as { ctx: { apiContext: never } };
  return (request, shown, countSearch) => {
    const context = new RouterContextProvider();
    context.set(ctx.apiContext, api(shown, countSearch) as never);
    return handle(request, context);
  };
}

/**
 * Rendered from its address alone: no header of the visitor who happened to come first reaches it, and no part of
 * the address that the page does not know.
 */
async function makeSharedPage(
  render: Render,
  url: URL,
  countSearch: Count | undefined,
): Promise<ComputedResponse> {
  const shown = noDependencies();
  const response = await render(new Request(url), shown, countSearch);
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
  return new Request(addressOf(request.url, publicUrl), { method: request.method, headers });
}

function pathOf(target: string): string {
  const path = target.replace(/^https?:\/\/[^/?#]*/i, '');
  return path.startsWith('/') ? path : `/${path}`;
}

/** Joined as text: resolved against our own address, `//evil.example/` would name another host. */
function addressOf(target: string, publicUrl: string): URL {
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
