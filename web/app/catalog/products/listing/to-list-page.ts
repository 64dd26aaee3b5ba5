import type { CardProductList, Category } from '@reprise/contract/catalog/products/product';
import { redirect } from 'react-router';
import { refusedStatusOf, type ServerApi } from '../../../api/server-api.ts';
import { type ListParams, withCategoryName } from './list-params.ts';
import { toResults } from './product-results.tsx';

/**
 * Returns what a list page shows. A page past the last one redirects to the last, a former name of a category and
 * another spelling of it to its name.
 */
export async function toListPage(
  api: ServerApi,
  list: CardProductList,
  params: ListParams,
  hrefOf: (listParams: ListParams) => string,
) {
  const listParams = withCategoryName(params, list.facets.categories);
  const category = listParams.category === null ? null : await findCategory(api, listParams.category);
  if (category && category.name !== listParams.category) {
    throw redirect(hrefOf({ ...listParams, category: category.name }), 301);
  }
  const { pages } = list.pagination;
  if (listParams.page > pages) throw redirect(hrefOf({ ...listParams, page: pages }));
  return { listParams, category, facets: list.facets, results: toResults(list) };
}

async function findCategory(api: ServerApi, reference: string): Promise<Category | null> {
  try {
    return (await api.getCategory({ params: { id: reference } })).category;
  } catch (error) {
    if (refusedStatusOf(error) === undefined) throw error;
    return null;
  }
}
