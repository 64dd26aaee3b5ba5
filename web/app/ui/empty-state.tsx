import type { ReactNode } from 'react';
import type { LucideIcon } from './icons/icon.tsx';

type EmptyStateProps = {
  title: string;
  Icon?: LucideIcon;
  /** Replaces the icon on an empty page. */
  drawing?: ReactNode;
  action?: ReactNode;
  children?: ReactNode;
};

/** Shown for an empty list. A list that failed to load shows ErrorState instead. */
export function EmptyState({ title, Icon, drawing, action, children }: EmptyStateProps) {
  return (
    <div className="grid justify-items-center gap-2 px-4 py-14 text-center">
      {Icon && <Icon className="mb-2 size-7 text-ink-faint" strokeWidth={1.5} aria-hidden="true" />}
      {drawing && <div className="mb-3">{drawing}</div>}
      <h2 className="wrap-anywhere text-lg">{title}</h2>
      {children && <div className="max-w-[44ch] text-ink-muted text-sm">{children}</div>}
      {action && <div className="mt-4 flex flex-wrap justify-center gap-2">{action}</div>}
    </div>
  );
}
