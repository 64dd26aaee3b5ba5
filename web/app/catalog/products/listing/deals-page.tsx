import { minDealSaving } from '@reprise/contract/catalog/products/deals';
import { apiContext } from '../../../api/server-api.ts';
import { cacheable } from '../../../rendering/cacheable-page.ts';
import { pageMeta } from '../../../rendering/page-meta.ts';
import { NothingFoundDrawing } from '../../../ui/drawings/nothing-found-drawing.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import type { Route } from './+types/deals-page';
import { activeFilters } from './active-filters.ts';
import { AllProductsLink } from './all-products-link.tsx';
import { FilteredList, type OfferedSort } from './filtered-list.tsx';
import {
  type ListParams,
  listParamNames,
  parseListParams,
  serializeListParams,
  toProductQuery,
  wholeList,
} from './list-params.ts';
import { toListPage } from './to-list-page.ts';

const sorts: OfferedSort[] = ['deals', 'saving', 'newest', 'price-low', 'price-high', 'rating', 'name'];
const description = `Devices in stock that cost at least ${minDealSaving}% less than new; our sales come first.`;

const hrefOf = (listParams: ListParams) => `/deals${serializeListParams(listParams)}`;

export const handle = cacheable(...listParamNames);

export async function loader({ context, request }: Route.LoaderArgs) {
  const params = parseListParams(new URL(request.url).searchParams);
  const listParams = { ...params, search: '', inStock: false };
  const api = context.get(apiContext);
  const list = await api.listProductCards({ query: { ...toProductQuery(listParams), deals: true } });
  return toListPage(api, list, listParams, hrefOf);
}

export const meta: Route.MetaFunction = ({ loaderData, matches }) => {
  if (!loaderData) return [];
  const { listParams } = loaderData;
  return pageMeta(matches[0], {
    title: 'Deals',
    description,
    path: hrefOf({ ...wholeList, page: listParams.page }),
    hidden: activeFilters(listParams).length > 0,
  });
};

export default function DealsPage({ loaderData }: Route.ComponentProps) {
  const { listParams, results } = loaderData;
  const hasDeals = results.total > 0 || activeFilters(listParams).length > 0;
  return (
    <div className="page-width pt-8 pb-20 sm:pt-12">
      <h1 className="text-2xl">Deals</h1>
      <p className="mt-2 max-w-text text-ink-muted">{description}</p>
      {hasDeals ? <FilteredList path="/deals" sorts={sorts} {...loaderData} /> : <NoDeals />}
    </div>
  );
}

function NoDeals() {
  return (
    <EmptyState title="No deals right now" drawing={<NothingFoundDrawing />} action={<AllProductsLink />}>
      No sale is running, and nothing in stock costs at least {minDealSaving}% less than new.
    </EmptyState>
  );
}
