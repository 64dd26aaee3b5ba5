import { formatMoney } from '@reprise/contract/money';
import { type Draft, type DraftStatus, draftStatuses } from '@reprise/contract/sales/orders/draft-orders';
import { Link } from 'react-router';
import { adminMeta } from '../../../../admin-ui/admin-meta.ts';
import { DataList, type ListColumn } from '../../../../admin-ui/list/data-list.tsx';
import { choicesOf, selectFilter } from '../../../../admin-ui/list/list-filters.tsx';
import { useAdminList } from '../../../../admin-ui/list/use-admin-list.ts';
import { ScreenHeader } from '../../../../admin-ui/screen-header.tsx';
import { api } from '../../../../api/browser-api.ts';
import { formatDate } from '../../../../formats.ts';
import type { Tone } from '../../../../ui/badge.tsx';
import { Breadcrumb } from '../../../../ui/breadcrumb.tsx';
import { buttonClass } from '../../../../ui/button.tsx';
import { EmptyState } from '../../../../ui/empty-state.tsx';
import { ClipboardList, Plus } from '../../../../ui/icons/lucide.tsx';
import { StatusDot } from '../../../../ui/status-dot.tsx';

export const meta = () => adminMeta('Draft orders');

export const draftStates: Record<DraftStatus, { label: string; tone: Tone }> = {
  open: { label: 'Open', tone: 'warn' },
  ordered: { label: 'Ordered', tone: 'good' },
  expired: { label: 'Expired', tone: 'neutral' },
  cancelled: { label: 'Cancelled', tone: 'neutral' },
};

const filters = [
  selectFilter({
    name: 'status',
    label: 'Status',
    all: 'All drafts',
    choices: choicesOf(draftStatuses, (status) => draftStates[status].label),
  }),
] as const;

const columns: ListColumn<Draft>[] = [
  {
    id: 'number',
    label: 'Draft',
    cell: ({ id, number }) => (
      <Link to={`/admin/orders/drafts/${id}`} className="tabular text-link">
        {number}
      </Link>
    ),
  },
  { id: 'customer', label: 'Customer', cell: ({ shippingAddress }) => shippingAddress.name },
  {
    id: 'status',
    label: 'Status',
    cell: ({ status }) => <StatusDot tone={draftStates[status].tone}>{draftStates[status].label}</StatusDot>,
  },
  {
    id: 'order',
    label: 'Order',
    phone: 'labelled',
    cell: ({ order }) =>
      order && (
        <Link to={`/admin/orders/${order.orderNumber}`} className="tabular text-link">
          {order.orderNumber}
        </Link>
      ),
  },
  { id: 'saved', label: 'Saved', phone: 'labelled', cell: ({ updatedAt }) => formatDate(updatedAt) },
  { id: 'expires', label: 'Open until', phone: 'labelled', cell: ({ expiresAt }) => formatDate(expiresAt) },
  { id: 'total', label: 'Total', number: true, cell: ({ total }) => formatMoney(total) },
];

/** Orders that staff prepared, and what has become of them. */
export default function AdminDraftsPage() {
  const list = useAdminList({
    queryKey: ['draft-orders'],
    filters,
    load: (query, options) => api.listDraftOrders({ query }, options),
    rowsOf: ({ drafts }) => drafts,
  });
  return (
    <>
      <Breadcrumb steps={[{ label: 'Orders', to: '/admin/orders' }, { label: 'Draft orders' }]} />
      <ScreenHeader title="Draft orders">
        <Link to="/admin/orders/drafts/new" className={buttonClass()}>
          <Plus className="size-4" aria-hidden="true" />
          New draft
        </Link>
      </ScreenHeader>
      <DataList
        name="draft-orders"
        caption="Draft orders"
        columns={columns}
        list={list}
        nameOf={({ number }) => number}
        empty={
          <EmptyState Icon={ClipboardList} title="No draft orders yet">
            Prepare an order with your own lines and prices, and send its customer a link to pay.
          </EmptyState>
        }
      />
    </>
  );
}
