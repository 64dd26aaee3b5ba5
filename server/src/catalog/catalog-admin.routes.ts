import type { catalogAdminEndpoints } from '@reprise/contract/catalog/catalog-admin';
import type { Deps } from '../deps.ts';
import type { Handlers } from '../platform/http/endpoint.ts';
import { requireCaller } from '../platform/http/require-caller.ts';
import { bulkEditProducts } from './bulk-edit-products.ts';
import {
  countProducts,
  findAdminProduct,
  listAdminProducts,
  listBrands,
  listProductIds,
} from './listing/admin-product.queries.ts';
import { findProductsToOrder } from './listing/admin-product-search.ts';
import { findLadder } from './product.queries.ts';
import { restoreProducts } from './restore-products.ts';

export function catalogAdminHandlers(
  deps: Pick<Deps, 'db' | 'now' | 'alerts' | 'devices' | 'search'>,
): Handlers<typeof catalogAdminEndpoints> {
  return {
    listAdminProducts: ({ query }) => listAdminProducts(deps.db, query ?? {}),
    listProductIds: ({ query }) => listProductIds(deps.db, query ?? {}),
    getProductStats: async () => ({ figures: await countProducts(deps.db) }),
    listBrands: async () => ({ brands: await listBrands(deps.db) }),
    findProductsToOrder: ({ query }) => findProductsToOrder(deps.db, query?.search ?? '', deps.search),
    getAdminProduct: async ({ params }) => {
      const product = await findAdminProduct(deps.db, params.id);
      return { product, siblings: await findLadder(deps.db, product) };
    },
    bulkEditProducts: async ({ body }, context) => {
      if (body.change.kind === 'delete' && !body.dryRun) await context.countDeletions(body.products.length);
      return { rows: await bulkEditProducts(deps, body, requireCaller(context).userId) };
    },
    restoreProducts: async ({ body }, context) => ({
      rows: await restoreProducts(deps, body.products, requireCaller(context).userId),
    }),
  };
}
