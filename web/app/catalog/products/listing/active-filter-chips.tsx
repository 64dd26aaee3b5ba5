import { Link } from 'react-router';
import { X } from '../../../ui/icons/lucide.tsx';
import { activeFilters, withoutFilters } from './active-filters.ts';
import type { ListParams } from './list-params.ts';

/** Lists the active filters; each chip removes its own. */
export function ActiveFilterChips({
  listParams,
  hrefOf,
}: {
  listParams: ListParams;
  hrefOf: (listParams: ListParams) => string;
}) {
  const filters = activeFilters(listParams);
  if (filters.length === 0) return null;
  return (
    <ul className="mt-4 flex flex-wrap items-center gap-2" aria-label="Active filters">
      {filters.map(({ key, label, without }) => (
        <li key={key} className="min-w-0">
          <Link
            to={hrefOf(without)}
            preventScrollReset
            aria-label={`Remove filter ${label}`}
            className="inline-flex min-h-8 max-w-full items-center gap-1.5 rounded-full border border-line-strong pr-2.5 pl-3.5 text-sm hover:bg-sunken pointer-coarse:min-h-11"
          >
            <span className="truncate">{label}</span>
            <X className="size-3.5 shrink-0 text-ink-muted" aria-hidden="true" />
          </Link>
        </li>
      ))}
      <li>
        <Link
          to={hrefOf(withoutFilters(listParams))}
          preventScrollReset
          className="inline-flex min-h-8 items-center px-2 text-ink-muted text-sm underline underline-offset-4 hover:text-ink pointer-coarse:min-h-11"
        >
          Clear all
        </Link>
      </li>
    </ul>
  );
}
