import { cents, formatMoney } from '@reprise/contract/money';
import { formatCount } from '../../../formats.ts';
import type { Metric } from './period.ts';

export const metricNames: Record<Metric, string> = {
  revenue: 'Revenue',
  orders: 'Orders',
  average: 'Average order',
};

/** Formats a value of the chart. */
export function formatMetric(value: number, metric: Metric): string {
  if (metric !== 'orders') return formatMoney(cents(value));
  return `${formatCount(value)} ${value === 1 ? 'order' : 'orders'}`;
}
