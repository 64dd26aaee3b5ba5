import { QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { Outlet, redirect, useLocation, useNavigate, useNavigation } from 'react-router';
import { NoAccess, NoScreens } from '../../admin-ui/no-access.tsx';
import { api } from '../../api/browser-api.ts';
import { showTimesIn } from '../../formats.ts';
import { useStoreSettings } from '../../foundations/settings/store-settings.ts';
import { OpeningBanner } from '../../operations/opening/admin/opening-banner.tsx';
import { useAuth } from '../../session/auth-store.ts';
import { signInUrl } from '../../session/local-path.ts';
import { usePermissions } from '../../session/use-permissions.ts';
import { Problem, problemMeta } from '../../ui/problem-page.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import type { Route } from './+types/admin-layout';
import { createAdminQueryClient } from './admin-query-client.ts';
import { detectIdle } from './detect-idle.ts';
import { keepNoticesClear } from './keep-notices-clear.ts';
import { MaintenanceBanner } from './maintenance-banner.tsx';
import { firstScreenOf, permissionFor } from './nav-items.ts';
import { Shortcuts } from './shortcuts.tsx';
import { Sidebar } from './sidebar.tsx';
import { TestModeBanner } from './test-mode-banner.tsx';

export const meta: Route.MetaFunction = ({ error }) =>
  error ? problemMeta() : [{ title: 'Admin' }, { name: 'robots', content: 'noindex' }];

/** Redirects early for convenience only: the API checks the permissions of every call. */
export const clientMiddleware: Route.ClientMiddlewareFunction[] = [
  async ({ request }, next) => {
    await useAuth.persist.rehydrate();
    if (useAuth.getState().user?.role !== 'admin') {
      const { pathname, search } = new URL(request.url);
      throw redirect(signInUrl(pathname + search));
    }
    // Sessions stored before staff roles existed have none.
    if (useAuth.getState().user?.staffRoles.length === 0) await readOwnRights().catch(() => {});
    return next();
  },
];

/** Present so that the middleware runs before the first screen: the server renders an empty frame. */
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

export default function AdminLayout() {
  const [queries] = useState(() => createAdminQueryClient(readOwnRights));
  const isAdmin = useAuth(({ user }) => user?.role === 'admin');
  // Clears the cache, so that the next user cannot see data of this one.
  useEffect(() => () => queries.clear(), [queries]);
  useEffect(detectIdle, []);
  useEffect(keepNoticesClear, []);
  useStoreTimes();
  if (!isAdmin) return <LeaveForSignIn />;
  return (
    <QueryClientProvider client={queries}>
      <Frame>
        <PermittedScreen />
      </Frame>
      <Shortcuts />
    </QueryClientProvider>
  );
}

/** Shows the times of all screens in the store's time zone: set before they render, and reset for the storefront. */
function useStoreTimes() {
  const timeZone = useStoreSettings()?.timeZone;
  showTimesIn(timeZone);
  useEffect(() => {
    showTimesIn(timeZone);
    return () => showTimesIn(undefined);
  }, [timeZone]);
}

/** Renders the screen only if the user's roles permit it, so that others fetch nothing. */
function PermittedScreen() {
  const can = usePermissions();
  const { pathname } = useLocation();
  const firstScreen = firstScreenOf(can);
  if (can(permissionFor(pathname))) return <Outlet />;
  if (!/^\/admin\/?$/.test(pathname)) return <NoAccess firstScreen={firstScreen} />;
  return firstScreen ? <ToFirstScreen path={firstScreen} /> : <NoScreens />;
}

/** An effect instead of the router's Navigate, which would add to every page's first load. */
function ToFirstScreen({ path }: { path: string }) {
  const navigate = useNavigate();
  useEffect(() => void navigate(path, { replace: true }), [navigate, path]);
  return null;
}

/** A forbidden call may mean that the administrator's roles have changed. */
async function readOwnRights() {
  const { user } = await api.getMe();
  useAuth.getState().setUser(user);
}

/** Redirects when a session ends while a screen is open; after a sign-out the store is already loading. */
function LeaveForSignIn() {
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const { state } = useNavigation();
  useEffect(() => {
    if (state !== 'idle') return;
    const timer = setTimeout(() => navigate(signInUrl(pathname + search), { replace: true }), 100);
    return () => clearTimeout(timer);
  }, [navigate, pathname, search, state]);
  return <HydrateFallback />;
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return (
    <Frame>
      <Problem error={error} />
    </Frame>
  );
}

function Frame({ children }: { children: ReactNode }) {
  const isTestModePublic = useStoreSettings()?.isTestModePublic ?? false;
  return (
    <div className="min-h-dvh print:block! md:grid md:grid-cols-[3.5rem_minmax(0,1fr)] lg:grid-cols-[13rem_minmax(0,1fr)]">
      <Sidebar />
      <main
        id="content"
        tabIndex={-1}
        className="min-w-0 max-w-[120rem] px-4 pt-4 pb-24 outline-none md:px-6 md:pt-5 md:pb-8"
      >
        <MaintenanceBanner />
        <OpeningBanner />
        {isTestModePublic && <TestModeBanner />}
        {children}
      </main>
    </div>
  );
}
