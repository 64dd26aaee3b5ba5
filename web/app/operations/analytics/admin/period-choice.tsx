import { Link } from 'react-router';
import { classNames } from '../../../ui/class-names.ts';
import { type DashboardParams, periods } from './period.ts';

/** Selects the number of days that the dashboard covers. */
export function PeriodChoice({ dashboardParams }: { dashboardParams: DashboardParams }) {
  return (
    <nav aria-label="Period" className="inline-flex rounded-control border border-line-strong bg-raised p-px">
      {periods.map((days) => (
        <Link
          key={days}
          to={dashboardParams.hrefFor(days)}
          replace
          preventScrollReset
          aria-current={days === dashboardParams.period ? 'true' : undefined}
          className={classNames(
            'inline-flex h-8 items-center rounded-[5px] px-2.5 text-sm transition-colors sm:px-3 pointer-coarse:h-10',
            days === dashboardParams.period
              ? 'bg-ink font-medium text-paper'
              : 'text-ink-muted hover:text-ink',
          )}
        >
          {days} days
        </Link>
      ))}
    </nav>
  );
}
