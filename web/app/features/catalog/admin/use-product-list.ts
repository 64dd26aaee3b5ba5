import { type AdminProductQuery, adminProductSorts } from '@reprise/contract/catalog/catalog-admin';
import { conditions, origins } from '@reprise/contract/catalog/conditions';
import { stockLevels } from '@reprise/contract/catalog/stock';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { ListParams } from '../../../admin-ui/use-list-params.ts';
import { api } from '../../../api/browser-api.ts';

/** Views besides all products for sale. */
export const listViews = ['featured', 'no-picture', 'no-category', 'drafts', 'archived'] as const;
export type ListView = (typeof listViews)[number];

const flags: Record<ListView, AdminProductQuery> = {
  featured: { featured: true },
  'no-picture': { withoutPicture: true },
  'no-category': { withoutCategory: true },
  drafts: { draft: true },
  archived: { archived: true },
};

/** Returns the filters of the product list from its search params. */
export function readFilters(listParams: ListParams) {
  return {
    search: listParams.text('search'),
    category: listParams.text('category'),
    condition: listParams.choice('condition', conditions),
    origin: listParams.choice('origin', origins),
    stock: listParams.choice('stock', stockLevels),
    brand: listParams.text('brand'),
    show: listParams.choice('show', listViews),
  };
}

type Filters = ReturnType<typeof readFilters>;

const toList = <T>(value: T | undefined | '') => (value ? [value] : undefined);

/** Returns the API query. */
export function queryOf(filters: Filters, listParams: ListParams): AdminProductQuery {
  return {
    search: filters.search || undefined,
    category: toList(filters.category),
    condition: toList(filters.condition),
    origin: toList(filters.origin),
    stock: filters.stock,
    brand: toList(filters.brand),
    ...(filters.show && flags[filters.show]),
    sort: listParams.choice('sort', adminProductSorts),
  };
}

export function useProductList(filters: AdminProductQuery, listParams: ListParams) {
  const query = { ...filters, page: listParams.page, limit: listParams.limit };
  return useQuery({
    queryKey: ['products', query],
    queryFn: ({ signal }) => api.listAdminProducts({ query }, { signal }),
    select: ({ products, match, pagination }) => ({ rows: products, match, pagination }),
    placeholderData: keepPreviousData,
  });
}
