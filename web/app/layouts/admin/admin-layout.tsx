import {
  ClipboardList,
  ExternalLink,
  LayoutDashboard,
  LogOut,
  Package,
  Settings,
  Tags,
  Users,
} from 'lucide-react';
import { Link, NavLink, Outlet, redirect } from 'react-router';
import { useAuth } from '../../features/identity/auth-store.ts';
import { useSignOut } from '../../features/identity/use-sign-out.ts';
import { classNames } from '../../ui/class-names.ts';
import { Spinner } from '../../ui/spinner.tsx';
import { Problem, problemMeta } from '../problem.tsx';
import { Wordmark } from '../wordmark.tsx';
import type { Route } from './+types/admin-layout';

export const meta: Route.MetaFunction = ({ error }) =>
  error ? problemMeta(error) : [{ title: 'Admin' }, { name: 'robots', content: 'noindex' }];

/** Only spares others a look at empty screens: the API asks every call for its rights. */
export const clientMiddleware: Route.ClientMiddlewareFunction[] = [
  async (_args, next) => {
    await useAuth.persist.rehydrate();
    if (useAuth.getState().user?.role !== 'admin') throw redirect('/login');
    return next();
  },
];

/** There so that the guard runs before the first screen: the server sends an empty frame. */
export function clientLoader() {
  return null;
}
clientLoader.hydrate = true as const;

export function HydrateFallback() {
  return (
    <main id="content" className="grid min-h-dvh place-items-center text-ink-muted text-xl">
      <Spinner label="Loading" />
    </main>
  );
}

const screens = [
  { to: '/admin', label: 'Dashboard', Icon: LayoutDashboard },
  { to: '/admin/products', label: 'Products', Icon: Package },
  { to: '/admin/categories', label: 'Categories', Icon: Tags },
  { to: '/admin/orders', label: 'Orders', Icon: ClipboardList },
  { to: '/admin/users', label: 'Users', Icon: Users },
  { to: '/admin/settings', label: 'Settings', Icon: Settings },
] as const;

export default function AdminLayout() {
  return (
    <Frame>
      <Outlet />
    </Frame>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return (
    <Frame>
      <Problem error={error} />
    </Frame>
  );
}

function Frame({ children }: { children: React.ReactNode }) {
  return (
    <div className="min-h-dvh md:grid md:grid-cols-[13.5rem_minmax(0,1fr)]">
      <Rail />
      <main id="content" tabIndex={-1} className="min-w-0 px-4 py-6 outline-none md:px-8">
        {children}
      </main>
    </div>
  );
}

function Rail() {
  const user = useAuth((state) => state.user);
  const signOut = useSignOut();
  return (
    <header
      data-site
      className="border-line border-b bg-sunken md:sticky md:top-0 md:flex md:h-dvh md:flex-col md:border-r md:border-b-0"
    >
      <Link to="/admin" className="flex h-14 items-center px-4">
        <Wordmark />
      </Link>
      <nav
        aria-label="Back office"
        className="flex gap-0.5 overflow-x-auto px-2 pb-2 md:grid md:overflow-visible"
      >
        {screens.map(({ to, label, Icon }) => (
          <NavLink
            key={to}
            to={to}
            end={to === '/admin'}
            className={({ isActive }) =>
              classNames(
                railItem,
                isActive ? 'bg-raised font-semibold text-ink' : 'text-ink-muted hover:text-ink',
              )
            }
          >
            <Icon className="size-4" strokeWidth={1.75} aria-hidden="true" />
            {label}
          </NavLink>
        ))}
      </nav>
      <div className="flex flex-wrap items-center gap-x-2 border-line border-t px-2 py-2 md:mt-auto md:grid">
        <a
          href="/"
          target="_blank"
          rel="noreferrer"
          className={classNames(railItem, 'text-ink-muted hover:text-ink')}
        >
          <ExternalLink className="size-4" strokeWidth={1.75} aria-hidden="true" />
          View Store
        </a>
        <button
          type="button"
          onClick={signOut}
          className={classNames(railItem, 'text-ink-muted hover:text-ink')}
        >
          <LogOut className="size-4" strokeWidth={1.75} aria-hidden="true" />
          Sign Out
        </button>
        {user && <p className="truncate px-2.5 py-1 text-ink-faint text-xs">{user.name}</p>}
      </div>
    </header>
  );
}

const railItem =
  'flex min-h-9 items-center gap-2.5 whitespace-nowrap rounded-control px-2.5 text-sm transition-colors pointer-coarse:min-h-11';
