import type { catalogEndpoints } from '@reprise/contract/catalog/products/products';
import type { Deps } from '../../deps.ts';
import type { Handlers } from '../../platform/http/endpoint.ts';
import { requireCaller } from '../../platform/http/require-caller.ts';
import { findGtin } from './box-facts.ts';
import { findCategory, listCategories } from './categories/category.queries.ts';
import { createCategory } from './categories/create-category.ts';
import { deleteCategory } from './categories/delete-category.ts';
import { updateCategory } from './categories/update-category.ts';
import { createProduct } from './create-product.ts';
import { deleteProduct } from './delete-product.ts';
import { listProductCards, listProducts } from './listing/product-list.queries.ts';
import { findProductId, findProductPage } from './product.queries.ts';
import { findSuggestions } from './search/suggestion.queries.ts';
import { adjustStock } from './stock/adjust-stock.ts';
import { permittedCost } from './stock/product-cost.ts';
import { listStockMovements } from './stock/stock-movement.queries.ts';
import { updateProduct } from './update-product.ts';

export function catalogHandlers(
  deps: Pick<Deps, 'db' | 'now' | 'alerts' | 'devices' | 'search'>,
): Handlers<typeof catalogEndpoints> {
  return {
    listProducts: ({ query }) => listProducts(deps.db, query ?? {}, deps.search),
    listProductCards: ({ query }) => listProductCards(deps.db, query ?? {}, deps.search),
    getProduct: async ({ params }) => {
      const page = await findProductPage(deps.db, params.id);
      const { modelKey } = page.product;
      const codes = modelKey
        ? await deps.devices.findOwnCodes(deps.db, modelKey)
        : { gtin: await findGtin(deps.db, page.product.id), mpn: null };
      return { ...page, codes };
    },
    createProduct: async ({ body }, context) => ({
      product: await createProduct(
        deps,
        permittedCost(context, body),
        requireCaller(context).userId,
        context.idempotencyKey,
      ),
    }),
    updateProduct: async ({ params, body }, context) => ({
      product: await updateProduct(
        deps,
        params.id,
        permittedCost(context, body),
        requireCaller(context).userId,
      ),
    }),
    deleteProduct: async ({ params }, context) => {
      await deleteProduct(deps, params.id, requireCaller(context).userId);
      return {};
    },

    listStockMovements: async ({ params, query }) =>
      listStockMovements(deps.db, await findProductId(deps.db, params.id), query ?? {}),
    adjustStock: ({ params, body }, context) =>
      adjustStock(deps, params.id, body, requireCaller(context).userId),

    listCategories: () => listCategories(deps.db),
    getCategory: async ({ params }) => ({ category: await findCategory(deps.db, params.id) }),
    getCategoryBySlug: async ({ params }) => ({ category: await findCategory(deps.db, params.slug) }),
    createCategory: async ({ body }, context) => ({
      category: await createCategory(deps, body, requireCaller(context).userId),
    }),
    updateCategory: async ({ params, body }, context) => ({
      category: await updateCategory(deps, params.id, body, requireCaller(context).userId),
    }),
    deleteCategory: async ({ params }, context) => {
      await deleteCategory(deps, params.id, requireCaller(context).userId);
      return {};
    },

    searchSuggestions: ({ query }) => findSuggestions(deps.db, query?.q, deps.search),
  };
}
