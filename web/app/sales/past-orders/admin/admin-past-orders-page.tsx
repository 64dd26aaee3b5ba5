import { otherShopLabels } from '@reprise/contract/foundations/checked-import';
import { currencyName, formatMoney } from '@reprise/contract/money';
import type { CustomersPastOrder } from '@reprise/contract/sales/past-orders';
import { useState } from 'react';
import { adminMeta } from '../../../admin-ui/admin-meta.ts';
import { CheckedUpload } from '../../../admin-ui/checked-upload.tsx';
import { DataList, type ListColumn } from '../../../admin-ui/list/data-list.tsx';
import { searchFilter } from '../../../admin-ui/list/list-filters.tsx';
import { useAdminList } from '../../../admin-ui/list/use-admin-list.ts';
import { ScreenHeader } from '../../../admin-ui/screen-header.tsx';
import { type Stat, StatCards } from '../../../admin-ui/stat-cards.tsx';
import { Time } from '../../../admin-ui/time.tsx';
import { api } from '../../../api/browser-api.ts';
import { usePermissions } from '../../../session/use-permissions.ts';
import { Button } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { History } from '../../../ui/icons/lucide.tsx';

export const meta = () => adminMeta('Past orders');

const columns: ListColumn<CustomersPastOrder>[] = [
  {
    id: 'number',
    label: 'Number',
    cell: ({ number, shop }) => (
      <span className="inline-flex flex-wrap items-baseline gap-x-2">
        <span className="tabular font-medium">{number}</span>
        <span className="text-ink-muted text-sm">{otherShopLabels[shop]}</span>
      </span>
    ),
  },
  {
    id: 'placed',
    label: 'Placed',
    cell: ({ placedAt }) => <Time value={placedAt} />,
  },
  {
    id: 'customer',
    label: 'Customer',
    cell: ({ name, email }) =>
      name || email ? (
        <span className="grid py-1.5">
          {name && <span className="max-w-56 truncate">{name}</span>}
          {email && (
            <a href={`mailto:${email}`} className="max-w-56 truncate text-ink-muted text-sm hover:underline">
              {email}
            </a>
          )}
        </span>
      ) : (
        <span className="text-ink-muted">Not known</span>
      ),
  },
  { id: 'items', label: 'Items', cell: (order) => <Items order={order} /> },
  { id: 'status', label: 'Status there', phone: 'labelled', cell: ({ status }) => status },
  {
    id: 'total',
    label: 'Total',
    number: true,
    phone: 'labelled',
    cell: ({ total, refunded }) => (
      <span className="grid py-1.5 max-sm:inline-grid">
        <span className="font-medium">{formatMoney(total)}</span>
        {refunded > 0 && <span className="text-ink-muted text-sm">{formatMoney(refunded)} refunded</span>}
      </span>
    ),
  },
  { id: 'tax', label: 'Tax', number: true, optional: true, cell: ({ tax }) => formatMoney(tax) },
  {
    id: 'shipping',
    label: 'Shipping',
    number: true,
    optional: true,
    cell: ({ shipping }) => formatMoney(shipping),
  },
  {
    id: 'discount',
    label: 'Discount',
    number: true,
    optional: true,
    cell: ({ discount }) => formatMoney(discount),
  },
];

const filters = [searchFilter('Search number, email or name')] as const;

export default function AdminPastOrdersPage() {
  const can = usePermissions();
  const list = useAdminList({
    queryKey: ['past-orders'],
    filters,
    load: (query, options) => api.listPastOrders({ query }, options),
    rowsOf: ({ orders }) => orders,
  });
  const sums = list.data?.shops.flatMap(statsOf) ?? [];
  const [isImporting, setImporting] = useState(false);
  const canImport = can('customers.export');
  const isEmpty = list.data?.shops.length === 0;
  return (
    <>
      <ScreenHeader title="Past orders">
        {canImport && !isEmpty && (
          <Button variant="outline" aria-expanded={isImporting} onClick={() => setImporting(!isImporting)}>
            Import orders
          </Button>
        )}
      </ScreenHeader>
      <p className="-mt-3 mb-4 max-w-text text-ink-muted text-sm">
        Orders that your customers placed in your previous shop. They are kept for looking things up: they
        move no stock, send no mail and count in no figure of this shop.
      </p>
      {canImport && (isEmpty || isImporting) && <Importer onApplied={() => setImporting(true)} />}
      {sums.length > 0 && <StatCards stats={sums} />}
      <DataList
        name="past-orders"
        caption="Past orders"
        columns={columns}
        list={list}
        nameOf={({ number }) => number}
        empty={<EmptyState Icon={History} title="No past orders yet" />}
      />
    </>
  );
}

function Importer({ onApplied }: { onApplied: () => void }) {
  return (
    <CheckedUpload
      path="/past-order-imports"
      kind="an order export"
      entry={{ one: 'order', many: 'orders' }}
      queryKey="past-orders"
      onApplied={onApplied}
    >
      <ul className="grid list-disc gap-2 pl-5 text-sm marker:text-ink-faint">
        <li>
          <strong className="font-medium">Shopify</strong>: Orders, Export, Plain CSV file.
        </li>
        <li>
          <strong className="font-medium">WooCommerce</strong>: the CSV file of the plugin Advanced Order
          Export, in English, with its columns as they come.
        </li>
        <li>Amounts in {currencyName()}. Times without a zone are read in the time zone of this shop.</li>
        <li>Sent again, a file adds nothing twice: only a changed status or refund is taken.</li>
      </ul>
      <p className="mt-3 text-ink-muted text-sm">
        Customers see these orders under “Your orders” once they have confirmed the email they ordered with.
      </p>
    </CheckedUpload>
  );
}

type Shops = Awaited<ReturnType<typeof api.listPastOrders>>['shops'];

const statsOf = ({ shop, orders, revenue }: Shops[number]): Stat[] => [
  {
    label: `Orders in ${otherShopLabels[shop]}`,
    Icon: History,
    value: orders,
    hint: 'Without cancelled and unpaid ones',
  },
  {
    label: `Sold in ${otherShopLabels[shop]}`,
    Icon: History,
    value: formatMoney(revenue),
    hint: 'Refunds deducted',
  },
];

/** Opens the items in place. */
function Items({ order: { number, items } }: { order: CustomersPastOrder }) {
  const [first] = items;
  if (!first) return null;
  return (
    <details className="group w-52 sm:w-72">
      <summary
        aria-label={`Items of ${number}`}
        className="flex cursor-pointer list-none items-center gap-1 rounded-control pointer-coarse:min-h-11"
      >
        <span className="min-w-0 truncate group-open:hidden">
          {first.name}
          {items.length > 1 && <span className="text-ink-muted"> and {items.length - 1} more</span>}
        </span>
        <span className="hidden text-ink-muted group-open:inline">Hide items</span>
      </summary>
      <ul className="grid gap-1 py-1">
        {items.map(({ name, sku, quantity, price }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: items of the other shop have no other identity
          <li key={index} className="wrap-anywhere whitespace-normal text-sm">
            {quantity} × {name} <span className="tabular text-ink-muted">{formatMoney(price)}</span>
            {sku && <span className="block text-ink-muted">{sku}</span>}
          </li>
        ))}
      </ul>
    </details>
  );
}
