import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { createRequestHandler, RouterContextProvider, type ServerBuild } from 'react-router';
import { type CacheDependencies, noDependencies } from '../response-cache/cache-dependencies.ts';
import { planPage } from '../response-cache/cacheable-page-url.ts';
import type { ComputedResponse } from '../response-cache/cached-response.ts';
import type { CacheResponder } from '../response-cache/serve-from-cache.ts';
import { sendProblem } from './api.ts';
import type { PlainPage } from './plain-page.ts';
import { problemFromError } from './problem-from-error.ts';

export type Pages = {
  /** The built web app; a function in development, where it changes. */
  build: () => Promise<ServerBuild>;
  mode: 'production' | 'development';
  /** Creates the API client of loaders, which tracks their dependencies and counts their searches. */
  api: (dependencies: CacheDependencies, countSearch?: Count) => unknown;
  publicUrl: string;
  /** Caches pages that are the same for every visitor. */
  cache?: CacheResponder | undefined;
  /** Counts a page that must be rendered; throws RATE_LIMITED past the limit. */
  countPage: (rate: 'page' | 'search', ip: string) => Promise<void>;
};

type Count = () => Promise<void>;
type Render = (request: Request, dependencies: CacheDependencies, countSearch?: Count) => Promise<Response>;

/** Serves every path without a route of its own from the web app. */
export async function servePages(app: FastifyInstance, pages: Pages): Promise<void> {
  // The router reads bodies itself.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request, _payload, done) => done(null));
  app.setErrorHandler((error, request, reply) => {
    const problem = problemFromError(error);
    if (problem.code !== 'RATE_LIMITED') return sendProblem(error, request, reply);
    return reply.header('retry-after', String(problem.retryAfterSeconds ?? 60)).sendPlainPage(tooManyPages);
  });
  let current: { build: ServerBuild; render: Render } | undefined;
  app.route({
    method: ['GET', 'HEAD'],
    url: '/*',
    handler: async (request, reply) => {
      const build = await pages.build();
      if (current?.build !== build) current = { build, render: createRender(build, pages) };
      const { render } = current;
      const plan = planPage(build, pathOf(request.url));
      if (plan.kind === 'too-long') return reply.sendPlainPage(urlTooLong);
      const count = (rate: 'page' | 'search') => pages.countPage(rate, request.ip);
      if (plan.kind === 'uncached') {
        await count('page');
        return sendWebResponse(await render(toWebRequest(request, pages.publicUrl), noDependencies()), reply);
      }
      const url = absoluteUrl(plan.key, pages.publicUrl);
      const isSearch = plan.kind === 'cacheable' && plan.isSearch;
      const admit = () => count(isSearch ? 'search' : 'page');
      const compute = async () => {
        // `admit` counts the search of a search page, so rendering must not count it twice.
        const page = await renderCacheable(render, url, isSearch ? undefined : () => count('search'));
        return plan.kind === 'missing' ? { ...page, isMissingPage: true as const } : page;
      };
      const key = `page ${plan.key}`;
      if (pages.cache?.isCacheableRequest(request)) {
        return pages.cache.send(request, reply, key, compute, admit);
      }
      await admit();
      const { status, headers, body } = await compute();
      return reply.code(status).headers(headers).send(body);
    },
  });
  // A form submitted before its scripts run gets a page instead of an error response.
  app.post('/*', (_request, reply) => reply.header('allow', 'GET, HEAD').sendPlainPage(formWithoutScripts));
}

const tooManyPages: PlainPage = {
  status: 429,
  title: 'Too many requests',
  text: 'Your network opened too many pages in a short time. Wait a minute, then reload this page.',
};

const urlTooLong: PlainPage = {
  status: 414,
  title: 'This link is too long',
  text: 'This shop has no page with such a long address. Go to the home page and try again.',
};

const formWithoutScripts: PlainPage = {
  status: 405,
  title: 'This form was not sent',
  text: 'The page had not finished loading. Go back, wait a moment, and submit the form again.',
};

function createRender(build: ServerBuild, { mode, api }: Pages): Render {
  const handle = createRequestHandler(build, mode);
  // The bundle has its own copy of the context key, and keys compare by identity.
  const { ctx } = build.entry.module as unknown as { ctx: { apiContext: never } };
  return (request, dependencies, countSearch) => {
    const context = new RouterContextProvider();
    context.set(ctx.apiContext, api(dependencies, countSearch) as never);
    return handle(request, context);
  };
}

/** Renders a page from its canonical URL alone, so that no header or unknown parameter of one visitor reaches others. */
async function renderCacheable(
  render: Render,
  url: URL,
  countSearch: Count | undefined,
): Promise<ComputedResponse> {
  const dependencies = noDependencies();
  const response = await render(new Request(url), dependencies, countSearch);
  const headers = Object.fromEntries(response.headers);
  delete headers['content-length'];
  return { status: response.status, headers, body: Buffer.from(await response.arrayBuffer()), dependencies };
}

/** Builds absolute URLs from the settings only, never from the Host header or the request line. */
function toWebRequest(request: FastifyRequest, publicUrl: string): Request {
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers)) {
    if (value !== undefined && !name.startsWith(':')) headers.set(name, String(value));
  }
  return new Request(absoluteUrl(request.url, publicUrl), { method: request.method, headers });
}

function pathOf(target: string): string {
  const path = target.replace(/^https?:\/\/[^/?#]*/i, '');
  return path.startsWith('/') ? path : `/${path}`;
}

/** Joins as text: resolving `//evil.example/` against the shop's own URL would name another host. */
function absoluteUrl(target: string, publicUrl: string): URL {
  return new URL(`${new URL(publicUrl).origin}${pathOf(target)}`);
}

async function sendWebResponse(response: Response, reply: FastifyReply): Promise<FastifyReply> {
  reply.code(response.status);
  for (const [name, value] of response.headers) {
    if (name !== 'content-length') reply.header(name, value);
  }
  // A Buffer is sent without chunked encoding.
  return reply.send(response.body === null ? null : Buffer.from(await response.arrayBuffer()));
}
