import type { OrderStatus } from '@reprise/contract/order-status';
import { orderStatuses, orderStatusLabels } from '@reprise/contract/order-status';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { ClipboardList, SearchX } from 'lucide-react';
import { api } from '../../../api/browser-api.ts';
import { adminMeta } from '../../../layouts/admin/admin-meta.ts';
import { type Column, ListTable } from '../../../layouts/admin/list-table.tsx';
import { ScreenHeader } from '../../../layouts/admin/screen-header.tsx';
import { FilterSelect, SearchField, Toolbar } from '../../../layouts/admin/toolbar.tsx';
import { useAddressDialog } from '../../../layouts/admin/use-address-dialog.ts';
import { pageSize, useListAddress } from '../../../layouts/admin/use-list-address.ts';
import { Button } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { OrderCounters } from './order-counters.tsx';
import { OrderDialog } from './order-dialog.tsx';
import { OrderRow } from './order-row.tsx';
import { StatusChangeDialogs, useStatusChange } from './status-change.tsx';

export const meta = () => adminMeta('Orders');

const columns: Column[] = [
  { label: 'Order' },
  { label: 'Customer' },
  { label: 'Date' },
  { label: 'Total', number: true },
  { label: 'Status' },
  { label: 'Actions', labelHidden: true },
];

export default function AdminOrdersPage() {
  const address = useListAddress();
  const search = address.text('search');
  const status = address.choice('status', orderStatuses);
  const list = useOrders({ search: search || undefined, status, page: address.page });
  const view = useAddressDialog('order');
  const statusChange = useStatusChange();
  const filterBy = (value: OrderStatus | undefined) => address.change({ status: value });
  return (
    <>
      <ScreenHeader title="Order Management" />
      <OrderCounters
        counts={list.data?.counts}
        failed={list.isError && !list.data}
        status={status}
        onChoose={filterBy}
      />
      <Toolbar>
        <SearchField
          label="Search by order or customer"
          value={search}
          onChange={(value) => address.change({ search: value })}
        />
        <FilterSelect
          label="Status"
          all="All statuses"
          value={status}
          choices={orderStatuses.map((value) => ({ value, label: orderStatusLabels[value] }))}
          onChange={(value) => filterBy(orderStatuses.find((each) => each === value))}
        />
      </Toolbar>
      <ListTable
        caption="Orders"
        columns={columns}
        list={list}
        hrefFor={address.hrefFor}
        row={(order) => (
          <OrderRow
            key={order.id}
            order={order}
            saving={statusChange.savingId === order.id}
            onStatus={(next) => statusChange.ask(order, next)}
            onView={() => view.open(order.orderNumber)}
          />
        )}
        empty={
          search || status ? (
            <EmptyState
              Icon={SearchX}
              title="No order matches"
              action={
                <Button
                  variant="outline"
                  onClick={() => address.change({ search: undefined, status: undefined })}
                >
                  Clear filters
                </Button>
              }
            />
          ) : (
            <EmptyState Icon={ClipboardList} title="No orders yet">
              The first one appears here by itself.
            </EmptyState>
          )
        }
      />
      <OrderDialog orderNumber={view.value} onClose={view.close} />
      <StatusChangeDialogs change={statusChange} />
    </>
  );
}

type OrderFilters = { search: string | undefined; status: OrderStatus | undefined; page: number };

function useOrders(filters: OrderFilters) {
  const query = { ...filters, limit: pageSize };
  return useQuery({
    queryKey: ['orders', query],
    queryFn: ({ signal }) => api.listAllOrders({ query }, { signal }),
    select: ({ orders, pagination, counts }) => ({ rows: orders, pagination, counts }),
    placeholderData: keepPreviousData,
    // Orders arrive while somebody looks.
    refetchInterval: 30_000,
  });
}
