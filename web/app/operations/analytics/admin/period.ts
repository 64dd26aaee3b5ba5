import { useSearchParams } from 'react-router';
import { useParamsChange } from '../../../admin-ui/use-params-change.ts';

export const periods = [7, 30, 90, 365] as const;
export type Period = (typeof periods)[number];

const metrics = ['revenue', 'orders', 'average'] as const;
export type Metric = (typeof metrics)[number];

/** Reads the dashboard's search params; invalid values get the default. */
export function useDashboardParams() {
  const [params] = useSearchParams();
  const changeAddress = useParamsChange();
  const period: Period = periods.find((days) => String(days) === params.get('period')) ?? 30;
  const metric: Metric = metrics.find((choice) => choice === params.get('chart')) ?? 'revenue';
  const asTable = params.get('as') === 'table';
  const set = (name: string, value: string | undefined) =>
    changeAddress(
      (next) => {
        if (value === undefined) next.delete(name);
        else next.set(name, value);
      },
      { replace: true },
    );
  return {
    period,
    metric,
    asTable,
    setMetric: (next: Metric) => set('chart', next === 'revenue' ? undefined : next),
    setAsTable: (asTable: boolean) => set('as', asTable ? 'table' : undefined),
    hrefFor: (days: Period) => {
      const next = new URLSearchParams(params);
      if (days === 30) next.delete('period');
      else next.set('period', String(days));
      return `?${next}`;
    },
  };
}

export type DashboardParams = ReturnType<typeof useDashboardParams>;
