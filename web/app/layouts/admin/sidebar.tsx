import { Link, NavLink, useLocation } from 'react-router';
import { UnreadCount } from '../../features/conversations/admin/unread-count.tsx';
import { useSignOut } from '../../features/identity/use-sign-out.ts';
import { useStoreSettings } from '../../features/settings/store-settings.ts';
import { useAuth } from '../../session/auth-store.ts';
import { usePermissions } from '../../session/use-permissions.ts';
import { classNames } from '../../ui/class-names.ts';
import type { LucideIcon } from '../../ui/icons/icon.tsx';
import { ExternalLink, LogOut, Menu, Search } from '../../ui/icons/lucide.tsx';
import { Disclosure } from '../../ui/overlays/disclosure.tsx';
import { Wordmark } from '../wordmark.tsx';
import { adminScreens, type NavItem } from './nav-items.ts';
import { openPalette } from './shortcuts.tsx';

const mainPaths = ['', '/products', '/categories', '/orders', '/users', '/settings'].map(
  (path) => `/admin${path}`,
);
const toolPaths = [
  'messages',
  'discounts',
  'invoices',
  'channels',
  'units',
  'receive',
  'lots',
  'bench',
  'pack',
  'search',
  'reviews',
  'mailbox',
  'imports',
  'jobs',
  'audit',
].map((path) => `/admin/${path}`);

const messagesPath = '/admin/messages';

/** Returns the screens with these paths that the user may open. */
function useScreens(paths: string[]): NavItem[] {
  const can = usePermissions();
  return paths.flatMap((path) => adminScreens.filter(({ to, needs }) => to === path && can(needs)));
}

/**
 * Navigation of the admin: with labels on a desktop, icons only on a tablet; on a phone a top bar and a
 * bottom tab bar.
 */
export function Sidebar() {
  const screens = useScreens(mainPaths);
  const { pathname } = useLocation();
  return (
    <header
      data-site
      className="sidebar contents print:hidden! md:sticky md:top-0 md:flex md:h-dvh md:flex-col md:overflow-y-auto md:border-line md:border-r md:bg-sunken md:[scrollbar-width:none]"
    >
      <div className="flex h-12 items-center justify-between border-line border-b bg-sunken px-4 md:h-14 md:justify-center md:border-b-0 md:px-0 lg:justify-start lg:px-4">
        <Link
          to="/admin"
          aria-label="Dashboard"
          className="inline-flex min-h-11 items-center overflow-hidden md:w-6 lg:w-auto"
        >
          <Wordmark />
        </Link>
        <div className="-mr-2 flex items-center gap-1 md:hidden">
          <FindButton />
          <PhoneMenu />
        </div>
      </div>
      {screens.length > 0 && (
        <nav
          aria-label="Back office"
          className="fixed inset-x-0 bottom-0 z-20 grid auto-cols-fr grid-flow-col border-line border-t bg-sunken pb-[env(safe-area-inset-bottom)] md:static md:grid-flow-row md:auto-cols-auto md:gap-(--nav-gap) md:border-t-0 md:px-2"
        >
          {screens.map(({ to, label, Icon }) => (
            <NavLink
              key={to}
              to={to}
              // A link with `end` does not match the trailing slash of "/admin/".
              end={to === '/admin' && pathname !== '/admin/'}
              title={label}
              className={({ isActive }) =>
                classNames(
                  'condensed flex min-h-14 flex-col items-center justify-center gap-1.5 font-medium text-[0.6875rem] leading-none transition-colors',
                  'md:min-h-(--nav-item) md:flex-row md:gap-2.5 md:rounded-control md:text-sm md:[font-stretch:100%] lg:justify-start lg:px-2.5',
                  isActive ? 'text-primary-text md:bg-raised md:text-ink' : 'text-ink-muted hover:text-ink',
                )
              }
            >
              <SidebarIcon Icon={Icon} />
              <span className="md:sr-only lg:not-sr-only">{label}</span>
            </NavLink>
          ))}
        </nav>
      )}
      <div className="mt-auto hidden gap-(--nav-gap) border-line border-t p-2 md:grid">
        <Tools />
        <SignedInAs />
      </div>
    </header>
  );
}

const toolClass =
  'grid size-11 place-items-center rounded-control text-ink-muted text-sm transition-colors hover:text-ink md:flex md:size-auto md:min-h-(--nav-item) md:items-center md:justify-center md:gap-2.5 lg:justify-start lg:px-2.5';
const toolLabelClass = 'sr-only lg:not-sr-only';

function Tools() {
  const signOut = useSignOut();
  const screens = useScreens(toolPaths);
  return (
    <>
      <FindButton />
      {screens.map(({ to, label, Icon }) => (
        <NavLink
          key={to}
          to={to}
          title={label}
          className={({ isActive }) =>
            classNames(toolClass, isActive && 'text-ink md:bg-raised md:font-medium')
          }
        >
          <SidebarIcon Icon={Icon} />
          <span className={toolLabelClass}>{label}</span>
          {to === messagesPath && <UnreadCount className="lg:ml-auto" />}
        </NavLink>
      ))}
      <a href="/" target="_blank" rel="noreferrer" title="View Store" className={toolClass}>
        <SidebarIcon Icon={ExternalLink} />
        <span className={toolLabelClass}>View Store</span>
      </a>
      <button type="button" onClick={signOut} title="Sign Out" className={toolClass}>
        <SidebarIcon Icon={LogOut} />
        <span className={toolLabelClass}>Sign Out</span>
      </button>
    </>
  );
}

function FindButton() {
  return (
    <button
      type="button"
      onClick={openPalette}
      title="Find anything (Ctrl K)"
      aria-keyshortcuts="Control+K Meta+K"
      className={toolClass}
    >
      <SidebarIcon Icon={Search} />
      <span className={toolLabelClass}>Find</span>
      <span
        className="ml-auto hidden rounded border border-line px-1 font-sans text-xs lg:block"
        aria-hidden="true"
      >
        Ctrl K
      </span>
    </button>
  );
}

const menuItem =
  'flex min-h-11 w-full items-center gap-3 rounded-control px-3 text-left text-sm hover:bg-sunken';

/** Screens that do not fit into the bottom bar. */
function PhoneMenu() {
  const signOut = useSignOut();
  const screens = useScreens(toolPaths);
  return (
    <Disclosure
      label="More"
      className="relative"
      summaryClassName="grid size-11 cursor-pointer list-none place-items-center rounded-control text-ink-muted hover:text-ink"
      summary={<SidebarIcon Icon={Menu} />}
    >
      <nav
        aria-label="More screens"
        className="absolute top-full right-0 z-30 mt-1 grid w-60 rounded-tile border border-line bg-raised p-1.5 shadow-float"
      >
        {screens.map(({ to, label, Icon }) => (
          <NavLink
            key={to}
            to={to}
            className={({ isActive }) => classNames(menuItem, isActive && 'bg-primary-tint font-medium')}
          >
            <SidebarIcon Icon={Icon} />
            {label}
            {to === messagesPath && <UnreadCount className="ml-auto" />}
          </NavLink>
        ))}
        <hr className="my-1.5 border-line" />
        <a href="/" target="_blank" rel="noreferrer" className={menuItem}>
          <SidebarIcon Icon={ExternalLink} />
          View Store
        </a>
        <button type="button" onClick={signOut} className={menuItem}>
          <SidebarIcon Icon={LogOut} />
          Sign Out
        </button>
      </nav>
    </Disclosure>
  );
}

function SignedInAs() {
  const user = useAuth((state) => state.user);
  const timeZone = useStoreSettings()?.timeZone;
  if (!user) return null;
  return (
    <p className="hidden px-2.5 py-1 text-ink-faint text-xs lg:block">
      <span className="block truncate">{user.name}</span>
      {timeZone && <span className="block truncate">Times in {timeZone.replaceAll('_', ' ')}</span>}
    </p>
  );
}

function SidebarIcon({ Icon }: { Icon: LucideIcon }) {
  return <Icon className="size-[1.125rem] shrink-0 md:size-4" strokeWidth={1.75} aria-hidden="true" />;
}
