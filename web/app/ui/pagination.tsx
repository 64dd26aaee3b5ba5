import { Link } from 'react-router';
import { classNames } from './class-names.ts';
import { ChevronLeft, ChevronRight } from './icons/lucide.tsx';
import { pageNumbers } from './page-numbers.ts';

type PaginationProps = { page: number; pages: number; hrefFor: (page: number) => string };

/** Pagination links. Renders nothing for a single page. */
export function Pagination({ page, pages, hrefFor }: PaginationProps) {
  if (pages <= 1) return null;
  return (
    <nav aria-label="Pages" className="flex items-center justify-center gap-1 text-sm">
      <Step to={page > 1 ? hrefFor(page - 1) : undefined} rel="prev" label="Previous page">
        <ChevronLeft className="size-4" aria-hidden="true" />
      </Step>
      <ol className="flex items-center gap-1">
        {pageNumbers(page, pages).map((number, index) => (
          <li key={number ?? `gap-${index}`}>
            {number === null ? (
              <span className="px-1 text-ink-faint">…</span>
            ) : (
              <Link
                to={hrefFor(number)}
                aria-label={`Page ${number}`}
                aria-current={number === page ? 'page' : undefined}
                className={classNames(
                  box,
                  number === page ? 'bg-ink font-semibold text-paper' : 'text-ink hover:bg-sunken',
                )}
              >
                {number}
              </Link>
            )}
          </li>
        ))}
      </ol>
      <Step to={page < pages ? hrefFor(page + 1) : undefined} rel="next" label="Next page">
        <ChevronRight className="size-4" aria-hidden="true" />
      </Step>
    </nav>
  );
}

const box =
  'tabular grid h-9 min-w-9 place-items-center rounded-control px-2 pointer-coarse:h-11 pointer-coarse:min-w-11';

type StepProps = { to: string | undefined; rel: string; label: string; children: React.ReactNode };

function Step({ to, rel, label, children }: StepProps) {
  if (to === undefined) return <span className={classNames(box, 'text-ink-faint/50')}>{children}</span>;
  return (
    <Link to={to} rel={rel} aria-label={label} className={classNames(box, 'text-ink hover:bg-sunken')}>
      {children}
    </Link>
  );
}
