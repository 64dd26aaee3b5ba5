import { Problem } from '@reprise/contract/problem';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '../../deps.ts';
import { openFiles } from '../maintenance/close-shop.ts';
import { openingPagePolicy } from './opening-page.ts';
import type { OpeningState } from './opening-state.ts';
import { hasPreviewCookie } from './preview-cookie.ts';

/** Pages that everyone sees: the back office, the way into it, an account, and what mails link to. */
const openPages =
  /^\/(?:(?:admin|orders|dev)(?:\/.*)?|login|register|(?:forgot|reset)-password|not-me|undo-email-change|verify-email|profile|privacy\/requests|unsubscribe|alerts\/stop|device-photos|csp-reports)(?:\.data)?$/;

/** Addresses that programs read: the page for visitors would be a faulty answer to them. */
const forPrograms = /^\/(?:feeds\/.*|sitemap(?:\.xml|\/.*))$/;

/**
 * Answers pages of an unopened shop with its name and "Opening soon", except to browsers with the preview cookie. Those
 * responses are neither cached nor indexed.
 */
export function hideUnopenedPages(
  app: FastifyInstance,
  state: OpeningState,
  deps: Pick<Deps, 'now' | 'secret' | 'environment'>,
): void {
  app.decorateRequest('isPreview', false);
  app.addHook('onRequest', async (request, reply) => {
    if (state.isKnownOpen()) return;
    const path = pathOf(request.url);
    if (openFiles.test(path) || openPages.test(path)) return;
    const page = await state.readPage();
    if (page === null) return;
    request.isPreview = hasPreviewCookie(deps, request.headers.cookie);
    if (request.isPreview) return;
    reply.headers({ 'cache-control': 'no-store', 'x-robots-tag': 'noindex' });
    if (forPrograms.test(path)) throw new Problem('NOT_FOUND', 'This store is not open yet.');
    // The router expects data, and shows an error with a way to reload.
    if (path.endsWith('.data')) return reply.code(503).type('text/plain').send('This store is not open yet.');
    return reply
      .type('text/html; charset=utf-8')
      .header('content-security-policy', openingPagePolicy)
      .send(page);
  });
  app.addHook('onSend', async (request, reply) => {
    if (request.isPreview) reply.headers({ 'cache-control': 'no-store', 'x-robots-tag': 'noindex' });
  });
}

/** Returns the path as the renderer resolves it, so that `/login/../products` is no way around. */
function pathOf(url: string): string {
  const target = url.replace(/^https?:\/\/[^/?#]*/i, '');
  const full = `http://shop.invalid${target.startsWith('/') ? '' : '/'}${target}`;
  return URL.canParse(full) ? new URL(full).pathname : '/';
}
