import type { Order } from '@reprise/contract/orders/order';
import type { OrderStatus } from '@reprise/contract/orders/order-status';
import {
  orderStatuses,
  orderStatusLabels,
  type PaymentStatus,
  paymentStatuses,
} from '@reprise/contract/orders/order-status';
import { type OrderSummary, orderEndpoints, orderSorts } from '@reprise/contract/orders/orders';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { adminMeta } from '../../../admin-ui/admin-meta.ts';
import { DataList } from '../../../admin-ui/data-list.tsx';
import { DateRangeFilter } from '../../../admin-ui/date-range-filter.tsx';
import { dayIn, daysToFilter } from '../../../admin-ui/day-range.ts';
import { ExportButton } from '../../../admin-ui/export-button.tsx';
import { ScreenHeader } from '../../../admin-ui/screen-header.tsx';
import { FilterSelect, SearchField } from '../../../admin-ui/toolbar.tsx';
import { useDialogParam } from '../../../admin-ui/use-dialog-param.ts';
import { type ListParams, useListParams } from '../../../admin-ui/use-list-params.ts';
import { useSelection } from '../../../admin-ui/use-selection.ts';
import { api } from '../../../api/browser-api.ts';
import { formatCount } from '../../../formats.ts';
import { usePermissions } from '../../../session/use-permissions.ts';
import { Button, buttonClass } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { ClipboardList, Eye, Plus, SearchX } from '../../../ui/icons/lucide.tsx';
import { notify } from '../../../ui/overlays/notify.ts';
import { BulkActions } from './fulfillment/bulk-actions.tsx';
import { StatusChangeDialogs, useStatusChange } from './fulfillment/status-change.tsx';
import { orderColumns } from './order-columns.tsx';
import { OrderCounters } from './order-counters.tsx';
import { OrderDialog } from './order-dialog.tsx';
import { paymentLabels } from './order-tones.ts';

export const meta = () => adminMeta('Orders');

const views = [
  { name: 'To ship', query: 'payment=paid&status=processing' },
  { name: 'Waiting for payment', query: 'payment=unpaid&status=pending' },
  { name: 'On their way', query: 'status=shipped' },
  { name: 'Refunds to approve', query: 'payment=refund-to-approve' },
];

export default function AdminOrdersPage() {
  const listParams = useListParams();
  const filters = filtersOf(listParams);
  const query = queryOf(filters, listParams);
  const list = useOrders(query, listParams);
  const view = useDialogParam('order');
  const selection = useSelection<OrderSummary>(({ id }) => id, listParams.filterKey);
  const statusChange = useStatusChange();
  const can = usePermissions();
  const onView = ({ orderNumber }: Order) => view.open(orderNumber);
  const columns = orderColumns({
    onStatus: statusChange.ask,
    savingId: statusChange.savingId,
    onView,
  }).filter(({ id }) => id !== 'email' || can('customers.read'));
  return (
    <>
      <ScreenHeader title="Order Management">
        {can('customers.export') && <ExportButton endpoint={orderEndpoints.exportOrders} input={{ query }} />}
        {can('orders.place') && (
          <Link to="/admin/orders/new" className={buttonClass()}>
            <Plus className="size-4" aria-hidden="true" />
            New order
          </Link>
        )}
      </ScreenHeader>
      <OrderCounters
        counts={list.data?.counts}
        failed={list.isError && !list.data}
        status={filters.status}
        onChoose={(status) => listParams.change({ status })}
      />
      <DataList
        name="orders"
        caption="Orders"
        columns={columns}
        list={list}
        listParams={listParams}
        idOf={({ id }) => id}
        nameOf={({ orderNumber }) => orderNumber}
        defaultSort="newest"
        views={views}
        filters={<Filters filters={filters} listParams={listParams} />}
        selection={selection}
        chooseAll={async () => selection.choose(await headsOf(query))}
        bulk={<BulkActions orders={selection.rows} onDone={selection.clear} />}
        actions={(order) => (
          <IconButton
            label={`View order ${order.orderNumber}`}
            title="View"
            size="sm"
            onClick={() => onView(order)}
          >
            <Eye className="size-4" aria-hidden="true" />
          </IconButton>
        )}
        empty={<NoOrders filtered={Object.values(filters).some(Boolean)} listParams={listParams} />}
      />
      <OrderDialog orderNumber={view.value} change={statusChange} onClose={view.close} />
      <StatusChangeDialogs change={statusChange} />
    </>
  );
}

type OrderFilters = {
  search: string;
  status: OrderStatus | undefined;
  payment: PaymentStatus | undefined;
  from: string;
  to: string;
};

function filtersOf(listParams: ListParams): OrderFilters {
  return {
    search: listParams.text('search'),
    status: listParams.choice('status', orderStatuses),
    payment: listParams.choice('payment', paymentStatuses),
    from: dayIn(listParams.text('from')),
    to: dayIn(listParams.text('to')),
  };
}

function queryOf({ search, status, payment, from, to }: OrderFilters, listParams: ListParams) {
  const sort = listParams.choice('sort', orderSorts);
  return { search: search || undefined, status, payment, ...daysToFilter(from, to), sort };
}

async function headsOf(query: ReturnType<typeof queryOf>): Promise<OrderSummary[]> {
  const { orders, complete } = await api.listOrderSummaries({ query });
  if (!complete) notify('info', `The first ${formatCount(orders.length)} that match are selected.`);
  return orders;
}

function useOrders(filters: ReturnType<typeof queryOf>, listParams: ListParams) {
  const query = { ...filters, page: listParams.page, limit: listParams.limit };
  return useQuery({
    queryKey: ['orders', query],
    queryFn: ({ signal }) => api.listAllOrders({ query }, { signal }),
    select: ({ orders, pagination, hasMore, counts }) => ({
      rows: orders,
      pagination: { ...pagination, atLeast: hasMore },
      counts,
    }),
    placeholderData: keepPreviousData,
    // New orders arrive while the screen is open.
    refetchInterval: 30_000,
  });
}

function Filters({ filters, listParams }: { filters: OrderFilters; listParams: ListParams }) {
  return (
    <>
      <SearchField
        label="Search by order or customer"
        value={filters.search}
        onChange={(search) => listParams.change({ search })}
      />
      <FilterSelect
        label="Status"
        all="All statuses"
        value={filters.status}
        choices={orderStatuses.map((value) => ({ value, label: orderStatusLabels[value] }))}
        onChange={(status) => listParams.change({ status })}
      />
      <FilterSelect
        label="Payment"
        all="Any payment"
        value={filters.payment}
        choices={paymentStatuses.map((value) => ({ value, label: paymentLabels[value] }))}
        onChange={(payment) => listParams.change({ payment })}
      />
      <DateRangeFilter label="Placed" from={filters.from} to={filters.to} onChange={listParams.change} />
    </>
  );
}

function NoOrders({ filtered, listParams }: { filtered: boolean; listParams: ListParams }) {
  if (!filtered) {
    return (
      <EmptyState Icon={ClipboardList} title="No orders yet">
        New orders appear here automatically.
      </EmptyState>
    );
  }
  const noFilters = {
    search: undefined,
    status: undefined,
    payment: undefined,
    from: undefined,
    to: undefined,
  };
  return (
    <EmptyState
      Icon={SearchX}
      title="No orders match"
      action={
        <Button variant="outline" onClick={() => listParams.change(noFilters)}>
          Clear filters
        </Button>
      }
    />
  );
}
