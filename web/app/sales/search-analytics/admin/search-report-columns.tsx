import type { SearchReportRow } from '@reprise/contract/sales/search-analytics/search-analytics';
import type { ListColumn } from '../../../admin-ui/list/data-list.tsx';
import { formatCount } from '../../../formats.ts';

/** Returns the share as "12%"; a dash without searches. */
export function percentOf(count: number, all: number): string {
  if (all === 0) return '–';
  const percent = (100 * count) / all;
  return percent > 0 && percent < 1 ? '<1%' : `${Math.round(percent)}%`;
}

function CountAndShare({ count, all }: { count: number; all: number }) {
  return (
    <>
      {formatCount(count)}
      {count > 0 && <span className="ml-1.5 text-ink-muted">{percentOf(count, all)}</span>}
    </>
  );
}

export const searchReportColumns: ListColumn<SearchReportRow>[] = [
  {
    id: 'query',
    label: 'Query',
    cell: ({ query }) => (
      <a
        href={`/search?q=${encodeURIComponent(query)}`}
        target="_blank"
        rel="noreferrer"
        title={query}
        className="block max-w-80 truncate font-medium hover:underline"
      >
        {query}
      </a>
    ),
  },
  {
    id: 'searches',
    label: 'Searches',
    number: true,
    phone: 'labelled',
    sort: { descending: 'searches' },
    cell: ({ searches }) => formatCount(searches),
  },
  {
    id: 'without-results',
    label: 'Without results',
    number: true,
    phone: 'labelled',
    sort: { descending: 'without-results' },
    cell: ({ withoutResults, searches }) => <CountAndShare count={withoutResults} all={searches} />,
  },
  {
    id: 'clicks',
    label: 'Clicks',
    number: true,
    phone: 'labelled',
    sort: { descending: 'clicks' },
    cell: ({ clicks, searches }) => <CountAndShare count={clicks} all={searches} />,
  },
  {
    id: 'purchases',
    label: 'Purchases',
    number: true,
    phone: 'labelled',
    sort: { descending: 'purchases' },
    cell: ({ purchases, searches }) => <CountAndShare count={purchases} all={searches} />,
  },
];
