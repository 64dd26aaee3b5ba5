import type { DashboardStats } from '@reprise/contract/analytics';
import { type Cents, cents, formatMoney } from '@reprise/contract/money';
import { orderStatusLabels } from '@reprise/contract/order-status';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { formatDay } from '../../../dates.ts';
import { Card } from '../../../ui/card.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { StatusDot } from '../../../ui/status-dot.tsx';
import { Thumb } from '../../catalog/admin/thumb.tsx';
import { orderTones } from '../../orders/admin/order-tones.ts';

export function RecentOrders({ orders }: { orders: DashboardStats['recentOrders'] | undefined }) {
  return (
    <ListCard
      title="Recent orders"
      more={[{ to: '/admin/orders', label: 'All orders' }]}
      className="xl:col-span-2"
    >
      <Rows of={orders} none="No orders yet.">
        {(order) => (
          <Row key={order.id} to={`/admin/orders?order=${order.orderNumber}`}>
            <span className="tabular w-32 shrink-0 truncate font-medium max-sm:w-24">
              {order.orderNumber}
            </span>
            <span className="min-w-0 flex-1 truncate">{order.shippingAddress.name || order.user.name}</span>
            <span className="hidden w-24 text-ink-muted sm:block">{formatDay(order.createdAt)}</span>
            <span className="w-28 max-sm:hidden">
              <StatusDot tone={orderTones[order.status]}>{orderStatusLabels[order.status]}</StatusDot>
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
      more={[
        { to: '/admin/products?stock=low', label: 'Low' },
        { to: '/admin/products?stock=out', label: 'Sold out' },
      ]}
    >
      <Rows of={products} none="Nothing is running low.">
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

export function TopSelling({ products }: { products: DashboardStats['topSellingProducts'] | undefined }) {
  return (
    <ListCard title="Top selling products" className="xl:col-span-2">
      <Rows of={products} none="Nothing was sold yet.">
        {(product) => (
          <Row key={product.id}>
            <Thumb src={product.images[0]} />
            <span className="min-w-0 flex-1 truncate">
              {product.name} <span className="ml-1 text-ink-muted">{product.brand}</span>
            </span>
            <span className="tabular w-24 shrink-0 text-right text-ink-muted max-sm:hidden">
              {formatMoney(averagePrice(product))} each
            </span>
            <span className="tabular w-16 shrink-0 text-right text-ink-muted">{product.unitsSold} sold</span>
            <span className="tabular w-24 shrink-0 text-right">{formatMoney(product.revenue)}</span>
          </Row>
        )}
      </Rows>
    </ListCard>
  );
}

/** What a unit went for: it tells apart the conditions of one model, which share their name. */
function averagePrice({ revenue, unitsSold }: DashboardStats['topSellingProducts'][number]): Cents {
  return cents(Math.round(revenue / Math.max(1, unitsSold)));
}

export function StatusDistribution({
  distribution,
}: {
  distribution: DashboardStats['orderStatusDistribution'] | undefined;
}) {
  const most = Math.max(1, ...(distribution ?? []).map(({ count }) => count));
  return (
    <ListCard title="Orders by status">
      <Rows of={distribution} none="">
        {({ status, count }) => (
          <Row key={status} to={`/admin/orders?status=${status}`}>
            <span className="w-28 shrink-0">
              <StatusDot tone={orderTones[status]}>{orderStatusLabels[status]}</StatusDot>
            </span>
            <Bar share={count / most} />
            <span className="tabular w-8 shrink-0 text-right">{count}</span>
          </Row>
        )}
      </Rows>
    </ListCard>
  );
}

/** A thin bar beside the figure it draws. */
export function Bar({ share }: { share: number }) {
  return (
    <span className="h-1.5 min-w-0 flex-1 overflow-hidden rounded-full bg-sunken" aria-hidden="true">
      <span className="block h-full rounded-full bg-primary" style={{ width: `${share * 100}%` }} />
    </span>
  );
}

type ListCardProps = {
  title: string;
  /** Where the whole lists are. */
  more?: { to: string; label: string }[];
  className?: string;
  children: ReactNode;
};

export function ListCard({ title, more, className, children }: ListCardProps) {
  return (
    <Card
      flush
      title={title}
      {...(className && { className })}
      action={
        more && (
          <span className="flex gap-4">
            {more.map(({ to, label }) => (
              <Link
                key={to}
                to={to}
                className="inline-flex items-center text-primary-text text-sm hover:underline pointer-coarse:min-h-11"
              >
                {label}
              </Link>
            ))}
          </span>
        )
      }
    >
      {children}
    </Card>
  );
}

const listLength = 5;

type RowsProps<T> = { of: T[] | undefined; none: string; children: (item: T) => ReactNode };

/** Up to five lines; as many places are kept while they load. */
export function Rows<T>({ of, none, children }: RowsProps<T>) {
  if (of?.length === 0) return <p className="px-5 py-6 text-ink-muted text-sm">{none}</p>;
  return (
    <ul className="divide-y divide-line" aria-busy={of === undefined}>
      {of
        ? of.map(children)
        : Array.from({ length: listLength }, (_, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have nothing else and never move
            <li key={at} className="flex h-10 items-center px-5 pointer-coarse:h-11">
              <Skeleton className="h-4 w-full" />
            </li>
          ))}
    </ul>
  );
}

export function Row({ to, children }: { to?: string; children: ReactNode }) {
  const look = 'flex h-10 items-center gap-3 px-5 text-sm pointer-coarse:h-11';
  return (
    <li>
      {to === undefined ? (
        <div className={look}>{children}</div>
      ) : (
        <Link to={to} className={classNames(look, '-outline-offset-2 transition-colors hover:bg-sunken')}>
          {children}
        </Link>
      )}
    </li>
  );
}
