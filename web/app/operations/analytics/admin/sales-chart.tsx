import { cents, formatCompactMoney } from '@reprise/contract/money';
import { type PointerEvent, useRef, useState } from 'react';
import { formatCalendarDay } from '../../../formats.ts';
import { labeledIndexes, ticksUpTo } from './chart-axes.ts';
import type { SalesPoint } from './dashboard-data.ts';
import { formatMetric, metricNames } from './format-metric.ts';
import type { Metric } from './period.ts';
import { useElementSize } from './use-element-size.ts';

const margin = { top: 20, right: 8, bottom: 28, left: 48 };
/** Distance of two dates on the axis, wide enough for "Nov 29" and a gap. */
const minDateGap = 92;

type SalesChartProps = { points: SalesPoint[]; period: number; metric: Metric };

/** Line chart by day, with the previous period in gray. */
export function SalesChart({ points, period, metric }: SalesChartProps) {
  const figure = useRef<HTMLElement>(null);
  const size = useElementSize(figure);
  const [hovered, setHovered] = useState<number | null>(null);
  const plot = size && placePlot(points, metric, size.width, size.height);
  const followPointer = ({ clientX, currentTarget }: PointerEvent) => {
    if (plot) setHovered(plot.indexAt(clientX - currentTarget.getBoundingClientRect().left));
  };
  const point = hovered === null ? undefined : points[hovered];
  return (
    <figure
      ref={figure}
      className="relative h-full touch-pan-y"
      aria-label={summaryOf(points, period, metric)}
      onPointerMove={followPointer}
      onPointerDown={followPointer}
      onPointerLeave={() => setHovered(null)}
    >
      {plot && (
        <svg className="absolute inset-0" width={size.width} height={size.height} aria-hidden="true">
          <Axes plot={plot} points={points} metric={metric} />
          {point && hovered !== null && <Cursor plot={plot} index={hovered} />}
          <Lines plot={plot} points={points} period={period} />
          {point && hovered !== null && (
            <circle
              cx={plot.x(hovered)}
              cy={plot.y(point.value)}
              r={3.5}
              fill="var(--primary-text)"
              stroke="var(--raised)"
            />
          )}
        </svg>
      )}
      {plot && point && hovered !== null && (
        <DayTip
          point={point}
          metric={metric}
          isWeek={points.length < period}
          x={plot.x(hovered)}
          width={plot.width}
        />
      )}
    </figure>
  );
}

type Plot = ReturnType<typeof placePlot>;

/** Returns the scales of a chart of this size. */
function placePlot(points: SalesPoint[], metric: Metric, width: number, height: number) {
  const max = Math.max(0, ...points.flatMap(({ value, before }) => [value, before]));
  const ticks = ticksUpTo(max, metric === 'orders');
  const top = ticks.at(-1) || 1;
  const inner = {
    width: Math.max(0, width - margin.left - margin.right),
    height: Math.max(0, height - margin.top - margin.bottom),
  };
  const last = Math.max(1, points.length - 1);
  return {
    width,
    ticks,
    right: margin.left + inner.width,
    bottom: margin.top + inner.height,
    dates: labeledIndexes(points.length, inner.width, minDateGap),
    x: (index: number) => margin.left + (index / last) * inner.width,
    y: (value: number) => margin.top + (1 - value / top) * inner.height,
    /** Index of the point nearest to a horizontal position. */
    indexAt: (x: number) => {
      const index = Math.round(((x - margin.left) / Math.max(1, inner.width)) * last);
      return Math.min(points.length - 1, Math.max(0, index));
    },
  };
}

function Axes({ plot, points, metric }: { plot: Plot; points: SalesPoint[]; metric: Metric }) {
  const { ticks, right, bottom, dates } = plot;
  return (
    <g fill="var(--ink-muted)" fontSize={12}>
      {ticks.map((tick) => (
        <g key={tick}>
          <line x1={margin.left} x2={right} y1={plot.y(tick)} y2={plot.y(tick)} stroke="var(--line)" />
          <text x={margin.left - 8} y={plot.y(tick)} dy="0.355em" textAnchor="end">
            {metric === 'orders' ? tick : formatCompactMoney(cents(Math.round(tick)))}
          </text>
        </g>
      ))}
      {dates.map((index) => (
        <text
          key={index}
          x={plot.x(index)}
          y={bottom + 20}
          textAnchor={index === points.length - 1 && index > 0 ? 'end' : 'middle'}
        >
          {formatCalendarDay(points[index]?.date ?? '')}
        </text>
      ))}
    </g>
  );
}

function Lines({ plot, points, period }: { plot: Plot; points: SalesPoint[]; period: number }) {
  const peaks = { value: peakOf(points, 'value'), before: peakOf(points, 'before') };
  const path = (key: 'value' | 'before') =>
    points.map((point, index) => `${index > 0 ? 'L' : 'M'}${plot.x(index)},${plot.y(point[key])}`).join('');
  const label = (key: 'value' | 'before', other: number) => ({
    x: plot.x(peaks[key]),
    y: plot.y(points[peaks[key]]?.[key] ?? 0) - 7,
    anchor: anchorOf(peaks[key], other, points.length),
  });
  return (
    <g fill="none" strokeLinejoin="round">
      <path d={path('before')} stroke="var(--ink-faint)" strokeDasharray="3 3" />
      <path d={path('value')} stroke="var(--primary-text)" strokeWidth={1.75} />
      {peaks.before >= 0 && (
        <LineLabel {...label('before', peaks.value)} fill="var(--ink-muted)">
          the period before
        </LineLabel>
      )}
      {peaks.value >= 0 && (
        <LineLabel {...label('value', peaks.before)} fill="var(--primary-text)">
          {`last ${period} days`}
        </LineLabel>
      )}
    </g>
  );
}

/** Returns the index of the highest point; -1 if all are zero. */
function peakOf(points: SalesPoint[], key: 'value' | 'before'): number {
  const values = points.map((point) => point[key]);
  const max = Math.max(0, ...values);
  return max > 0 ? values.indexOf(max) : -1;
}

type Anchor = 'start' | 'middle' | 'end';

/** Places the label of a peak away from the edge and from the label of the other line. */
function anchorOf(peak: number, otherPeak: number, length: number): Anchor {
  if (peak > length * 0.8) return 'end';
  if (peak < length * 0.2) return 'start';
  if (Math.abs(otherPeak - peak) >= 7) return 'middle';
  return otherPeak >= peak ? 'end' : 'start';
}

type LineLabelProps = { x: number; y: number; anchor: Anchor; fill: string; children: string };

function LineLabel({ x, y, anchor, fill, children }: LineLabelProps) {
  return (
    <text
      x={x}
      y={y}
      textAnchor={anchor}
      fill={fill}
      stroke="var(--raised)"
      strokeWidth={4}
      paintOrder="stroke"
      fontSize={12}
    >
      {children}
    </text>
  );
}

function Cursor({ plot, index }: { plot: Plot; index: number }) {
  return (
    <line
      x1={plot.x(index)}
      x2={plot.x(index)}
      y1={margin.top}
      y2={plot.bottom}
      stroke="var(--line-strong)"
    />
  );
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

type DayTipProps = { point: SalesPoint; metric: Metric; isWeek: boolean; x: number; width: number };

/** Numbers of the point under the pointer, on the side that has more room. */
function DayTip({ point, metric, isWeek, x, width }: DayTipProps) {
  const gap = 12;
  return (
    <div
      className="tabular pointer-events-none absolute top-2 rounded-control border border-line bg-raised px-3 py-2 text-sm shadow-float"
      style={x < width / 2 ? { left: x + gap } : { right: width - x + gap }}
    >
      <p className="text-ink-muted text-xs">
        {isWeek && 'Week of '}
        {formatCalendarDay(point.date)}
      </p>
      <p className="font-semibold">{formatMetric(point.value, metric)}</p>
      <p className="text-ink-muted">{formatMetric(point.before, metric)} in the period before</p>
    </div>
  );
}
