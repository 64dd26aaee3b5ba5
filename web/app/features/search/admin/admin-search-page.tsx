import {
  minAskers,
  type SearchReportRow,
  searchReportDays,
  searchReportSorts,
} from '@reprise/contract/search/search-analytics';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { adminMeta } from '../../../admin-ui/admin-meta.ts';
import { DataList } from '../../../admin-ui/data-list.tsx';
import { ScreenHeader } from '../../../admin-ui/screen-header.tsx';
import { StatCards } from '../../../admin-ui/stat-cards.tsx';
import { FilterSelect, SearchField } from '../../../admin-ui/toolbar.tsx';
import { useDialogParam } from '../../../admin-ui/use-dialog-param.ts';
import { type ListParams, useListParams } from '../../../admin-ui/use-list-params.ts';
import { api } from '../../../api/browser-api.ts';
import { Button } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import {
  CircleSlash,
  MousePointerClick,
  Replace,
  Search,
  SearchX,
  ShoppingBag,
} from '../../../ui/icons/lucide.tsx';
import { percentOf, searchReportColumns } from './search-report-columns.tsx';
import { SearchTabs } from './search-tabs.tsx';
import { AddSynonymDialog } from './synonym-dialogs.tsx';

export const meta = () => adminMeta('Search report');

const views = [{ name: 'Without results', query: 'results=none&sort=without-results' }];

export default function AdminSearchPage() {
  const listParams = useListParams();
  const filters = readFilters(listParams);
  const query = {
    search: filters.search || undefined,
    withoutResults: filters.results === 'none' || undefined,
    sort: listParams.choice('sort', searchReportSorts),
    page: listParams.page,
    limit: listParams.limit,
  };
  const report = useQuery({
    queryKey: ['search-report', query],
    queryFn: ({ signal }) => api.getSearchReport({ query }, { signal }),
    placeholderData: keepPreviousData,
  });
  const add = useDialogParam('add');
  return (
    <>
      <ScreenHeader title="Search" />
      <SearchTabs />
      <ReportStats totals={report.isError ? null : report.data?.totals} />
      <p className="mb-4 max-w-text text-ink-muted text-sm">
        Searches of the last {searchReportDays} days, without who made them. A query is listed once{' '}
        {minAskers} shoppers have searched for it.
      </p>
      <DataList
        name="search-report"
        caption="Queries"
        columns={searchReportColumns}
        list={report}
        listParams={listParams}
        idOf={({ query }) => query}
        nameOf={({ query }) => query}
        defaultSort="searches"
        filters={<ReportFilters filters={filters} listParams={listParams} />}
        views={views}
        actions={({ query }: SearchReportRow) => (
          <Button
            size="sm"
            variant="ghost"
            aria-label={`Add synonyms for ${query}`}
            onClick={() => add.open(query)}
          >
            <Replace className="size-4" aria-hidden="true" />
            <span className="sm:max-lg:sr-only">Add synonyms</span>
          </Button>
        )}
        empty={<NoQueries filters={filters} listParams={listParams} />}
      />
      <AddSynonymDialog phrase={add.value} onClose={add.close} />
    </>
  );
}

function readFilters(listParams: ListParams) {
  return {
    search: listParams.text('search').slice(0, 100),
    results: listParams.choice('results', ['none']),
  };
}

type FiltersProps = { filters: ReturnType<typeof readFilters>; listParams: ListParams };

function ReportFilters({ filters, listParams }: FiltersProps) {
  return (
    <>
      <SearchField
        label="Search queries"
        value={filters.search}
        onChange={(value) => listParams.change({ search: value })}
      />
      <FilterSelect
        label="Results"
        all="All queries"
        value={filters.results}
        choices={[{ value: 'none', label: 'Without results' }]}
        onChange={(value) => listParams.change({ results: value })}
      />
    </>
  );
}

function NoQueries({ filters, listParams }: FiltersProps) {
  if (filters.search || filters.results) {
    return (
      <EmptyState
        Icon={SearchX}
        title="No queries match"
        action={
          <Button
            variant="outline"
            onClick={() => listParams.change({ search: undefined, results: undefined })}
          >
            Clear filters
          </Button>
        }
      />
    );
  }
  return (
    <EmptyState Icon={Search} title="No queries yet">
      Queries appear here once {minAskers} shoppers have searched for the same words.
    </EmptyState>
  );
}

type Totals = Awaited<ReturnType<typeof api.getSearchReport>>['totals'];

/** Sums of all searches; undefined while loading, null after an error. */
function ReportStats({ totals }: { totals: Totals | null | undefined }) {
  const sumOf = (read: (totals: Totals) => number | string) => totals && read(totals);
  const share = (count: (totals: Totals) => number) => sumOf((all) => percentOf(count(all), all.searches));
  return (
    <StatCards
      stats={[
        { label: 'Searches', Icon: Search, value: sumOf(({ searches }) => searches) },
        { label: 'Without results', Icon: CircleSlash, value: share((all) => all.withoutResults) },
        { label: 'Led to a click', Icon: MousePointerClick, value: share(({ clicks }) => clicks) },
        { label: 'Led to a purchase', Icon: ShoppingBag, value: share(({ purchases }) => purchases) },
      ]}
    />
  );
}
