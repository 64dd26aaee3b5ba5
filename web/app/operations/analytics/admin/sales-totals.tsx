import { formatMoney } from '@reprise/contract/money';
import { figureDefinitions, type SalesAnalytics } from '@reprise/contract/operations/analytics';
import type { ReactNode } from 'react';
import { formatCount } from '../../../formats.ts';
import { classNames } from '../../../ui/class-names.ts';
import { InfoTip } from '../../../ui/overlays/info-tip.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { describeChange } from './dashboard-data.ts';
import { metricNames } from './format-metric.ts';
import type { Metric } from './period.ts';

type SalesTotalsProps = {
  data: SalesAnalytics | undefined;
  metric: Metric;
  onMetric: (metric: Metric) => void;
};

/** Totals of the period and the previous one; the first three select the metric of the chart. */
export function SalesTotals({ data, metric, onMetric }: SalesTotalsProps) {
  const now = data?.totals;
  const before = data?.totalsBefore;
  const period = data?.period ?? 0;
  const choose = (choice: Metric) => ({ isSelected: choice === metric, onChoose: () => onMetric(choice) });
  return (
    <div className="mb-4 grid grid-cols-2 gap-2 sm:grid-cols-4">
      <Total
        label={metricNames.revenue}
        about={figureDefinitions.revenue}
        value={now && formatMoney(now.revenue)}
        change={now && before && describeChange(now.revenue, before.revenue, period)}
        {...choose('revenue')}
      />
      <Total
        label={metricNames.orders}
        about={figureDefinitions.orders}
        value={now && formatCount(now.orders)}
        change={now && before && describeChange(now.orders, before.orders, period)}
        {...choose('orders')}
      />
      <Total
        label={metricNames.average}
        about={figureDefinitions.average}
        value={now && formatMoney(now.averageOrder)}
        change={now && before && describeChange(now.averageOrder, before.averageOrder, period)}
        {...choose('average')}
      />
      <Total
        label="Refunds"
        about={figureDefinitions.refunds}
        value={now && formatMoney(now.refunded)}
        change={now && `${formatCount(now.refunds)} ${now.refunds === 1 ? 'refund' : 'refunds'}`}
      />
    </div>
  );
}

type TotalProps = {
  label: string;
  about: string;
  value: string | undefined;
  change: string | undefined;
  isSelected?: boolean;
  onChoose?: () => void;
};

function Total({ label, about, value, change, isSelected = false, onChoose }: TotalProps) {
  const content: ReactNode = (
    <>
      <span className="caption block">{label}</span>
      <span className="tabular mt-0.5 block font-semibold text-lg tracking-tight">
        {value ?? <Skeleton className="my-1 h-5 w-24" />}
      </span>
      <span className="block text-ink-muted text-xs">{change ?? <Skeleton className="mt-1 h-3 w-28" />}</span>
    </>
  );
  const className = 'block h-full w-full rounded-control border px-3 py-2 pr-8 text-left';
  const tip = (
    <InfoTip label={`What “${label}” counts`} className="absolute top-1 right-1">
      {about}
    </InfoTip>
  );
  if (!onChoose) {
    return (
      <div className="relative">
        <div className={classNames(className, 'border-transparent')}>{content}</div>
        {tip}
      </div>
    );
  }
  return (
    <div className="relative">
      <button
        type="button"
        aria-pressed={isSelected}
        onClick={onChoose}
        className={classNames(
          className,
          'transition-colors',
          isSelected ? 'border-primary-text bg-primary-tint' : 'border-line hover:border-line-strong',
        )}
      >
        {content}
      </button>
      {tip}
    </div>
  );
}
