import type { CardProductList } from '@reprise/contract/catalog/product';
import { redirect } from 'react-router';
import { type ListParams, withCategoryName } from './list-params.ts';
import { toResults } from './product-results.tsx';

/** Returns what a list page shows; a page past the last one redirects to the last. */
export function toListPage(
  list: CardProductList,
  listParams: ListParams,
  hrefOf: (listParams: ListParams) => string,
) {
  const { pages } = list.pagination;
  if (listParams.page > pages) throw redirect(hrefOf({ ...listParams, page: pages }));
  return {
    listParams: withCategoryName(listParams, list.facets.categories),
    facets: list.facets,
    results: toResults(list),
  };
}
