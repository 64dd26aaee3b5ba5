import type { bulkChangeEndpoints } from '@reprise/contract/catalog/products/bulk-changes';
import type { draftEndpoints } from '@reprise/contract/catalog/products/drafts';
import type { catalogAdminEndpoints } from '@reprise/contract/catalog/products/products-admin';
import type { Deps } from '../../deps.ts';
import { type Handlers, hasPermission } from '../../platform/http/endpoint.ts';
import { requireCaller } from '../../platform/http/require-caller.ts';
import { listBulkChanges, listChangedProducts, type NamesOf } from './bulk-changes/bulk-changes.queries.ts';
import { undoBulkChange } from './bulk-changes/undo-change.ts';
import { bulkEditProducts } from './bulk-edit-products.ts';
import { createDraft, publishDraft, updateDraft } from './drafts/save-draft.ts';
import { countProducts, listAdminProducts, listProductIds } from './listing/admin-product.queries.ts';
import { findProductsToOrder } from './listing/admin-product-search.ts';
import { listBrands } from './listing/brands.queries.ts';
import { findAdminProduct } from './listing/whole-admin-products.queries.ts';
import { findLadder } from './product.queries.ts';
import { restoreProducts } from './restore-products.ts';
import { findSale } from './sales/listed-sale.ts';
import { permittedCost, shownTo } from './stock/product-cost.ts';

export function catalogAdminHandlers(
  deps: Pick<Deps, 'db' | 'now' | 'alerts' | 'devices' | 'search'>,
  namesOf: NamesOf = async () => new Map(),
): Handlers<typeof catalogAdminEndpoints & typeof bulkChangeEndpoints & typeof draftEndpoints> {
  return {
    listAdminProducts: ({ query }) => listAdminProducts(deps.db, query ?? {}),
    listProductIds: ({ query }) => listProductIds(deps.db, query ?? {}),
    getProductStats: async () => ({ figures: await countProducts(deps.db) }),
    listBrands: async () => ({ brands: await listBrands(deps.db) }),
    findProductsToOrder: ({ query }) => findProductsToOrder(deps.db, query?.search ?? '', deps.search),
    getAdminProduct: async ({ params }, context) => {
      const product = await findAdminProduct(deps.db, params.id);
      const sale = await findSale(deps.db, product.id);
      return { product: shownTo(context, product), sale, siblings: await findLadder(deps.db, product) };
    },
    createDraft: async ({ body }, context) => ({
      product: shownTo(
        context,
        await createDraft(
          deps,
          permittedCost(context, body),
          requireCaller(context).userId,
          context.idempotencyKey,
        ),
      ),
    }),
    updateDraft: async ({ params, body }, context) => ({
      product: shownTo(
        context,
        await updateDraft(deps, params.id, permittedCost(context, body), requireCaller(context).userId),
      ),
    }),
    publishDraft: async ({ params, body }, context) => ({
      product: shownTo(
        context,
        await publishDraft(deps, params.id, permittedCost(context, body), requireCaller(context).userId),
      ),
    }),
    bulkEditProducts: async ({ body }, context) => {
      if (body.change.kind === 'delete' && !body.dryRun) await context.countDeletions(body.products.length);
      return bulkEditProducts(deps, body, requireCaller(context).userId);
    },
    listBulkChanges: ({ query }) => listBulkChanges(deps.db, query ?? {}, namesOf),
    listChangedProducts: ({ params, query }, { caller }) =>
      listChangedProducts(
        deps.db,
        { id: params.id, seesCosts: hasPermission(caller, 'costs.see'), ...query },
        namesOf,
      ),
    undoBulkChange: ({ params, body }, context) =>
      undoBulkChange(deps, { id: params.id, products: body.products }, requireCaller(context).userId),
    restoreProducts: async ({ body }, context) => ({
      rows: await restoreProducts(deps, body.products, requireCaller(context).userId),
    }),
  };
}
