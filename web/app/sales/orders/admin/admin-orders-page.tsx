import type { Order } from '@reprise/contract/sales/orders/order';
import { orderSorts } from '@reprise/contract/sales/orders/order-filters';
import { type OrderSummary, orderEndpoints } from '@reprise/contract/sales/orders/orders';
import { Link } from 'react-router';
import { adminMeta } from '../../../admin-ui/admin-meta.ts';
import { ExportButton } from '../../../admin-ui/export-button.tsx';
import { DataList } from '../../../admin-ui/list/data-list.tsx';
import { RowAction } from '../../../admin-ui/list/row-action.tsx';
import { useAdminList } from '../../../admin-ui/list/use-admin-list.ts';
import { useSelection } from '../../../admin-ui/list/use-selection.ts';
import { ScreenHeader } from '../../../admin-ui/screen-header.tsx';
import { useDialogParam } from '../../../admin-ui/use-dialog-param.ts';
import { api } from '../../../api/browser-api.ts';
import { formatCount } from '../../../formats.ts';
import { usePermissions } from '../../../session/use-permissions.ts';
import { buttonClass } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { ClipboardList, Eye, Plus } from '../../../ui/icons/lucide.tsx';
import { notify } from '../../../ui/overlays/notify.ts';
import { BulkActions } from './fulfillment/bulk-actions.tsx';
import { StatusChangeDialogs, useStatusChange } from './fulfillment/status-change.tsx';
import { orderColumns } from './order-columns.tsx';
import { OrderCounters } from './order-counters.tsx';
import { OrderDialog } from './order-dialog.tsx';
import { useOrderFilters } from './order-filters.tsx';

export const meta = () => adminMeta('Orders');

const views = [
  { name: 'To ship', query: 'payment=paid-or-partly-refunded&status=processing' },
  { name: 'Waiting for payment', query: 'payment=unpaid&status=pending' },
  { name: 'Partly shipped', query: 'status=partly-shipped' },
  { name: 'On their way', query: 'status=shipped' },
  { name: 'Refunds to approve', query: 'payment=refund-to-approve' },
];

export default function AdminOrdersPage() {
  const filters = useOrderFilters();
  const list = useAdminList({
    queryKey: ['orders'],
    filters,
    sorts: orderSorts,
    load: async (query, options) => {
      const { hasMore, pagination, ...answer } = await api.listAllOrders({ query }, options);
      return { ...answer, pagination: { ...pagination, atLeast: hasMore } };
    },
    rowsOf: ({ orders }) => orders,
    // New orders arrive while the screen is open.
    refetchInterval: 30_000,
  });
  const { query } = list;
  const view = useDialogParam('order');
  const selection = useSelection<OrderSummary>(list);
  const statusChange = useStatusChange();
  const can = usePermissions();
  const chooseAll = async () => {
    const { orders, complete } = await api.listOrderSummaries({ query });
    if (!complete) notify('info', `The first ${formatCount(orders.length)} that match are selected.`);
    selection.choose(orders);
  };
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
        {can('orders.place') && <PlacingLinks />}
      </ScreenHeader>
      <OrderCounters
        counts={list.data?.counts}
        failed={list.isError && !list.data}
        status={query.status}
        onChoose={(status) => list.params.change({ status })}
      />
      <DataList
        name="orders"
        caption="Orders"
        columns={columns}
        list={list}
        nameOf={({ orderNumber }) => orderNumber}
        defaultSort="newest"
        views={views}
        selection={selection}
        chooseAll={chooseAll}
        bulk={<BulkActions orders={selection.rows} onDone={selection.clear} />}
        actions={(order) => (
          <RowAction
            Icon={Eye}
            label={`View order ${order.orderNumber}`}
            title="View"
            onClick={() => onView(order)}
          />
        )}
        empty={
          <EmptyState Icon={ClipboardList} title="No orders yet">
            New orders appear here automatically.
          </EmptyState>
        }
      />
      <OrderDialog orderNumber={view.value} change={statusChange} onClose={view.close} />
      <StatusChangeDialogs change={statusChange} />
    </>
  );
}

function PlacingLinks() {
  return (
    <>
      <Link to="/admin/orders/drafts" className={buttonClass({ variant: 'outline' })}>
        Drafts
      </Link>
      <Link to="/admin/orders/new" className={buttonClass()}>
        <Plus className="size-4" aria-hidden="true" />
        New order
      </Link>
    </>
  );
}
