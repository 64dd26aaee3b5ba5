import { randomUUID } from 'node:crypto';
import { Writable } from 'node:stream';
import { renderToPipeableStream } from 'react-dom/server';
import {
  type EntryContext,
  type HandleErrorFunction,
  isRouteErrorResponse,
  ServerRouter,
} from 'react-router';
import { apiContext } from './api/server-api.ts';
import { hashInlineScripts, reportingEndpoints } from './rendering/content-security-policy.ts';
import { deferScripts } from './rendering/deferred-scripts.ts';
import { takesPayments } from './rendering/pay-pages.ts';

/**
 * The keys by which the server hands its services to the loaders. Keys compare by identity and this bundle
 * has its own copy of the modules that make them, so the server must take them from here.
 */
export const ctx = { apiContext };

const renderLimitMs = 10_000;

/** Renders a page whole, so that it can be cached, compressed once and sealed by hashes. */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  routerContext: EntryContext,
): Promise<Response> {
  headers.set('Content-Type', 'text/html; charset=utf-8');
  headers.set('Cache-Control', cacheRule(request.url));
  if (status === 503) headers.set('Retry-After', '5');
  if (request.method === 'HEAD') return new Response(null, { status, headers });

  // The development server adds inline scripts and styles of its own.
  const sealed = import.meta.env.PROD;
  const mark = sealed ? randomUUID() : undefined;
  const page = await renderPage(request.url, routerContext, mark);
  const finalStatus = page.failed ? 500 : status;
  if (mark === undefined) return new Response(page.html, { status: finalStatus, headers });

  const { markedHtml, started } = readsWithoutScripts(routerContext)
    ? deferScripts(page.html, mark)
    : { markedHtml: page.html, started: [] };
  const payments = needsStripe(request.url, routerContext);
  const { html, policy } = hashInlineScripts(markedHtml, mark, { payments, started });
  headers.set('Content-Security-Policy', policy);
  headers.set('Reporting-Endpoints', reportingEndpoints);
  return new Response(html, { status: finalStatus, headers });
}

/** Pages that take cards, where the store has keys for real ones. */
function needsStripe(url: string, { staticHandlerContext: { loaderData } }: EntryContext): boolean {
  const root = loaderData.root as { settings?: { paymentProcessor?: string } } | undefined;
  return root?.settings?.paymentProcessor === 'stripe' && takesPayments(new URL(url).pathname);
}

/** Whether the server rendered all there is to see. */
function readsWithoutScripts({ staticHandlerContext: { matches } }: EntryContext): boolean {
  return matches.some(({ route }) => route.handle?.cacheable && !route.handle.filledInBrowser);
}

/** Frames that are filled with somebody's own data are kept by nobody; the rest is asked for anew. */
function cacheRule(url: string): string {
  const own = /^\/(admin|checkout|login|order-confirmation|orders|profile|register|reset-password)(\/|$)/;
  return own.test(new URL(url).pathname) ? 'no-store' : 'no-cache';
}

function renderPage(
  url: string,
  routerContext: EntryContext,
  mark: string | undefined,
): Promise<{ html: string; failed: boolean }> {
  return new Promise((resolve, reject) => {
    let failed = false;
    const limit = setTimeout(
      () => abort(new Error(`rendering took more than ${renderLimitMs} ms`)),
      renderLimitMs,
    );
    const router = (
      <ServerRouter context={routerContext} url={url} {...(mark !== undefined && { nonce: mark })} />
    );
    const { pipe, abort } = renderToPipeableStream(router, {
      ...(mark !== undefined && { nonce: mark }),
      onAllReady() {
        clearTimeout(limit);
        const chunks: Buffer[] = [];
        pipe(
          new Writable({
            write(chunk: Buffer, _encoding, done) {
              chunks.push(chunk);
              done();
            },
            final(done) {
              resolve({ html: Buffer.concat(chunks).toString('utf8'), failed });
              done();
            },
          }),
        );
      },
      onShellError(error) {
        clearTimeout(limit);
        reject(error);
      },
      onError(error) {
        failed = true;
        console.error(error);
      },
    });
  });
}

/** A wrong address or a visitor who left is no fault of ours: only real failures are logged. */
export const handleError: HandleErrorFunction = (error, { request }) => {
  if (request.signal.aborted) return;
  if (isRouteErrorResponse(error) && error.status < 500) return;
  console.error(error);
};
