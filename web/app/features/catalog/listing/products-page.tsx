import type { CardProductList } from '@reprise/contract/catalog/product';
import { apiContext, type ServerApi } from '../../../api/server-api.ts';
import { cacheableSearch } from '../../../rendering/cacheable-page.ts';
import { pageMeta } from '../../../rendering/page-meta.ts';
import { useStoreOrigin } from '../../settings/store-settings.ts';
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
  const shown = toListPage(list, listParams, hrefOf);
  return { ...shown, seo: await readSeo(api, list, shown.listParams) };
}

/** Returns the category's own texts for search engines; a list without a category has none. */
async function readSeo(api: ServerApi, { facets }: CardProductList, { category, search }: ListParams) {
  const chosen =
    category === null || search ? undefined : facets.categories.find(({ name }) => name === category);
  if (!chosen) return null;
  const { seoTitle, seoDescription } = (await api.getCategory({ params: { id: chosen.id } })).category;
  return seoTitle || seoDescription ? { title: seoTitle, description: seoDescription } : null;
}

export const meta: Route.MetaFunction = ({ loaderData, matches }) => {
  if (!loaderData) return [];
  const { listParams, results, seo } = loaderData;
  const filtered = activeFilters(listParams).some(({ key }) => key !== 'category');
  return pageMeta(matches[0], {
    title: seo?.title || titleOf(listParams),
    description:
      seo?.description ||
      `${results.totalText} inspected and graded devices${listParams.category ? ` in ${listParams.category}` : ''}: condition, price and saving at a glance, with warranty and returns.`,
    path: hrefOf({ ...wholeList, category: listParams.category, page: listParams.page }),
    hidden: filtered,
  });
};

function titleOf({ category, search }: ListParams): string {
  if (search) return `Results for “${search}”`;
  return category ?? 'All products';
}

export default function ProductsPage({ loaderData }: Route.ComponentProps) {
  const { listParams } = loaderData;
  return (
    <div className="page-width pt-8 pb-20 sm:pt-12">
      <CategoryBreadcrumb category={listParams.category} />
      <h1 className="text-2xl">{titleOf(listParams)}</h1>
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
