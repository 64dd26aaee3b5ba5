import {
  minAskers,
  searchReportDays,
  searchReportSorts,
} from '@reprise/contract/sales/search-analytics/search-analytics';
import { adminMeta } from '../../admin-ui/admin-meta.ts';
import { DataList } from '../../admin-ui/list/data-list.tsx';
import { searchFilter, selectFilter } from '../../admin-ui/list/list-filters.tsx';
import { useAdminList } from '../../admin-ui/list/use-admin-list.ts';
import { ScreenHeader } from '../../admin-ui/screen-header.tsx';
import { StatCards } from '../../admin-ui/stat-cards.tsx';
import { useDialogParam } from '../../admin-ui/use-dialog-param.ts';
import { api } from '../../api/browser-api.ts';
import { SynonymDialog } from '../../catalog/products/admin/synonyms/synonym-dialogs.tsx';
import { percentOf, searchReportColumns } from '../../sales/search-analytics/admin/search-report-columns.tsx';
import { SearchTabs } from '../../sales/search-analytics/admin/search-tabs.tsx';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { CircleSlash, MousePointerClick, Replace, Search, ShoppingBag } from '../../ui/icons/lucide.tsx';

export const meta = () => adminMeta('Search report');

const filters = [
  searchFilter('Search queries', 100),
  selectFilter({
    name: 'results',
    label: 'Results',
    all: 'All queries',
    choices: [{ value: 'none', label: 'Without results' }],
    queryOf: () => ({ withoutResults: true }),
  }),
] as const;

const views = [{ name: 'Without results', query: 'results=none&sort=without-results' }];

export default function AdminSearchPage() {
  const list = useAdminList({
    queryKey: ['search-report'],
    filters,
    sorts: searchReportSorts,
    load: (query, options) => api.getSearchReport({ query }, options),
    rowsOf: ({ rows }) => rows.map((row) => ({ ...row, id: row.query })),
  });
  const add = useDialogParam('add');
  return (
    <>
      <ScreenHeader title="Search" />
      <SearchTabs />
      <ReportStats totals={list.isError ? null : list.data?.totals} />
      <p className="mb-4 max-w-text text-ink-muted text-sm">
        Searches of the last {searchReportDays} days, without who made them. A query is listed once{' '}
        {minAskers} shoppers have searched for it.
      </p>
      <DataList
        name="search-report"
        caption="Queries"
        columns={searchReportColumns}
        list={list}
        nameOf={({ query }) => query}
        defaultSort="searches"
        views={views}
        actions={({ query }) => (
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
        empty={
          <EmptyState Icon={Search} title="No queries yet">
            Queries appear here once {minAskers} shoppers have searched for the same words.
          </EmptyState>
        }
      />
      {add.value !== null && <SynonymDialog phrases={add.value ? [add.value] : []} onClose={add.close} />}
    </>
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
