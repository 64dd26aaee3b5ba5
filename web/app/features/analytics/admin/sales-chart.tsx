import { dollarsToCents, formatMoney } from '@reprise/contract/money';
import { CartesianGrid, Line, LineChart, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts';
import { formatCalendarDay } from '../../../dates.ts';
import type { SalesPoint } from './dashboard-figures.ts';

const tick = { fill: 'var(--ink-muted)', fontSize: 12 };

const shortDollars = new Intl.NumberFormat('en-US', {
  style: 'currency',
  currency: 'USD',
  notation: 'compact',
  maximumFractionDigits: 1,
});

/** Revenue by day as a thin line, the same days of the period before in grey. */
export default function SalesChart({ points, period }: { points: SalesPoint[]; period: number }) {
  const peaks = { revenue: peakOf(points, 'revenue'), before: peakOf(points, 'before') };
  return (
    <figure className="h-full" aria-label={summaryOf(points, period)}>
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
            tick={tick}
            tickLine={false}
            axisLine={{ stroke: 'var(--line)' }}
            minTickGap={48}
          />
          <YAxis
            tickFormatter={(value: number) => shortDollars.format(value)}
            tick={tick}
            tickLine={false}
            axisLine={false}
            width={48}
            tickCount={4}
          />
          <Tooltip content={<DayTip />} cursor={{ stroke: 'var(--line-strong)' }} isAnimationActive={false} />
          <Line
            dataKey="before"
            stroke="var(--ink-faint)"
            strokeWidth={1}
            strokeDasharray="3 3"
            dot={false}
            activeDot={false}
            isAnimationActive={false}
            label={labelAt(
              peaks.before,
              peaks.revenue,
              points.length,
              'the period before',
              'var(--ink-muted)',
            )}
          />
          <Line
            dataKey="revenue"
            stroke="var(--primary-text)"
            strokeWidth={1.75}
            dot={false}
            activeDot={{ r: 3.5, stroke: 'var(--raised)' }}
            isAnimationActive={false}
            label={labelAt(
              peaks.revenue,
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

/** Where a line is highest; -1 where it has nothing to show. */
function peakOf(points: SalesPoint[], key: 'revenue' | 'before'): number {
  const values = points.map((point) => point[key] ?? 0);
  const most = Math.max(0, ...values);
  return most > 0 ? values.indexOf(most) : -1;
}

type LabelPlace = { x?: unknown; y?: unknown; index?: number | undefined };

/** Writes what a line is at its highest point, away from the edge and from the other line's peak. */
function labelAt(peak: number, other: number, length: number, words: string, fill: string) {
  const nearEnd = peak > length * 0.8;
  const nearStart = peak < length * 0.2;
  const away = other >= peak ? 'end' : 'start';
  const anchor = nearEnd ? 'end' : nearStart ? 'start' : Math.abs(other - peak) < 7 ? away : 'middle';
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
        {words}
      </text>
    );
  };
}

function summaryOf(points: SalesPoint[], period: number): string {
  const best = points.reduce((most, point) => (point.revenue > most.revenue ? point : most), {
    date: '',
    revenue: 0,
  });
  const total = points.reduce((sum, { revenue }) => sum + revenue, 0);
  const start = `Revenue by day over the last ${period} days, ${inWords(total)} in total`;
  return best.revenue > 0
    ? `${start}, most on ${formatCalendarDay(best.date)} with ${inWords(best.revenue)}`
    : start;
}

const inWords = (dollars: number) => formatMoney(dollarsToCents(dollars));

type DayTipProps = { active?: boolean; payload?: readonly { payload?: SalesPoint }[] };

function DayTip({ active, payload }: DayTipProps) {
  const point = payload?.[0]?.payload;
  if (!active || !point) return null;
  return (
    <div className="tabular rounded-control border border-line bg-raised px-3 py-2 text-sm shadow-float">
      <p className="text-ink-muted text-xs">{formatCalendarDay(point.date)}</p>
      <p className="font-semibold">
        {inWords(point.revenue)}
        <span className="ml-2 font-normal text-ink-muted">
          {point.orders} {point.orders === 1 ? 'order' : 'orders'}
        </span>
      </p>
      {point.before !== null && (
        <p className="text-ink-muted">{inWords(point.before)} in the period before</p>
      )}
    </div>
  );
}
