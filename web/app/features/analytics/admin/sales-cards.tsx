import { formatMoney } from '@reprise/contract/money';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { api } from '../../../api/browser-api.ts';
import { messageOf } from '../../../layouts/admin/message-of.ts';
import { Card } from '../../../ui/card.tsx';
import { ErrorState } from '../../../ui/error-state.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { Bar, ListCard, Row, Rows } from './dashboard-cards.tsx';
import { changeInWords, comparePeriods } from './dashboard-figures.ts';

const SalesChart = lazy(() => import('./sales-chart.tsx'));

const period = 30;

/** What was sold in the last 30 days: by day, beside the 30 days before, and by category. */
export function SalesCards() {
  return (
    <>
      <DailySales />
      <CategoryPerformance />
    </>
  );
}

function DailySales() {
  const sales = useQuery({
    queryKey: ['sales', period * 2],
    queryFn: () => api.getSalesAnalytics({ query: { period: period * 2 } }),
  });
  const compared = sales.data && comparePeriods(sales.data.dailySales);
  return (
    <Card title={`Sales, last ${period} days`} className="xl:col-span-2">
      {sales.isError && !compared ? (
        <ErrorState
          title="Sales could not be loaded"
          onRetry={() => sales.refetch()}
          retrying={sales.isFetching}
        >
          {messageOf(sales.error, 'The shop did not answer.')}
        </ErrorState>
      ) : (
        <>
          <div className="mb-3 flex min-h-7 flex-wrap items-baseline gap-x-3">
            {compared ? (
              <>
                <span className="tabular font-semibold text-xl tracking-tight">
                  {formatMoney(compared.revenue)}
                </span>
                <span className="text-ink-muted text-sm">
                  {changeInWords(compared.revenue, compared.before, period)}
                </span>
              </>
            ) : (
              <Skeleton className="h-7 w-52" />
            )}
          </div>
          <div className="h-56">
            {compared && (
              <Suspense fallback={null}>
                <SalesChart points={compared.points} period={period} />
              </Suspense>
            )}
          </div>
        </>
      )}
    </Card>
  );
}

function CategoryPerformance() {
  const sales = useQuery({
    queryKey: ['sales', period],
    queryFn: () => api.getSalesAnalytics({ query: { period } }),
  });
  const categories = sales.data?.categoryPerformance;
  const most = Math.max(1, ...(categories ?? []).map(({ revenue }) => revenue));
  return (
    <ListCard title={`Categories, last ${period} days`}>
      {sales.isError && !categories ? (
        <ErrorState
          title="Categories could not be loaded"
          onRetry={() => sales.refetch()}
          retrying={sales.isFetching}
        />
      ) : (
        <Rows of={categories} none={`Nothing was sold in the last ${period} days.`}>
          {({ category, revenue, unitsSold }) => (
            <Row key={category}>
              <span className="grid min-w-0 flex-1 gap-1">
                <span className="truncate" title={category}>
                  {category}
                </span>
                <Bar share={revenue / most} />
              </span>
              <span className="tabular w-8 shrink-0 text-right text-ink-muted">
                {unitsSold}
                <span className="sr-only"> sold</span>
              </span>
              <span className="tabular min-w-20 shrink-0 text-right">{formatMoney(revenue)}</span>
            </Row>
          )}
        </Rows>
      )}
    </ListCard>
  );
}
