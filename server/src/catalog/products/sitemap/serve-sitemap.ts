import { Problem } from '@reprise/contract/problem';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '../../../deps.ts';
import { escapeMarkup } from '../../../platform/escape-markup.ts';
import { closedPolicy } from '../../../platform/http/security-headers.ts';
import type { ComputedResponse } from '../../../platform/response-cache/cached-response.ts';
import type { SendCached } from '../../../platform/response-cache/send-cached.ts';
import { sitemapTags } from '../products.tags.ts';
import { listCategoryAddresses, listProductAddresses, listProductParts } from './sitemap.queries.ts';

type Location = { path: string; changedAt?: Date };

const pages = [
  '/',
  '/products',
  '/categories',
  '/deals',
  '/support',
  '/shipping',
  '/returns',
  '/warranty',
  '/privacy',
  '/terms',
  '/cookies',
];

/** Paths that search engines must not index: account, back office and API. */
const disallowed = [
  '/admin',
  '/api/',
  '/cart',
  '/checkout',
  '/order-confirmation',
  '/orders',
  '/profile',
  '/login',
  '/register',
  '/forgot-password',
  '/reset-password',
  '/undo-email-change',
  '/not-me',
  '/dev/',
];

/** Serves robots.txt and the sitemap, the latter from the response cache. */
export function serveSitemap(
  app: FastifyInstance,
  { db, environment }: Pick<Deps, 'db' | 'environment'>,
  sendCached: SendCached,
) {
  const { publicUrl } = environment;
  const responseOf = (kind: 'sitemapindex' | 'urlset', locations: Location[]): ComputedResponse => ({
    status: 200,
    headers: { 'content-type': 'application/xml; charset=utf-8', 'content-security-policy': closedPolicy },
    body: Buffer.from(writeXml(kind, publicUrl, locations)),
    dependencies: { strict: new Set(sitemapTags), eventual: new Set(), isComplete: true },
  });

  app.get('/robots.txt', async (_request, reply) =>
    reply
      .type('text/plain; charset=utf-8')
      .header('cache-control', 'public, max-age=3600')
      .send(
        [
          'User-agent: *',
          ...disallowed.map((path) => `Disallow: ${path}`),
          `Sitemap: ${publicUrl}/sitemap.xml`,
        ]
          .join('\n')
          .concat('\n'),
      ),
  );
  app.get('/sitemap.xml', (request, reply) =>
    sendCached(request, reply, 'sitemap', async () => {
      const parts = await listProductParts(db);
      return responseOf('sitemapindex', [
        { path: '/sitemap/pages.xml' },
        ...parts.map(({ firstId, changedAt }) => ({ path: `/sitemap/products-${firstId}.xml`, changedAt })),
      ]);
    }),
  );
  app.get('/sitemap/pages.xml', (request, reply) =>
    sendCached(request, reply, 'sitemap pages', async () => {
      const categories = await listCategoryAddresses(db);
      return responseOf('urlset', [
        ...pages.map((path) => ({ path })),
        ...categories.map(({ name, changedAt }) => ({
          path: `/products?${new URLSearchParams({ category: name })}`,
          changedAt,
        })),
      ]);
    }),
  );
  app.get<{ Params: { firstId: string } }>('/sitemap/products-:firstId.xml', (request, reply) => {
    const { firstId } = request.params;
    if (!/^\w{1,64}$/.test(firstId)) throw partNotFound();
    return sendCached(request, reply, `sitemap products ${firstId}`, async () => {
      const products = await listProductAddresses(db, firstId);
      if (products.length === 0) throw partNotFound();
      return responseOf(
        'urlset',
        products.map(({ slug, changedAt }) => ({ path: `/product/${slug}`, changedAt })),
      );
    });
  });
}

function partNotFound(): Problem {
  return new Problem('NOT_FOUND', 'This part of the sitemap does not exist.');
}

function writeXml(kind: 'sitemapindex' | 'urlset', publicUrl: string, locations: Location[]): string {
  const element = kind === 'urlset' ? 'url' : 'sitemap';
  const lines = locations.map(({ path, changedAt }) => {
    const changed = changedAt ? `<lastmod>${changedAt.toISOString()}</lastmod>` : '';
    return `<${element}><loc>${escapeMarkup(`${publicUrl}${path}`)}</loc>${changed}</${element}>`;
  });
  const start = `<?xml version="1.0" encoding="UTF-8"?>\n<${kind} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">`;
  return `${start}\n${lines.join('\n')}\n</${kind}>\n`;
}
