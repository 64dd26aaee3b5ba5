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
import { readsCodes } from './rendering/scan-pages.ts';

/**
 * Context keys with which the server passes services to loaders. Keys compare by identity and this bundle has
 * its own copy of their modules, so the server must take them from here.
 */
export const ctx = { apiContext };

const renderLimitMs = 10_000;

/**
 * Renders the whole page before sending it, so that it can be cached, compressed once and hashed for its
 * policy.
 */
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

  // The development server adds inline scripts and styles without a nonce.
  const useHashes = import.meta.env.PROD;
  const noncePlaceholder = useHashes ? randomUUID() : undefined;
  const page = await renderPage(request.url, routerContext, noncePlaceholder);
  const finalStatus = page.failed ? 500 : status;
  if (noncePlaceholder === undefined) return new Response(page.html, { status: finalStatus, headers });

  const { markedHtml, started } = isReadableWithoutScripts(routerContext)
    ? deferScripts(page.html, noncePlaceholder)
    : { markedHtml: page.html, started: [] };
  const payments = needsStripe(request.url, routerContext);
  const codes = readsCodes(new URL(request.url).pathname);
  const { html, policy } = hashInlineScripts(markedHtml, noncePlaceholder, { payments, codes, started });
  headers.set('Content-Security-Policy', policy);
  headers.set('Reporting-Endpoints', reportingEndpoints);
  return new Response(html, { status: finalStatus, headers });
}

/** Returns true for payment pages of a store with Stripe keys. */
function needsStripe(url: string, { staticHandlerContext: { loaderData } }: EntryContext): boolean {
  const root = loaderData.root as { settings?: { paymentProcessor?: string } } | undefined;
  return root?.settings?.paymentProcessor === 'stripe' && takesPayments(new URL(url).pathname);
}

/** Returns true when the server has rendered all content. */
function isReadableWithoutScripts({ staticHandlerContext: { matches } }: EntryContext): boolean {
  return matches.some(({ route }) => route.handle?.cacheable && !route.handle.filledInBrowser);
}

/** Returns `no-store` for pages that the browser fills with personal data; others must revalidate. */
function cacheRule(url: string): string {
  const own =
    /^\/(admin|checkout|login|not-me|order-confirmation|orders|profile|register|reset-password|undo-email-change)(\/|$)/;
  return own.test(new URL(url).pathname) ? 'no-store' : 'no-cache';
}

function renderPage(
  url: string,
  routerContext: EntryContext,
  noncePlaceholder: string | undefined,
): Promise<{ html: string; failed: boolean }> {
  return new Promise((resolve, reject) => {
    let failed = false;
    const limit = setTimeout(
      () => abort(new Error(`rendering took more than ${renderLimitMs} ms`)),
      renderLimitMs,
    );
    const router = (
      <ServerRouter
        context={routerContext}
        url={url}
        {...(noncePlaceholder !== undefined && { nonce: noncePlaceholder })}
      />
    );
    const { pipe, abort } = renderToPipeableStream(router, {
      ...(noncePlaceholder !== undefined && { nonce: noncePlaceholder }),
      // React would send large lazy parts after the page and have a script move them to their place.
      progressiveChunkSize: Number.POSITIVE_INFINITY,
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

/** Logs failures only: not unknown URLs or aborted requests. */
export const handleError: HandleErrorFunction = (error, { request }) => {
  if (request.signal.aborted) return;
  if (isRouteErrorResponse(error) && error.status < 500) return;
  console.error(error);
};
