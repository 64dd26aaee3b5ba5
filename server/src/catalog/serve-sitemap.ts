import { Problem } from '@reprise/contract/problem';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Deps } from '../platform/deps.ts';
import { listCategoryAddresses, listProductAddresses, listProductParts } from './sitemap.queries.ts';

type Place = { path: string; changedAt?: Date };

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

/** Somebody's own, work of the shop, and calls: nothing to be found by a search engine. */
const closed = [
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
  '/dev/',
];

/** What search engines ask for first: what they may read, and where everything is. */
export function serveSitemap(app: FastifyInstance, { db, environment }: Pick<Deps, 'db' | 'environment'>) {
  const { publicUrl } = environment;
  const send = (reply: FastifyReply, kind: 'sitemapindex' | 'urlset', places: Place[]) =>
    reply
      .type('application/xml; charset=utf-8')
      .header('cache-control', 'public, max-age=3600')
      .send(writeXml(kind, publicUrl, places));

  app.get('/robots.txt', async (_request, reply) =>
    reply
      .type('text/plain; charset=utf-8')
      .header('cache-control', 'public, max-age=3600')
      .send(
        ['User-agent: *', ...closed.map((path) => `Disallow: ${path}`), `Sitemap: ${publicUrl}/sitemap.xml`]
          .join('\n')
          .concat('\n'),
      ),
  );
  app.get('/sitemap.xml', async (_request, reply) => {
    const parts = await listProductParts(db);
    return send(reply, 'sitemapindex', [
      { path: '/sitemap/pages.xml' },
      ...parts.map(({ firstId, changedAt }) => ({ path: `/sitemap/products-${firstId}.xml`, changedAt })),
    ]);
  });
  app.get('/sitemap/pages.xml', async (_request, reply) => {
    const categories = await listCategoryAddresses(db);
    return send(reply, 'urlset', [
      ...pages.map((path) => ({ path })),
      ...categories.map(({ name, changedAt }) => ({
        path: `/products?${new URLSearchParams({ category: name })}`,
        changedAt,
      })),
    ]);
  });
  app.get<{ Params: { firstId: string } }>('/sitemap/products-:firstId.xml', async (request, reply) => {
    const { firstId } = request.params;
    const found = /^\w{1,64}$/.test(firstId) ? await listProductAddresses(db, firstId) : [];
    if (found.length === 0) throw new Problem('NOT_FOUND', 'There is no such part of the sitemap.');
    return send(
      reply,
      'urlset',
      found.map(({ slug, changedAt }) => ({ path: `/product/${slug}`, changedAt })),
    );
  });
}

function writeXml(kind: 'sitemapindex' | 'urlset', publicUrl: string, places: Place[]): string {
  const each = kind === 'urlset' ? 'url' : 'sitemap';
  const lines = places.map(({ path, changedAt }) => {
    const changed = changedAt ? `<lastmod>${changedAt.toISOString()}</lastmod>` : '';
    return `<${each}><loc>${escapeXml(`${publicUrl}${path}`)}</loc>${changed}</${each}>`;
  });
  const start = `<?xml version="1.0" encoding="UTF-8"?>\n<${kind} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">`;
  return `${start}\n${lines.join('\n')}\n</${kind}>\n`;
}

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
};

function escapeXml(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => entities[sign] ?? sign);
}
