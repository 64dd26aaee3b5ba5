import { CartesianGrid, Line, LineChart, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts';
import { formatCalendarDay } from '../../../formats.ts';
import type { SalesPoint } from './dashboard-data.ts';
import { formatMetric, metricNames } from './format-metric.ts';
import type { Metric } from './period.ts';

const tickStyle = { fill: 'var(--ink-muted)', fontSize: 12 };

const shortDollars = new Intl.NumberFormat('en-US', {
  style: 'currency',
  currency: 'USD',
  notation: 'compact',
  maximumFractionDigits: 1,
});

type SalesChartProps = { points: SalesPoint[]; period: number; metric: Metric };

/** Line chart by day, with the previous period in gray. */
export default function SalesChart({ points, period, metric }: SalesChartProps) {
  const peaks = { value: peakOf(points, 'value'), before: peakOf(points, 'before') };
  return (
    <figure className="h-full" aria-label={summaryOf(points, period, metric)}>
      <ResponsiveContainer width="100%" height="100%">
        <LineChart
          data={points}
          margin={{ top: 20, right: 8, bottom: 0, left: 0 }}
          accessibilityLayer={false}
        >
          <CartesianGrid vertical={false} stroke="var(--line)" />
          <XAxis
            dataKey="date"
            tickFormatter={formatCalendarDay}
            tick={tickStyle}
            tickLine={false}
            axisLine={{ stroke: 'var(--line)' }}
            minTickGap={48}
          />
          <YAxis
            tickFormatter={(value: number) =>
              metric === 'orders' ? String(value) : shortDollars.format(value)
            }
            allowDecimals={metric !== 'orders'}
            tick={tickStyle}
            tickLine={false}
            axisLine={false}
            width={48}
            tickCount={4}
          />
          <Tooltip
            content={<DayTip metric={metric} week={points.length < period} />}
            cursor={{ stroke: 'var(--line-strong)' }}
            isAnimationActive={false}
          />
          <Line
            dataKey="before"
            stroke="var(--ink-faint)"
            strokeWidth={1}
            strokeDasharray="3 3"
            dot={false}
            activeDot={false}
            isAnimationActive={false}
            label={labelAt(peaks.before, peaks.value, points.length, 'the period before', 'var(--ink-muted)')}
          />
          <Line
            dataKey="value"
            stroke="var(--primary-text)"
            strokeWidth={1.75}
            dot={false}
            activeDot={{ r: 3.5, stroke: 'var(--raised)' }}
            isAnimationActive={false}
            label={labelAt(
              peaks.value,
              peaks.before,
              points.length,
              `last ${period} days`,
              'var(--primary-text)',
            )}
          />
        </LineChart>
      </ResponsiveContainer>
    </figure>
  );
}

/** Returns the index of the highest point; -1 if all are zero. */
function peakOf(points: SalesPoint[], key: 'value' | 'before'): number {
  const values = points.map((point) => point[key] ?? 0);
  const max = Math.max(0, ...values);
  return max > 0 ? values.indexOf(max) : -1;
}

type LabelPlace = { x?: unknown; y?: unknown; index?: number | undefined };

/** Labels the highest point of a line, away from the edge and from the other line's label. */
function labelAt(peak: number, otherPeak: number, length: number, label: string, fill: string) {
  const nearEnd = peak > length * 0.8;
  const nearStart = peak < length * 0.2;
  const awayFromOther = otherPeak >= peak ? 'end' : 'start';
  const anchor = nearEnd
    ? 'end'
    : nearStart
      ? 'start'
      : Math.abs(otherPeak - peak) < 7
        ? awayFromOther
        : 'middle';
  return function LineLabel({ x, y, index }: LabelPlace) {
    if (index !== peak) return <g />;
    return (
      <text
        x={Number(x)}
        y={Number(y) - 7}
        textAnchor={anchor}
        fill={fill}
        stroke="var(--raised)"
        strokeWidth={4}
        paintOrder="stroke"
        fontSize={12}
      >
        {label}
      </text>
    );
  };
}

function summaryOf(points: SalesPoint[], period: number, metric: Metric): string {
  const best = points.reduce((most, point) => (point.value > most.value ? point : most), {
    date: '',
    value: 0,
  });
  const start = `${metricNames[metric]} over the last ${period} days`;
  return best.value > 0
    ? `${start}, most on ${formatCalendarDay(best.date)} with ${formatMetric(best.value, metric)}. The table shows the same numbers.`
    : start;
}

type DayTipProps = {
  metric: Metric;
  week: boolean;
  active?: boolean;
  payload?: readonly { payload?: SalesPoint }[];
};

function DayTip({ metric, week, active, payload }: DayTipProps) {
  const point = payload?.[0]?.payload;
  if (!active || !point) return null;
  return (
    <div className="tabular rounded-control border border-line bg-raised px-3 py-2 text-sm shadow-float">
      <p className="text-ink-muted text-xs">
        {week && 'Week of '}
        {formatCalendarDay(point.date)}
      </p>
      <p className="font-semibold">{formatMetric(point.value, metric)}</p>
      <p className="text-ink-muted">{formatMetric(point.before, metric)} in the period before</p>
    </div>
  );
}
