import { NavLink } from 'react-router';
import { classNames } from '../../../ui/class-names.ts';

const tabs = [
  { to: '/admin/search', label: 'Report' },
  { to: '/admin/search/synonyms', label: 'Synonyms' },
];

/** Links between the screens about search, in the look of tabs. */
export function SearchTabs() {
  return (
    <nav
      aria-label="Search"
      className="-mt-2 mb-5 flex gap-6 overflow-x-auto border-line border-b [scrollbar-width:none]"
    >
      {tabs.map(({ to, label }) => (
        <NavLink
          key={to}
          to={to}
          end
          className={({ isActive }) =>
            classNames(
              '-mb-px inline-flex min-h-11 items-center whitespace-nowrap border-b-2 text-sm transition-colors -outline-offset-2',
              isActive
                ? 'border-primary-fill font-semibold text-ink'
                : 'border-transparent font-medium text-ink-muted hover:text-ink',
            )
          }
        >
          {label}
        </NavLink>
      ))}
    </nav>
  );
}
