import { Link } from 'react-router';
import { classNames } from '../../../ui/class-names.ts';
import { LayoutGrid, List } from '../../../ui/icons/lucide.tsx';
import type { View } from './list-params.ts';

const views = [
  { view: 'grid', label: 'Grid', Icon: LayoutGrid },
  { view: 'list', label: 'List', Icon: List },
] as const;

/** Grid or list view: two links, because the view is a search param. */
export function ViewToggle({ view, hrefFor }: { view: View; hrefFor: (view: View) => string }) {
  return (
    <nav aria-label="View" className="inline-flex rounded-control border border-line-strong bg-raised p-px">
      {views.map(({ view: option, label, Icon }) => (
        <Link
          key={option}
          to={hrefFor(option)}
          replace
          preventScrollReset
          aria-current={option === view ? 'true' : undefined}
          aria-label={label}
          className={classNames(
            'grid size-9 place-items-center rounded-[5px] pointer-coarse:size-10.5',
            option === view ? 'bg-ink text-paper' : 'text-ink-muted hover:text-ink',
          )}
        >
          <Icon className="size-4" aria-hidden="true" />
        </Link>
      ))}
    </nav>
  );
}
