import type { Facets } from '@reprise/contract/catalog/products/facets';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { buttonClass } from '../../../ui/button.tsx';
import { NothingFoundDrawing } from '../../../ui/drawings/nothing-found-drawing.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Select } from '../../../ui/forms/select.tsx';
import { ActiveFilterChips } from './active-filter-chips.tsx';
import { activeFilters, withoutFilters } from './active-filters.ts';
import { FilterSheet } from './filter-sheet.tsx';
import { type ListParams, type ListSort, serializeListParams } from './list-params.ts';
import { ProductFilters } from './product-filters.tsx';
import { ProductResults, type Results, SearchNote } from './product-results.tsx';
import { ViewToggle } from './view-toggle.tsx';

/** Sort orders on offer; that of the deals is the default of their page and never in a URL. */
export type OfferedSort = ListSort | 'deals';

const sortLabels: Record<OfferedSort, string> = {
  deals: 'Best deals',
  relevance: 'Best match',
  saving: 'Largest saving against new',
  newest: 'Newest',
  'price-low': 'Price: low to high',
  'price-high': 'Price: high to low',
  rating: 'Best rated',
  name: 'Name',
};

type FilteredListProps = {
  path: '/products' | '/deals' | '/search';
  /** Sort orders on offer, the default one first. */
  sorts: OfferedSort[];
  listParams: ListParams;
  facets: Facets;
  results: Results;
};

/** List of products with filters, sort order, views and pages, all of them search params. */
export function FilteredList({ path, sorts, listParams, facets, results }: FilteredListProps) {
  const isSearch = path === '/search';
  // The search page keeps its query when the filters are cleared.
  const hrefOf = (params: ListParams) =>
    path +
    (isSearch
      ? serializeListParams({ ...params, search: listParams.search }, 'q')
      : serializeListParams(params));
  const { draft, apply } = useDraft(listParams, hrefOf);
  const filters = (id: string) => (
    <ProductFilters
      id={id}
      path={path}
      facets={facets}
      apply={apply}
      total={results.total}
      listParams={draft}
    />
  );
  return (
    <div className="mt-6 grid grid-cols-1 gap-x-12 lg:grid-cols-[14.5rem_minmax(0,1fr)]">
      <aside
        className="hidden lg:block noscript:block noscript:max-lg:order-last noscript:max-lg:mt-14"
        aria-label="Filters"
      >
        {filters('filters')}
      </aside>
      <section aria-label="Products">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-4 lg:border-line lg:border-b lg:pb-4">
          <div className="mr-auto flex basis-full flex-wrap items-baseline gap-x-3 text-sm sm:basis-auto">
            <p className="text-ink-muted" role="status">
              {countText(path, results)}
            </p>
            <Link to={hrefOf({ ...draft, isByFamily: !draft.isByFamily, page: 1 })} className="text-link">
              {draft.isByFamily ? 'Show all offers' : 'By model'}
            </Link>
          </div>
          <FilterSheet active={activeFilters(draft).length - Number(isSearch)} total={results.totalText}>
            {filters('sheet-filters')}
          </FilterSheet>
          <SortSelect sorts={sorts} listParams={draft} apply={apply} />
          <ViewToggle view={draft.view} hrefFor={(view) => hrefOf({ ...draft, view })} />
        </div>
        <ActiveFilterChips
          listParams={isSearch ? { ...listParams, search: '' } : listParams}
          hrefOf={hrefOf}
        />
        <SearchNote results={results} />
        <div className="mt-6">
          {results.total === 0 ? (
            <NothingFound href={hrefOf(withoutFilters(listParams))} />
          ) : (
            <ProductResults
              results={results}
              path={path}
              view={listParams.view}
              fit="beside-filters"
              search={listParams.search}
              hrefFor={(page) => hrefOf({ ...listParams, page })}
            />
          )}
        </div>
      </section>
    </div>
  );
}

function countText(path: FilteredListProps['path'], { products, total, totalText }: Results): string {
  if (path === '/search') return total === 1 ? '1 result' : `${totalText} results`;
  return `Showing ${products.length} of ${totalText} ${path === '/deals' ? 'deals' : 'products'}`;
}

/** Shows a chosen filter at once; URL and list follow. The Back button restores both. */
function useDraft(listParams: ListParams, hrefOf: (listParams: ListParams) => string) {
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

type SortSelectProps = {
  sorts: OfferedSort[];
  listParams: ListParams;
  apply: (change: Partial<ListParams>) => void;
};

function SortSelect({ sorts, listParams, apply }: SortSelectProps) {
  return (
    <Select
      label="Sort by"
      labelHidden
      name="sort"
      form="filters"
      fieldClassName="min-w-0 flex-1 sm:flex-none"
      className="text-sm sm:w-48"
      value={listParams.sort ?? sorts[0]}
      onChange={({ target }) =>
        apply({ sort: target.value === sorts[0] ? null : (target.value as ListSort) })
      }
    >
      {sorts.map((sort) => (
        <option key={sort} value={sort}>
          {sortLabels[sort]}
        </option>
      ))}
    </Select>
  );
}

function NothingFound({ href }: { href: string }) {
  return (
    <EmptyState
      title="No products found"
      drawing={<NothingFoundDrawing />}
      action={
        <Link to={href} className={buttonClass()}>
          Clear Filters
        </Link>
      }
    >
      Remove a filter, or clear them all.
    </EmptyState>
  );
}
