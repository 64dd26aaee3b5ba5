import { useState } from 'react';
import { Link, redirect, useNavigate } from 'react-router';
import { apiContext } from '../../../api/server-api.ts';
import { cacheableSearch } from '../../../rendering/cacheable-page.ts';
import { pageMeta } from '../../../rendering/page-meta.ts';
import { buttonClass } from '../../../ui/button.tsx';
import { NothingFoundDrawing } from '../../../ui/drawings/nothing-found-drawing.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Select } from '../../../ui/forms/select.tsx';
import { useStoreOrigin } from '../../settings/store-settings.ts';
import { StructuredData } from '../product/structured-data.tsx';
import { breadcrumbFacts } from '../product-facts.ts';
import type { Route } from './+types/products-page';
import { ActiveFilterChips } from './active-filter-chips.tsx';
import { FilterSheet } from './filter-sheet.tsx';
import {
  activeFilters,
  type ListParams,
  type ListSort,
  listParamNames,
  parseListParams,
  serializeListParams,
  toProductQuery,
  wholeList,
  withoutFilters,
} from './list-params.ts';
import { ProductFilters } from './product-filters.tsx';
import { ProductResults, SearchNote, toResults } from './product-results.tsx';
import { ViewToggle } from './view-toggle.tsx';

const hrefOf = (listParams: ListParams) => `/products${serializeListParams(listParams)}`;

export const handle = cacheableSearch('search', ...listParamNames);

export async function loader({ context, request }: Route.LoaderArgs) {
  const listParams = parseListParams(new URL(request.url).searchParams);
  const list = await context.get(apiContext).listProductCards({ query: toProductQuery(listParams) });
  if (listParams.page > list.pagination.pages)
    throw redirect(hrefOf({ ...listParams, page: list.pagination.pages }));
  return { listParams, facets: list.facets, results: toResults(list) };
}

export const meta: Route.MetaFunction = ({ loaderData, matches }) => {
  if (!loaderData) return [];
  const { listParams, results } = loaderData;
  const filtered = activeFilters(listParams).some(({ key }) => key !== 'category');
  return pageMeta(matches[0], {
    title: titleOf(listParams),
    description: `${results.totalText} inspected and graded devices${listParams.category ? ` in ${listParams.category}` : ''}: condition, price and saving at a glance, with warranty and returns.`,
    path: hrefOf({ ...wholeList, category: listParams.category, page: listParams.page }),
    hidden: filtered,
  });
};

function titleOf({ category, search }: ListParams): string {
  if (search) return `Results for “${search}”`;
  return category ?? 'All products';
}

export default function ProductsPage({ loaderData }: Route.ComponentProps) {
  const { listParams, facets, results } = loaderData;
  const { draft, apply } = useDraft(listParams);
  const filters = (id: string) => <ProductFilters {...{ id, facets, apply }} listParams={draft} />;
  return (
    <div className="page-width pt-8 pb-20 sm:pt-12">
      <CategoryBreadcrumb category={listParams.category} />
      <h1 className="text-2xl">{titleOf(listParams)}</h1>
      <div className="mt-6 grid grid-cols-1 gap-x-12 lg:grid-cols-[14.5rem_minmax(0,1fr)]">
        <aside
          className="hidden lg:block noscript:block noscript:max-lg:order-last noscript:max-lg:mt-14"
          aria-label="Filters"
        >
          {filters('filters')}
        </aside>
        <section aria-label="Products">
          <Controls
            listParams={draft}
            apply={apply}
            visibleCount={results.products.length}
            total={results.totalText}
          >
            <FilterSheet active={activeFilters(draft).length} total={results.totalText}>
              {filters('sheet-filters')}
            </FilterSheet>
          </Controls>
          <ActiveFilterChips listParams={listParams} />
          <SearchNote results={results} />
          <div className="mt-6">
            {results.total === 0 ? (
              <NothingFound listParams={listParams} />
            ) : (
              <ProductResults
                results={results}
                path="/products"
                view={listParams.view}
                fit="beside-filters"
                search={listParams.search}
                hrefFor={(page) => hrefOf({ ...listParams, page })}
              />
            )}
          </div>
        </section>
      </div>
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

/** Shows a chosen filter at once; URL and list follow. The Back button restores both. */
function useDraft(listParams: ListParams) {
  const navigate = useNavigate();
  const [loaded, setLoaded] = useState(listParams);
  const [draft, setDraft] = useState(listParams);
  if (loaded !== listParams) {
    setLoaded(listParams);
    setDraft(listParams);
  }
  const apply = (change: Partial<ListParams>) => {
    const next = { ...draft, ...change, page: 1 };
    setDraft(next);
    void navigate(hrefOf(next), { preventScrollReset: true });
  };
  return { draft, apply };
}

type ControlsProps = {
  listParams: ListParams;
  apply: (change: Partial<ListParams>) => void;
  visibleCount: number;
  total: string;
  children: React.ReactNode;
};

function Controls({ listParams, apply, visibleCount, total, children }: ControlsProps) {
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-4 lg:border-line lg:border-b lg:pb-4">
      <p className="mr-auto basis-full text-ink-muted text-sm sm:basis-auto" role="status">
        {`Showing ${visibleCount} of ${total} products`}
      </p>
      {children}
      <Select
        label="Sort by"
        labelHidden
        name="sort"
        form="filters"
        fieldClassName="min-w-0 flex-1 sm:flex-none"
        className="text-sm sm:w-48"
        value={listParams.sort ?? 'newest'}
        onChange={({ target }) =>
          apply({
            sort: target.value === 'newest' ? null : (target.value as ListSort),
          })
        }
      >
        <option value="newest">Newest</option>
        <option value="price-low">Price: low to high</option>
        <option value="price-high">Price: high to low</option>
        <option value="rating">Best rated</option>
        <option value="name">Name</option>
      </Select>
      <ViewToggle view={listParams.view} hrefFor={(view) => hrefOf({ ...listParams, view })} />
    </div>
  );
}

function NothingFound({ listParams }: { listParams: ListParams }) {
  return (
    <EmptyState
      title="No products found"
      drawing={<NothingFoundDrawing />}
      action={
        <Link to={hrefOf(withoutFilters(listParams))} className={buttonClass()}>
          Clear Filters
        </Link>
      }
    >
      Remove a filter, or clear them all.
    </EmptyState>
  );
}
