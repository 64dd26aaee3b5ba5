import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';

type StatCardProps = { label: string; value: ReactNode; hint?: ReactNode; Icon?: LucideIcon };

/** Statistic of the admin, inside a <dl>. */
export function StatCard({ label, value, hint, Icon }: StatCardProps) {
  return (
    <div className="rounded-tile border border-line bg-raised px-4 py-3">
      <dt className="caption flex items-center justify-between gap-2">
        {label}
        {Icon && <Icon className="size-4 text-ink-faint" strokeWidth={1.75} aria-hidden="true" />}
      </dt>
      <dd className="tabular mt-1 font-semibold text-xl tracking-tight">{value}</dd>
      {hint && <dd className="mt-0.5 text-ink-muted text-xs">{hint}</dd>}
    </div>
  );
}
