import { conditionLabels } from '@reprise/contract/catalog/products/conditions';
import { formatMoney } from '@reprise/contract/money';
import {
  analyticsEndpoints,
  type DashboardStats,
  type DashboardTable,
  figureDefinitions,
} from '@reprise/contract/operations/analytics';
import { orderStatusLabels } from '@reprise/contract/sales/orders/order-status';
import { storeStatusLabels } from '@reprise/contract/sales/orders/shipping/pickup';
import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { Thumb } from '../../../admin-ui/thumb.tsx';
import { saveFile } from '../../../api/browser-api.ts';
import { messageOf } from '../../../api/error-message.ts';
import { formatDay } from '../../../formats.ts';
import { useStoreSettings } from '../../../foundations/settings/store-settings.ts';
import { orderTones } from '../../../sales/orders/admin/order-tones.ts';
import { statusLabelOf } from '../../../sales/orders/parcels.ts';
import { Card } from '../../../ui/card.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { Download } from '../../../ui/icons/lucide.tsx';
import { InfoTip } from '../../../ui/overlays/info-tip.tsx';
import { notify } from '../../../ui/overlays/notify.ts';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { StatusDot } from '../../../ui/status-dot.tsx';
import type { Period } from './period.ts';

export function RecentOrders({ orders }: { orders: DashboardStats['recentOrders'] | undefined }) {
  return (
    <ListCard
      title="Recent orders"
      table="recent-orders"
      more={[{ to: '/admin/orders', label: 'All orders' }]}
      className="xl:col-span-2"
    >
      <Rows items={orders} emptyText="No orders yet.">
        {(order) => (
          <Row key={order.id} to={`/admin/orders/${order.orderNumber}`}>
            <span className="tabular w-32 shrink-0 truncate font-medium max-sm:w-24">
              {order.orderNumber}
            </span>
            <span className="min-w-0 flex-1 truncate">{order.shippingAddress.name || order.user.name}</span>
            <span className="hidden w-24 text-ink-muted sm:block">{formatDay(order.createdAt)}</span>
            <span className="w-28 max-sm:hidden">
              <StatusDot tone={orderTones[order.status]}>{statusLabelOf(order)}</StatusDot>
            </span>
            <span className="tabular w-20 text-right">{formatMoney(order.total)}</span>
          </Row>
        )}
      </Rows>
    </ListCard>
  );
}

export function LowStock({ products }: { products: DashboardStats['lowStockProducts'] | undefined }) {
  return (
    <ListCard
      title="Low stock"
      table="low-stock"
      more={[
        { to: '/admin/products?stock=low', label: 'Low' },
        { to: '/admin/products?stock=out', label: 'Sold out' },
      ]}
    >
      <Rows items={products} emptyText="No products are low in stock.">
        {(product) => (
          <Row key={product.id} to={`/admin/products?edit=${product.id}`}>
            <Thumb src={product.images[0]} />
            <span className="min-w-0 flex-1 truncate" title={product.name}>
              {product.name}
            </span>
            <span
              className={classNames(
                'tabular shrink-0 font-medium',
                product.stockCount === 0 ? 'text-bad-text' : 'text-warn-text',
              )}
            >
              {product.stockCount === 0 ? 'Out of stock' : `${product.stockCount} left`}
            </span>
          </Row>
        )}
      </Rows>
    </ListCard>
  );
}

type TopSellingProps = { products: DashboardStats['topSellingProducts'] | undefined; period: Period };

export function TopSelling({ products, period }: TopSellingProps) {
  return (
    <ListCard
      title="Top selling products"
      about={figureDefinitions.topSelling}
      table="top-selling"
      period={period}
      className="xl:col-span-2"
    >
      <Rows items={products} emptyText={`No sales in the last ${period} days.`}>
        {(product) => (
          <Row key={product.id} to={`/admin/products?edit=${product.id}`}>
            <Thumb src={product.images[0]} />
            <span className="min-w-0 flex-1 truncate max-sm:leading-4" title={product.name}>
              {product.name}{' '}
              <span className="ml-1 text-ink-muted max-sm:ml-0 max-sm:block max-sm:text-xs">
                {conditionLabels[product.condition]}
              </span>
            </span>
            <span className="tabular w-16 shrink-0 text-right text-ink-muted">{product.unitsSold} sold</span>
            <span className="tabular w-24 shrink-0 text-right">{formatMoney(product.revenue)}</span>
          </Row>
        )}
      </Rows>
    </ListCard>
  );
}

export function StatusDistribution({
  distribution,
}: {
  distribution: DashboardStats['orderStatusDistribution'] | undefined;
}) {
  const labels = storeStatusLabels(useStoreSettings());
  const maxCount = Math.max(1, ...(distribution ?? []).map(({ count }) => count));
  // Those of a store with a counter: "Shipped or ready to collect".
  const isLong = labels.shipped !== orderStatusLabels.shipped;
  return (
    <ListCard title="Orders by status" about={figureDefinitions.totalOrders} table="orders-by-status">
      <Rows items={distribution} emptyText="">
        {({ status, count }) => (
          <Row key={status} to={`/admin/orders?status=${status}`}>
            <span className={`${isLong ? 'w-44' : 'w-28'} shrink-0`}>
              <StatusDot tone={orderTones[status]}>{labels[status]}</StatusDot>
            </span>
            <Bar share={count / maxCount} />
            <span className="tabular w-8 shrink-0 text-right">{count}</span>
          </Row>
        )}
      </Rows>
    </ListCard>
  );
}

/** Thin bar that visualizes the number beside it. */
export function Bar({ share }: { share: number }) {
  return (
    <span className="h-1.5 min-w-0 flex-1 overflow-hidden rounded-full bg-sunken" aria-hidden="true">
      <span className="block h-full rounded-full bg-primary" style={{ width: `${share * 100}%` }} />
    </span>
  );
}

type ListCardProps = {
  title: string;
  /** Text behind an "i" that says what the figures count. */
  about?: string;
  /** Links to the complete lists. */
  more?: { to: string; label: string }[];
  /** Name of the table for the export, and its period in days. */
  table?: DashboardTable;
  period?: Period;
  className?: string;
  children: ReactNode;
};

export function ListCard({ title, about, more, table, period, className, children }: ListCardProps) {
  return (
    <Card
      flush
      title={title}
      {...(about && { aside: <InfoTip label={`What “${title}” counts`}>{about}</InfoTip> })}
      {...(className && { className })}
      action={
        (more || table) && (
          <span className="flex items-center gap-4">
            {more?.map(({ to, label }) => (
              <Link
                key={to}
                to={to}
                className="inline-flex items-center text-primary-text text-sm hover:underline pointer-coarse:min-h-11"
              >
                {label}
              </Link>
            ))}
            {table && <ExportTable table={table} period={period} title={title} />}
          </span>
        )
      }
    >
      {children}
    </Card>
  );
}

type ExportTableProps = { table: DashboardTable; period: Period | undefined; title: string };

/** Exports one table of the dashboard as CSV. */
export function ExportTable({ table, period, title }: ExportTableProps) {
  const saving = useMutation({
    mutationFn: () => saveFile(analyticsEndpoints.exportDashboard, { query: { table, period } }),
    onError: (error) => notify('error', messageOf(error, 'The export failed. Please try again.')),
  });
  return (
    <IconButton
      label={`Export ${title} as CSV`}
      title="Export as CSV"
      size="sm"
      disabled={saving.isPending}
      onClick={() => saving.mutate()}
    >
      <Download className="size-4" aria-hidden="true" />
    </IconButton>
  );
}

const listLength = 5;

type RowsProps<T> = { items: T[] | undefined; emptyText: string; children: (item: T) => ReactNode };

/** Shows up to five rows, with as many skeletons while they load. */
export function Rows<T>({ items, emptyText, children }: RowsProps<T>) {
  if (items?.length === 0) return <p className="px-5 py-6 text-ink-muted text-sm">{emptyText}</p>;
  return (
    <ul className="divide-y divide-line" aria-busy={items === undefined}>
      {items
        ? items.map(children)
        : Array.from({ length: listLength }, (_, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have nothing else and never move
            <li key={index} className="flex h-10 items-center px-5 pointer-coarse:h-11">
              <Skeleton className="h-4 w-full" />
            </li>
          ))}
    </ul>
  );
}

export function Row({ to, children }: { to?: string; children: ReactNode }) {
  const className = 'flex h-10 items-center gap-3 px-5 text-sm pointer-coarse:h-11';
  return (
    <li>
      {to === undefined ? (
        <div className={className}>{children}</div>
      ) : (
        <Link
          to={to}
          className={classNames(className, '-outline-offset-2 transition-colors hover:bg-sunken')}
        >
          {children}
        </Link>
      )}
    </li>
  );
}
