import { conditionLabels } from '@reprise/contract/catalog/products/conditions';
import type { WeekStart } from '@reprise/contract/formats';
import { type Cents, formatMoney } from '@reprise/contract/money';
import { figureDefinitions, type SalesAnalytics } from '@reprise/contract/operations/analytics';
import { keepPreviousData, type UseQueryResult, useQuery } from '@tanstack/react-query';
import type { ComponentProps } from 'react';
import { LoadFailure } from '../../../admin-ui/loaded.tsx';
import { api } from '../../../api/browser-api.ts';
import { formatCalendarDay } from '../../../formats.ts';
import { useStoreSettings } from '../../../foundations/settings/store-settings.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { DataTable } from '../../../ui/data-table.tsx';
import { ChartLine, Table2 } from '../../../ui/icons/lucide.tsx';
import { Bar, ExportTable, ListCard, Row, Rows } from './dashboard-cards.tsx';
import { pointsOf } from './dashboard-data.ts';
import { formatMetric, metricNames } from './format-metric.ts';
import type { DashboardParams, Metric, Period } from './period.ts';
import { SalesChart } from './sales-chart.tsx';
import { SalesTotals } from './sales-totals.tsx';

type Sales = UseQueryResult<SalesAnalytics>;

/** Sales of the period: by day beside the previous period, by category and by condition. */
export function SalesCards({ dashboardParams }: { dashboardParams: DashboardParams }) {
  const { period } = dashboardParams;
  const sales = useQuery({
    queryKey: ['sales', period],
    queryFn: () => api.getSalesAnalytics({ query: { period } }),
    placeholderData: keepPreviousData,
    refetchInterval: 60_000,
  });
  return (
    <>
      <DailySales sales={sales} dashboardParams={dashboardParams} />
      <Performance
        title="Categories"
        table="categories"
        period={period}
        sales={sales}
        shippingAndTax={sales.data?.shippingAndTax}
        rows={sales.data?.categoryPerformance.map(({ category, ...row }) => ({ name: category, ...row }))}
      />
      <Performance
        title="Conditions"
        table="conditions"
        period={period}
        sales={sales}
        rows={sales.data?.conditionPerformance.map(({ condition, ...row }) => ({
          name: conditionLabels[condition],
          ...row,
        }))}
      />
    </>
  );
}

function DailySales({ sales, dashboardParams }: { sales: Sales; dashboardParams: DashboardParams }) {
  const { period, metric, asTable } = dashboardParams;
  const { data } = sales;
  const weekStartsOn = useWeekStart();
  return (
    <Card
      title={`Sales, last ${period} days`}
      className="xl:col-span-2 xl:row-span-2"
      action={
        <span className="flex items-center gap-1">
          <Button
            variant="ghost"
            size="sm"
            aria-pressed={asTable}
            onClick={() => dashboardParams.setAsTable(!asTable)}
          >
            {asTable ? (
              <ChartLine className="size-4" aria-hidden="true" />
            ) : (
              <Table2 className="size-4" aria-hidden="true" />
            )}
            {asTable ? 'Chart' : 'Table'}
          </Button>
          <ExportTable table="daily-sales" period={period} title="daily sales" />
        </span>
      }
    >
      {sales.isError && !data ? (
        <LoadFailure query={sales} failed="Sales could not be loaded" />
      ) : (
        <div className={sales.isPlaceholderData ? 'opacity-60 transition-opacity' : undefined}>
          <SalesTotals data={data} metric={metric} onMetric={dashboardParams.setMetric} />
          {asTable ? (
            data && <SalesTable data={data} metric={metric} />
          ) : (
            <div className="h-64 xl:h-[21rem]">
              {data && (
                <ChartOrNote
                  points={pointsOf(data, metric, weekStartsOn)}
                  period={data.period}
                  metric={metric}
                />
              )}
            </div>
          )}
        </div>
      )}
    </Card>
  );
}

/** Shows a sentence instead of empty axes if there was nothing to draw. */
function ChartOrNote(props: ComponentProps<typeof SalesChart>) {
  if (props.points.every(({ value, before }) => value === 0 && before === 0)) {
    return (
      <p className="grid h-full place-items-center text-center text-ink-muted text-sm">
        No sales in the last {props.period} days or the {props.period} days before.
      </p>
    );
  }
  return <SalesChart {...props} />;
}

const useWeekStart = (): WeekStart => useStoreSettings()?.weekStartsOn ?? 'sunday';

/** Accessible table with the data of the chart. */
function SalesTable({ data, metric }: { data: SalesAnalytics; metric: Metric }) {
  const points = pointsOf(data, metric, useWeekStart());
  const week = points.length < data.period;
  return (
    <div className="[&>section]:max-h-64 xl:[&>section]:max-h-[21rem]">
      <DataTable caption={`${metricNames[metric]} by ${week ? 'week' : 'day'}`}>
        <thead>
          <tr>
            <th scope="col">{week ? 'Week of' : 'Day'}</th>
            <th scope="col" className="number">
              {metricNames[metric]}
            </th>
            <th scope="col" className="number">
              Previous period
            </th>
          </tr>
        </thead>
        <tbody>
          {points.toReversed().map(({ date, value, before }) => (
            <tr key={date}>
              <th scope="row">{formatCalendarDay(date)}</th>
              <td className="number">{formatMetric(value, metric)}</td>
              <td className="number text-ink-muted">{formatMetric(before, metric)}</td>
            </tr>
          ))}
        </tbody>
      </DataTable>
    </div>
  );
}

type PerformanceProps = {
  title: string;
  table: 'categories' | 'conditions';
  period: Period;
  sales: Sales;
  rows: { name: string; revenue: Cents; unitsSold: number }[] | undefined;
  /** Shown below the rows: with it, they add up to the revenue. */
  shippingAndTax?: Cents | undefined;
};

/** Revenue per category or condition, highest first. */
function Performance({ title, table, period, sales, rows, shippingAndTax }: PerformanceProps) {
  const maxRevenue = Math.max(1, ...(rows ?? []).map(({ revenue }) => revenue));
  return (
    <ListCard title={title} about={figureDefinitions.items} table={table} period={period}>
      {sales.isError && !rows ? (
        <LoadFailure query={sales} failed={`${title} could not be loaded`} />
      ) : (
        <Rows items={rows} emptyText={`No sales in the last ${period} days.`}>
          {({ name, revenue, unitsSold }) => (
            <Row key={name}>
              <span className="grid min-w-0 flex-1 gap-1">
                <span className="truncate" title={name}>
                  {name}
                </span>
                <Bar share={revenue / maxRevenue} />
              </span>
              <span className="tabular w-12 shrink-0 text-right text-ink-muted">
                {unitsSold}
                <span className="sr-only"> sold</span>
              </span>
              <span className="tabular min-w-20 shrink-0 text-right">{formatMoney(revenue)}</span>
            </Row>
          )}
        </Rows>
      )}
      {rows && rows.length > 0 && shippingAndTax !== undefined && (
        <p className="flex justify-between border-line border-t px-5 py-2 text-ink-muted text-sm">
          Shipping and tax
          <span className="tabular">{formatMoney(shippingAndTax)}</span>
        </p>
      )}
    </ListCard>
  );
}
