import { type ReactNode, useId } from 'react';
import { Link, NavLink, useLocation } from 'react-router';
import { useStoreSettings } from '../../foundations/settings/store-settings.ts';
import { useSignOut } from '../../people/identity/use-sign-out.ts';
import { UnreadCount } from '../../sales/conversations/admin/unread-count.tsx';
import { useAuth } from '../../session/auth-store.ts';
import { usePermissions } from '../../session/use-permissions.ts';
import { classNames } from '../../ui/class-names.ts';
import type { LucideIcon } from '../../ui/icons/icon.tsx';
import { ExternalLink, LogOut, Menu, Search } from '../../ui/icons/lucide.tsx';
import { Disclosure } from '../../ui/overlays/disclosure.tsx';
import { Wordmark } from '../wordmark.tsx';
import { navGroups, phoneTabsFor } from './nav-groups.ts';
import { adminScreens, type NavItem } from './nav-items.ts';
import { openPalette } from './shortcuts.tsx';

const messagesPath = '/admin/messages';

/** Returns the screens with these paths that the user may open. */
function screensOf(paths: string[], can: ReturnType<typeof usePermissions>): NavItem[] {
  return paths.flatMap((path) => adminScreens.filter(({ to, needs }) => to === path && can(needs)));
}

function usePhoneTabs(): NavItem[] {
  const can = usePermissions();
  return screensOf(
    phoneTabsFor((path) => screensOf([path], can).length > 0),
    can,
  );
}

type Group = { title: string | null; screens: NavItem[] };

/** Returns the groups of the navigation with the screens that the user may open, without empty groups. */
function useGroups(isLeftOut: (path: string) => boolean = () => false): Group[] {
  const can = usePermissions();
  return navGroups
    .map(({ title, paths }) => ({
      title,
      screens: screensOf(
        paths.filter((path) => !isLeftOut(path)),
        can,
      ),
    }))
    .filter(({ screens }) => screens.length > 0);
}

type ScreenLinkProps = {
  screen: NavItem;
  className: (isActive: boolean) => string;
  labelClass?: string;
  /** The count of unread messages beside the label; left out in the bar of a phone. */
  countClass?: string;
};

function ScreenLink({ screen: { to, label, Icon }, className, labelClass, countClass }: ScreenLinkProps) {
  const { pathname } = useLocation();
  return (
    <NavLink
      to={to}
      // Every path begins with that of the dashboard. A link with `end` does not match the trailing slash of "/admin/".
      end={to === '/admin' && pathname !== '/admin/'}
      title={label}
      className={({ isActive }) => className(isActive)}
    >
      <SidebarIcon Icon={Icon} />
      <span className={labelClass}>{label}</span>
      {countClass && to === messagesPath && <UnreadCount className={countClass} />}
    </NavLink>
  );
}

/**
 * Navigation of the admin: in groups with labels on a desktop, icons only on a tablet; on a phone a top bar and a
 * bottom tab bar.
 */
export function Sidebar() {
  return (
    <header
      data-site
      className="sidebar contents print:hidden! md:sticky md:top-0 md:flex md:h-dvh md:flex-col md:overflow-y-auto md:border-line md:border-r md:bg-sunken md:[scrollbar-width:none]"
    >
      <div className="flex h-12 items-center justify-between border-line border-b bg-sunken px-4 md:shrink-0 md:justify-center md:border-b-0 md:px-0 lg:justify-start lg:px-4">
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
      <PhoneTabs />
      <div className="hidden px-2 md:grid">
        <FindButton />
      </div>
      <GroupedScreens />
      <div className="mt-auto hidden gap-(--nav-gap) border-line border-t px-2 py-1 md:grid">
        <StoreAndSignOut />
        <SignedInAs />
      </div>
    </header>
  );
}

function PhoneTabs() {
  const screens = usePhoneTabs();
  if (screens.length === 0) return null;
  return (
    <nav
      aria-label="Back office"
      className="fixed inset-x-0 bottom-0 z-20 grid auto-cols-fr grid-flow-col border-line border-t bg-sunken pb-[env(safe-area-inset-bottom)] md:hidden"
    >
      {screens.map((screen) => (
        <ScreenLink
          key={screen.to}
          screen={screen}
          className={(isActive) =>
            classNames(
              'condensed flex min-h-14 flex-col items-center justify-center gap-1.5 font-medium text-[0.6875rem] leading-none transition-colors',
              isActive ? 'text-primary-text' : 'text-ink-muted hover:text-ink',
            )
          }
        />
      ))}
    </nav>
  );
}

function GroupedScreens() {
  const groups = useGroups();
  return (
    <nav aria-label="Back office" className="hidden px-2 pb-1 md:block">
      {groups.map(({ title, screens }) => (
        <GroupOf key={title} title={title}>
          {screens.map((screen) => (
            <ScreenLink
              key={screen.to}
              screen={screen}
              className={(isActive) =>
                classNames(
                  toolClass,
                  'w-full rounded-control',
                  isActive && 'font-medium text-ink md:bg-raised',
                )
              }
              labelClass={toolLabelClass}
              countClass="lg:ml-auto"
            />
          ))}
        </GroupOf>
      ))}
    </nav>
  );
}

/** A group of screens: a title on a desktop, a line between icons on a tablet and in low windows. */
function GroupOf({ title, children }: { title: string | null; children: ReactNode }) {
  const id = useId();
  if (title === null) return <div className="grid gap-(--nav-gap)">{children}</div>;
  return (
    // biome-ignore lint/a11y/useSemanticElements: A fieldset is for the fields of a form.
    <div role="group" aria-labelledby={id} className="nav-group grid gap-(--nav-gap)">
      <p id={id} className="nav-group-title px-2.5 text-ink-faint text-xs">
        {title}
      </p>
      {children}
    </div>
  );
}

const toolClass =
  'grid size-11 place-items-center rounded-control text-ink-muted text-sm transition-colors hover:text-ink md:flex md:size-auto md:min-h-(--nav-item) md:items-center md:justify-center md:gap-2.5 lg:justify-start lg:px-2.5';
const toolLabelClass = 'sr-only lg:not-sr-only';

function StoreAndSignOut() {
  const signOut = useSignOut();
  return (
    <>
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
  const tabs = usePhoneTabs();
  const groups = useGroups((path) => tabs.some(({ to }) => to === path));
  return (
    <Disclosure
      label="More"
      className="relative"
      summaryClassName="grid size-11 cursor-pointer list-none place-items-center rounded-control text-ink-muted hover:text-ink"
      summary={<SidebarIcon Icon={Menu} />}
    >
      <nav
        aria-label="More screens"
        className="absolute top-full right-0 z-30 mt-1 grid max-h-[calc(100dvh-8rem)] w-60 overflow-y-auto overscroll-contain rounded-tile border border-line bg-raised p-1.5 shadow-float"
      >
        {groups.map(({ title, screens }) => (
          <div key={title}>
            {title && <p className="px-3 pt-2 pb-1 text-ink-faint text-xs">{title}</p>}
            {screens.map((screen) => (
              <ScreenLink
                key={screen.to}
                screen={screen}
                className={(isActive) => classNames(menuItem, isActive && 'bg-primary-tint font-medium')}
                countClass="ml-auto"
              />
            ))}
          </div>
        ))}
        {groups.length > 0 && <hr className="my-1.5 border-line" />}
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
    <p className="nav-signed-in px-2.5 py-1 text-ink-faint text-xs max-lg:hidden">
      <span className="block truncate">{user.name}</span>
      {timeZone && <span className="block truncate">Times in {timeZone.replaceAll('_', ' ')}</span>}
    </p>
  );
}

function SidebarIcon({ Icon }: { Icon: LucideIcon }) {
  return <Icon className="size-[1.125rem] shrink-0 md:size-4" strokeWidth={1.75} aria-hidden="true" />;
}
