import type { ReactNode } from 'react';
import type { LucideIcon } from './icons/icon.tsx';
import { InfoTip } from './overlays/info-tip.tsx';

type StatCardProps = {
  label: string;
  value: ReactNode;
  hint?: ReactNode;
  /** Text behind an "i" that says what the value counts. */
  about?: string | undefined;
  Icon?: LucideIcon;
};

/** Statistic of the admin, inside a <dl>. */
export function StatCard({ label, value, hint, about, Icon }: StatCardProps) {
  return (
    <div className="rounded-tile border border-line bg-raised px-4 py-3">
      <dt className="caption flex items-center justify-between gap-2">
        {about ? (
          <span className="flex items-center gap-0.5">
            {label}
            <InfoTip label={`What “${label}” counts`} className="-my-1">
              {about}
            </InfoTip>
          </span>
        ) : (
          label
        )}
        {Icon && <Icon className="size-4 text-ink-faint" strokeWidth={1.75} aria-hidden="true" />}
      </dt>
      <dd className="tabular mt-1 font-semibold text-xl tracking-tight">{value}</dd>
      {hint && <dd className="mt-0.5 text-ink-muted text-xs">{hint}</dd>}
    </div>
  );
}
