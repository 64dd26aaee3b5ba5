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
  listParams,
  parseListParams,
  serializeListParams,
  toProductQuery,
  wholeList,
  withoutFilters,
} from './list-params.ts';
import { ProductFilters } from './product-filters.tsx';
import { FuzzyNote, ProductResults, toResults } from './product-results.tsx';
import { ViewToggle } from './view-toggle.tsx';

const hrefOf = (address: ListParams) => `/products${serializeListParams(address)}`;

export const handle = cacheableSearch('search', ...listParams);

export async function loader({ context, request }: Route.LoaderArgs) {
  const address = parseListParams(new URL(request.url).searchParams);
  const list = await context.get(apiContext).listProducts({ query: toProductQuery(address) });
  if (address.page > list.pagination.pages)
    throw redirect(hrefOf({ ...address, page: list.pagination.pages }));
  return { address, facets: list.facets, results: toResults(list) };
}

export const meta: Route.MetaFunction = ({ loaderData, matches }) => {
  if (!loaderData) return [];
  const { address, results } = loaderData;
  const filtered = activeFilters(address).some(({ key }) => key !== 'category');
  return pageMeta(matches[0], {
    title: titleOf(address),
    description: `${results.totalWord} inspected and graded devices${address.category ? ` in ${address.category}` : ''}: condition, price and saving at a glance, with warranty and returns.`,
    path: hrefOf({ ...wholeList, category: address.category, page: address.page }),
    hidden: filtered,
  });
};

function titleOf({ category, search }: ListParams): string {
  if (search) return `Results for “${search}”`;
  return category ?? 'All products';
}

export default function ProductsPage({ loaderData }: Route.ComponentProps) {
  const { address, facets, results } = loaderData;
  const { draft, apply } = useDraft(address);
  const filters = (id: string) => <ProductFilters {...{ id, facets, apply }} address={draft} />;
  return (
    <div className="page-width pt-8 pb-20 sm:pt-12">
      <WayHere category={address.category} />
      <h1 className="text-2xl">{titleOf(address)}</h1>
      <div className="mt-6 grid gap-x-12 lg:grid-cols-[14.5rem_minmax(0,1fr)]">
        <aside
          className="hidden lg:block noscript:block noscript:max-lg:order-last noscript:max-lg:mt-14"
          aria-label="Filters"
        >
          {filters('filters')}
        </aside>
        <section aria-label="Products">
          <Controls address={draft} apply={apply} shown={results.products.length} total={results.totalWord}>
            <FilterSheet active={activeFilters(draft).length} total={results.totalWord}>
              {filters('sheet-filters')}
            </FilterSheet>
          </Controls>
          <ActiveFilterChips address={address} />
          {results.match === 'fuzzy' && <FuzzyNote words={address.search} />}
          <div className="mt-6">
            {results.total === 0 ? (
              <NothingFound address={address} />
            ) : (
              <ProductResults
                results={results}
                path="/products"
                view={address.view}
                fit="beside-filters"
                words={address.search}
                hrefFor={(page) => hrefOf({ ...address, page })}
              />
            )}
          </div>
        </section>
      </div>
    </div>
  );
}

/** Breadcrumb of a category for search engines. */
function WayHere({ category }: { category: string | null }) {
  const origin = useStoreOrigin();
  if (category === null) return null;
  const steps = [{ label: 'Home', to: '/' }, { label: 'Products', to: '/products' }, { label: category }];
  return <StructuredData facts={breadcrumbFacts(steps, origin)} />;
}

/** Shows a chosen filter at once; URL and list follow. The Back button restores both. */
function useDraft(address: ListParams) {
  const navigate = useNavigate();
  const [loaded, setLoaded] = useState(address);
  const [draft, setDraft] = useState(address);
  if (loaded !== address) {
    setLoaded(address);
    setDraft(address);
  }
  const apply = (change: Partial<ListParams>) => {
    const next = { ...draft, ...change, page: 1 };
    setDraft(next);
    void navigate(hrefOf(next), { preventScrollReset: true });
  };
  return { draft, apply };
}

type ControlsProps = {
  address: ListParams;
  apply: (change: Partial<ListParams>) => void;
  shown: number;
  total: string;
  children: React.ReactNode;
};

function Controls({ address, apply, shown, total, children }: ControlsProps) {
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-4 lg:border-line lg:border-b lg:pb-4">
      <p className="mr-auto basis-full text-ink-muted text-sm sm:basis-auto" role="status">
        {`Showing ${shown} of ${total} products`}
      </p>
      {children}
      <Select
        label="Sort by"
        labelHidden
        name="sort"
        form="filters"
        fieldClassName="min-w-0 flex-1 sm:flex-none"
        className="text-sm sm:w-48"
        value={address.sort ?? 'newest'}
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
      <ViewToggle view={address.view} hrefFor={(view) => hrefOf({ ...address, view })} />
    </div>
  );
}

function NothingFound({ address }: { address: ListParams }) {
  return (
    <EmptyState
      title="No products found"
      drawing={<NothingFoundDrawing />}
      action={
        <Link to={hrefOf(withoutFilters(address))} className={buttonClass()}>
          Clear Filters
        </Link>
      }
    >
      Nothing in the shop matches all of these filters at once. Take one away, or start over.
    </EmptyState>
  );
}
