import type { ReturnSummary } from '@reprise/contract/sales/returns/return';
import {
  returnStateLabels,
  returnTabLabels,
  returnTabs,
  returnWishLabels,
} from '@reprise/contract/sales/returns/return-states';
import { returnEndpoints } from '@reprise/contract/sales/returns/returns';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { adminMeta } from '../../../admin-ui/admin-meta.ts';
import { ExportButton } from '../../../admin-ui/export-button.tsx';
import { DataList, type ListColumn } from '../../../admin-ui/list/data-list.tsx';
import { choicesOf, searchFilter, selectFilter } from '../../../admin-ui/list/list-filters.tsx';
import { useAdminList } from '../../../admin-ui/list/use-admin-list.ts';
import { ScreenHeader } from '../../../admin-ui/screen-header.tsx';
import { type Stat, StatCards } from '../../../admin-ui/stat-cards.tsx';
import { api } from '../../../api/browser-api.ts';
import { formatDate } from '../../../formats.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { ClipboardList, Clock, PackageCheck, RotateCcw, Truck } from '../../../ui/icons/lucide.tsx';
import { StatusDot } from '../../../ui/status-dot.tsx';
import { returnTones } from './return-tones.ts';

export const meta = () => adminMeta('Returns');

const filters = [
  searchFilter('Search returns'),
  selectFilter({
    name: 'tab',
    label: 'List',
    all: 'All returns',
    choices: choicesOf(returnTabs, returnTabLabels),
  }),
] as const;

const columns: ListColumn<ReturnSummary>[] = [
  {
    id: 'number',
    label: 'Return',
    cell: ({ number }) => (
      <Link to={`/admin/returns/${number}`} className="tabular text-link">
        {number}
      </Link>
    ),
  },
  {
    id: 'item',
    label: 'Items',
    cell: ({ item, units }) => (
      <span className="line-clamp-1 max-w-md">
        {item}
        {units > 1 && ` and ${units - 1} more`}
      </span>
    ),
  },
  {
    id: 'state',
    label: 'State',
    cell: ({ state, answerBy }) => (
      <StatusDot tone={returnTones[state]}>
        {state === 'sent' && answerBy !== null ? 'Delivered' : returnStateLabels[state]}
      </StatusDot>
    ),
  },
  { id: 'wish', label: 'Wish', phone: 'labelled', cell: ({ wish }) => returnWishLabels[wish] },
  {
    id: 'order',
    label: 'Order',
    phone: 'labelled',
    cell: ({ orderNumber }) => (
      <Link to={`/admin/orders/${orderNumber}`} className="tabular text-link">
        {orderNumber}
      </Link>
    ),
  },
  { id: 'customer', label: 'Customer', phone: 'labelled', cell: ({ customer }) => customer },
  { id: 'asked', label: 'Asked', phone: 'labelled', cell: ({ createdAt }) => formatDate(createdAt) },
  { id: 'due', label: 'Promised', phone: 'labelled', cell: (summary) => <Due {...summary} /> },
];

/** Day of the next promise: of the store, or of the customer. */
function Due({ state, answerBy, sendBy, refundBy, isLate }: ReturnSummary) {
  const isSent = state === 'sent' || state === 'received';
  const refund = isSent && refundBy !== null ? { what: 'refund', day: refundBy } : null;
  const parcel = state === 'approved' && sendBy !== null ? { what: 'sent', day: sendBy } : null;
  const next = answerBy === null ? parcel : { what: 'answer', day: answerBy };
  const due = refund && (next === null || refund.day < next.day) ? refund : next;
  if (due === null)
    return isLate ? <span className="font-medium text-bad-text">Late: not here yet</span> : null;
  const text = `${due.what} by ${formatDate(due.day)}`;
  return isLate ? <span className="font-medium text-bad-text">Late: {text}</span> : <span>{text}</span>;
}

/** Returns of customers, those that wait longest in front. */
export default function AdminReturnsPage() {
  const counts = useQuery({
    queryKey: ['returns', 'counts'],
    queryFn: ({ signal }) => api.countReturns({}, { signal }),
  });
  const list = useAdminList({
    queryKey: ['returns'],
    filters,
    load: (query, options) => api.listReturns({ query }, options),
    rowsOf: ({ returns }) => returns,
  });
  const countOf = (tab: (typeof returnTabs)[number]) => (counts.isError ? null : counts.data?.counts[tab]);
  const icons = { 'to-approve': ClipboardList, 'on-the-way': Truck, arrived: PackageCheck, late: Clock };
  const stats = returnTabs.map(
    (tab): Stat => ({ label: returnTabLabels[tab], Icon: icons[tab], value: countOf(tab) }),
  );
  return (
    <>
      <ScreenHeader title="Returns">
        <ExportButton endpoint={returnEndpoints.exportReturns} input={{ query: list.filterQuery }} />
      </ScreenHeader>
      <StatCards stats={stats} />
      <DataList
        name="returns"
        caption="Returns"
        columns={columns}
        list={list}
        nameOf={({ number }) => number}
        empty={
          <EmptyState Icon={RotateCcw} title="No returns yet">
            Customers ask for a return on the page of their order; it appears here.
          </EmptyState>
        }
      />
    </>
  );
}
