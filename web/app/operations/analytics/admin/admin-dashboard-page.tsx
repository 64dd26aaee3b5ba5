import { formatMoney } from '@reprise/contract/money';
import { figureDefinitions } from '@reprise/contract/operations/analytics';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { adminMeta } from '../../../admin-ui/admin-meta.ts';
import { ScreenHeader } from '../../../admin-ui/screen-header.tsx';
import { StatCards } from '../../../admin-ui/stat-cards.tsx';
import { api } from '../../../api/browser-api.ts';
import { Button, buttonClass } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import {
  Boxes,
  ChartLine,
  CircleAlert,
  ClipboardList,
  DollarSign,
  Info,
  PackageSearch,
  ShoppingBag,
  Tags,
  TriangleAlert,
  Users,
} from '../../../ui/icons/lucide.tsx';
import { IntegrityStatus } from '../../integrity/admin/integrity-status.tsx';
import { SetupCard } from '../../setup/admin/setup-checklist.tsx';
import { LowStock, RecentOrders, StatusDistribution, TopSelling } from './dashboard-cards.tsx';
import { type DashboardData, deriveStats } from './dashboard-data.ts';
import { NeedsAttention } from './needs-attention.tsx';
import { type Period, useDashboardParams } from './period.ts';
import { PeriodChoice } from './period-choice.tsx';
import { SalesCards } from './sales-cards.tsx';

export const meta = () => adminMeta('Dashboard');

export default function AdminDashboardPage() {
  const dashboardParams = useDashboardParams();
  const { period } = dashboardParams;
  const { data, isError, isFetching, refetch } = useQuery({
    queryKey: ['dashboard', period],
    queryFn: () => loadStats(period),
    placeholderData: keepPreviousData,
    refetchInterval: 60_000,
  });
  if (isError && !data) return <LoadingIssue onRetry={() => refetch()} retrying={isFetching} />;
  return (
    <>
      <ScreenHeader title="Dashboard">
        <PeriodChoice dashboardParams={dashboardParams} />
      </ScreenHeader>
      {data && !data.complete && (
        <p
          role="status"
          className="mb-4 flex items-center gap-2.5 rounded-control bg-warn-tint px-3 py-2 text-sm text-warn-text"
        >
          <Info className="size-4 shrink-0" aria-hidden="true" />
          Computed from the latest orders and products
        </p>
      )}
      {data?.isProxyUntrusted && (
        <Notice>
          This shop runs behind a proxy it does not trust, so all visitors share one rate limit. Set{' '}
          <code className="font-mono">TRUSTED_PROXIES</code> to the proxy's address and restart the shop.
        </Notice>
      )}
      {data?.isDemoAdministratorExposed && (
        <Notice>
          This shop is public and the demo administrator can still sign in. Create an account for yourself,
          then{' '}
          <Link to="/admin/users?search=admin%40reprise.example" className="font-medium underline">
            delete or suspend the demo account
          </Link>
          .
        </Notice>
      )}
      <SetupCard />
      {(!data || data.attention) && (
        <NeedsAttention attention={data?.attention ?? undefined} disputes={data?.disputes ?? []} />
      )}
      <Overview overview={data?.overview} />
      {data?.overview.totalOrders === 0 ? (
        <NoOrders products={data.lowStockProducts} />
      ) : (
        <div className="grid gap-3 xl:grid-cols-3">
          <SalesCards dashboardParams={dashboardParams} />
          <RecentOrders orders={data?.recentOrders} />
          <LowStock products={data?.lowStockProducts} />
          <TopSelling products={data?.topSellingProducts} period={period} />
          <StatusDistribution distribution={data?.orderStatusDistribution} />
        </div>
      )}
      <IntegrityStatus />
    </>
  );
}

/** Loads the API's statistics, or derives some from the lists when that fails. */
async function loadStats(period: Period): Promise<DashboardData> {
  try {
    return { ...(await api.getDashboardStats({ query: { period } })), complete: true };
  } catch {
    const [orders, products, categories] = await Promise.all([
      api.listAllOrders({ query: { limit: 100 } }),
      api.listProducts({ query: { limit: 100 } }),
      api.listCategories(),
    ]);
    return deriveStats({ orders, products, categories: categories.length }, new Date());
  }
}

function Overview({ overview }: { overview: DashboardData['overview'] | undefined }) {
  const revenue = overview?.monthlyRevenue;
  return (
    <StatCards
      className="md:grid-cols-3 xl:grid-cols-[repeat(6,auto)]"
      stats={[
        {
          label: 'Revenue this month',
          Icon: DollarSign,
          value: typeof revenue === 'number' ? formatMoney(revenue) : revenue,
          about: figureDefinitions.revenue,
        },
        {
          label: 'Orders this month',
          Icon: ShoppingBag,
          value: overview?.monthlyOrders,
          about: figureDefinitions.orders,
        },
        {
          label: 'Total Orders',
          Icon: ClipboardList,
          value: overview?.totalOrders,
          about: figureDefinitions.totalOrders,
        },
        { label: 'Total Products', Icon: Boxes, value: overview?.totalProducts },
        { label: 'Total Categories', Icon: Tags, value: overview?.totalCategories },
        { label: 'Total Users', Icon: Users, value: overview?.totalUsers },
      ]}
    />
  );
}

/** Replaces the cards about sales until there is an order. */
function NoOrders({ products }: { products: DashboardData['lowStockProducts'] }) {
  return (
    <div className="grid gap-3">
      <Card>
        <EmptyState Icon={ChartLine} title="No orders yet">
          Sales, categories and best sellers appear here with the first order.
        </EmptyState>
      </Card>
      {products.length > 0 && <LowStock products={products} />}
    </div>
  );
}

function Notice({ children }: { children: ReactNode }) {
  return (
    <p
      role="status"
      className="mb-4 flex items-start gap-2.5 rounded-control bg-warn-tint px-3 py-2 text-sm text-warn-text"
    >
      <TriangleAlert className="mt-0.5 size-4 shrink-0" aria-hidden="true" />
      <span>{children}</span>
    </p>
  );
}

function LoadingIssue({ onRetry, retrying }: { onRetry: () => void; retrying: boolean }) {
  return (
    <section
      role="alert"
      className="mx-auto mt-16 max-w-sm rounded-tile border border-line bg-raised p-6 text-center"
    >
      <CircleAlert className="mx-auto size-7 text-bad-text" strokeWidth={1.5} aria-hidden="true" />
      <h1 className="mt-3 text-lg">Dashboard Loading Issue</h1>
      <p className="mt-1 text-ink-muted text-sm">Failed to load dashboard</p>
      <div className="mt-5 flex flex-wrap justify-center gap-2">
        <Button onClick={onRetry} loading={retrying}>
          Retry Dashboard
        </Button>
        <Link to="/admin/products" className={buttonClass({ variant: 'outline' })}>
          <PackageSearch className="size-4" aria-hidden="true" />
          Manage Products
        </Link>
      </div>
    </section>
  );
}
