import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

type Params = { Params: { slug: string } };

/**
 * Redirects the addresses that Shopify gives to products to the product page, which knows the handles of imported
 * products. WooCommerce's addresses are those of this shop.
 */
export function serveShopifyPaths(app: FastifyInstance): void {
  const redirect = ({ params, url }: FastifyRequest<Params>, reply: FastifyReply) => {
    const query = url.includes('?') ? url.slice(url.indexOf('?')) : '';
    return reply.redirect(`/product/${encodeURIComponent(params.slug)}${query}`, 301);
  };
  app.get<Params>('/products/:slug', redirect);
  app.get<Params>('/collections/:collection/products/:slug', redirect);
}
