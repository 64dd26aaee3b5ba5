import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { shopExports } from '../../../platform/shipped-extensions.ts';

type Params = { Params: { slug: string } };

/** Redirects the paths of products in other shops to the product page, which knows the slugs of imported products. */
export function serveFormerPaths(app: FastifyInstance): void {
  const redirect = ({ params, url }: FastifyRequest<Params>, reply: FastifyReply) => {
    const query = url.includes('?') ? url.slice(url.indexOf('?')) : '';
    return reply.redirect(`/product/${encodeURIComponent(params.slug)}${query}`, 301);
  };
  for (const { productPaths } of Object.values(shopExports))
    for (const path of productPaths) app.get<Params>(path, redirect);
}
