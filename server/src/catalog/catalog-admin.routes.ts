import type { draftEndpoints } from '@reprise/contract/catalog/products/drafts';
import type { catalogAdminEndpoints } from '@reprise/contract/catalog/products/products-admin';
import type { Deps } from '../deps.ts';
import type { Handlers } from '../platform/http/endpoint.ts';
import { requireCaller } from '../platform/http/require-caller.ts';
import { bulkEditProducts } from './products/bulk-edit-products.ts';
import { createDraft, publishDraft, updateDraft } from './products/drafts/save-draft.ts';
import {
  countProducts,
  listAdminProducts,
  listBrands,
  listProductIds,
} from './products/listing/admin-product.queries.ts';
import { findProductsToOrder } from './products/listing/admin-product-search.ts';
import { findAdminProduct } from './products/listing/whole-admin-products.queries.ts';
import { findLadder } from './products/product.queries.ts';
import { restoreProducts } from './products/restore-products.ts';
import { findSale } from './products/sales/listed-sale.ts';

export function catalogAdminHandlers(
  deps: Pick<Deps, 'db' | 'now' | 'alerts' | 'devices' | 'search'>,
): Handlers<typeof catalogAdminEndpoints & typeof draftEndpoints> {
  return {
    listAdminProducts: ({ query }) => listAdminProducts(deps.db, query ?? {}),
    listProductIds: ({ query }) => listProductIds(deps.db, query ?? {}),
    getProductStats: async () => ({ figures: await countProducts(deps.db) }),
    listBrands: async () => ({ brands: await listBrands(deps.db) }),
    findProductsToOrder: ({ query }) => findProductsToOrder(deps.db, query?.search ?? '', deps.search),
    getAdminProduct: async ({ params }) => {
      const product = await findAdminProduct(deps.db, params.id);
      const sale = await findSale(deps.db, product.id);
      return { product, sale, siblings: await findLadder(deps.db, product) };
    },
    createDraft: async ({ body }, context) => ({
      product: await createDraft(deps, body, requireCaller(context).userId, context.idempotencyKey),
    }),
    updateDraft: async ({ params, body }, context) => ({
      product: await updateDraft(deps, params.id, body, requireCaller(context).userId),
    }),
    publishDraft: async ({ params, body }, context) => ({
      product: await publishDraft(deps, params.id, body, requireCaller(context).userId),
    }),
    bulkEditProducts: async ({ body }, context) => {
      if (body.change.kind === 'delete' && !body.dryRun) await context.countDeletions(body.products.length);
      return { rows: await bulkEditProducts(deps, body, requireCaller(context).userId) };
    },
    restoreProducts: async ({ body }, context) => ({
      rows: await restoreProducts(deps, body.products, requireCaller(context).userId),
    }),
  };
}
