import { Link } from 'react-router';
import { classNames } from './class-names.ts';

/** Breadcrumb; the last step is the page itself and not a link. */
export function Breadcrumb({ steps }: { steps: { label: string; to?: string }[] }) {
  return (
    <nav aria-label="Breadcrumb" className="text-sm">
      <ol className="flex flex-wrap items-center gap-x-2 text-ink-muted">
        {steps.map(({ label, to }, index) => (
          // On phones the heading below repeats the last step.
          <li
            key={label}
            className={classNames('flex min-w-0 items-center gap-x-2', to === undefined && 'max-sm:sr-only')}
          >
            {index > 0 && (
              <span className="text-ink-faint" aria-hidden="true">
                /
              </span>
            )}
            {to === undefined ? (
              <span aria-current="page" className="truncate text-ink">
                {label}
              </span>
            ) : (
              <Link
                to={to}
                className="inline-flex items-center hover:text-ink hover:underline pointer-coarse:min-h-11"
              >
                {label}
              </Link>
            )}
          </li>
        ))}
      </ol>
    </nav>
  );
}
