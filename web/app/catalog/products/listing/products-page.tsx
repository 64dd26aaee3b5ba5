import { apiContext } from '../../../api/server-api.ts';
import { useStoreOrigin } from '../../../foundations/settings/store-settings.ts';
import { cacheableSearch } from '../../../rendering/cacheable-page.ts';
import { pageMeta } from '../../../rendering/page-meta.ts';
import { StructuredData } from '../product/structured-data.tsx';
import { breadcrumbFacts } from '../product-facts.ts';
import type { Route } from './+types/products-page';
import { activeFilters } from './active-filters.ts';
import { FilteredList } from './filtered-list.tsx';
import {
  type ListParams,
  type ListSort,
  listParamNames,
  parseListParams,
  serializeListParams,
  toProductQuery,
  wholeList,
} from './list-params.ts';
import { toListPage } from './to-list-page.ts';

const sorts: ListSort[] = ['newest', 'price-low', 'price-high', 'rating', 'name'];
const hrefOf = (listParams: ListParams) => `/products${serializeListParams(listParams)}`;

export const handle = cacheableSearch('search', ...listParamNames);

export async function loader({ context, request }: Route.LoaderArgs) {
  const listParams = parseListParams(new URL(request.url).searchParams);
  const api = context.get(apiContext);
  const list = await api.listProductCards({ query: toProductQuery(listParams) });
  return toListPage(api, list, listParams, hrefOf);
}

export const meta: Route.MetaFunction = ({ loaderData, matches }) => {
  if (!loaderData) return [];
  const { listParams, results, category } = loaderData;
  const filtered = activeFilters(listParams).some(({ key }) => key !== 'category' || category === null);
  // The texts of a category are about all its products.
  const seo = listParams.search ? null : category;
  return pageMeta(matches[0], {
    title: seo?.seoTitle || titleOf(loaderData),
    description:
      seo?.seoDescription ||
      `${results.totalText} inspected and graded devices${category ? ` in ${category.name}` : ''}: condition, price and saving at a glance, with warranty and returns.`,
    path: hrefOf({ ...wholeList, category: category?.name ?? null, page: listParams.page }),
    hidden: filtered,
  });
};

/** The text of a category that does not exist is no title: anyone can link to it. */
function titleOf({ listParams: { search }, category }: Route.ComponentProps['loaderData']): string {
  if (search) return `Results for “${search}”`;
  return category?.name ?? 'All products';
}

export default function ProductsPage({ loaderData }: Route.ComponentProps) {
  const { listParams, category } = loaderData;
  return (
    <div className="page-width pt-8 pb-20 sm:pt-12">
      <CategoryBreadcrumb category={category?.name ?? null} />
      <h1 className="text-2xl">{titleOf(loaderData)}</h1>
      <FilteredList
        path="/products"
        sorts={listParams.search ? ['relevance', ...sorts] : sorts}
        {...loaderData}
      />
    </div>
  );
}

/** Breadcrumb of a category for search engines. */
function CategoryBreadcrumb({ category }: { category: string | null }) {
  const origin = useStoreOrigin();
  if (category === null) return null;
  const steps = [{ label: 'Home', to: '/' }, { label: 'Products', to: '/products' }, { label: category }];
  return <StructuredData facts={breadcrumbFacts(steps, origin)} />;
}
