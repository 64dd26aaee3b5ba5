import { classNames } from './class-names.ts';

/** Loading indicator. `label` is for screen readers; omit it beside a visible text. */
export function Spinner({ label, className }: { label?: string; className?: string }) {
  return (
    <span className={classNames('inline-flex', className)} role={label ? 'status' : undefined}>
      <svg className="size-[1.1em] animate-spin" viewBox="0 0 20 20" fill="none" aria-hidden="true">
        <circle cx="10" cy="10" r="8" stroke="currentColor" strokeWidth="2" opacity="0.25" />
        <path d="M18 10a8 8 0 0 0-8-8" stroke="currentColor" strokeWidth="2" strokeLinecap="round" />
      </svg>
      {label && <span className="sr-only">{label}</span>}
    </span>
  );
}

/** Loading indicator in the middle of a box with the size of the content. */
export function CenteredSpinner({ className }: { className: string }) {
  return (
    <div className={classNames('grid place-items-center text-ink-muted text-xl', className)}>
      <Spinner label="Loading" />
    </div>
  );
}
