import { QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { Outlet, redirect, useLocation, useNavigate, useNavigation } from 'react-router';
import { NoAccess, NoScreens } from '../../admin-ui/no-access.tsx';
import { api } from '../../api/browser-api.ts';
import { useStoreSettings } from '../../features/settings/store-settings.ts';
import { useAuth } from '../../session/auth-store.ts';
import { signInAddress } from '../../session/local-path.ts';
import { usePermissions } from '../../session/use-permissions.ts';
import { Spinner } from '../../ui/spinner.tsx';
import { Problem, problemMeta } from '../problem.tsx';
import type { Route } from './+types/admin-layout';
import { createAdminQueryClient } from './admin-query-client.ts';
import { detectIdle } from './detect-idle.ts';
import { firstScreenOf, permissionFor } from './nav-items.ts';
import { Shortcuts } from './shortcuts.tsx';
import { Sidebar } from './sidebar.tsx';
import { TestModeBanner } from './test-mode-banner.tsx';

export const meta: Route.MetaFunction = ({ error }) =>
  error ? problemMeta() : [{ title: 'Admin' }, { name: 'robots', content: 'noindex' }];

/** Only spares others a look at empty screens: the API asks every call for its rights. */
export const clientMiddleware: Route.ClientMiddlewareFunction[] = [
  async ({ request }, next) => {
    await useAuth.persist.rehydrate();
    if (useAuth.getState().user?.role !== 'admin') {
      const { pathname, search } = new URL(request.url);
      throw redirect(signInAddress(pathname + search));
    }
    // A browser that signed in before there were staff roles has stored none.
    if (useAuth.getState().user?.staffRoles.length === 0) await readOwnRights().catch(() => {});
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

export default function AdminLayout() {
  const [queries] = useState(() => createAdminQueryClient(readOwnRights));
  const isAdmin = useAuth(({ user }) => user?.role === 'admin');
  // Nothing the back office has read stays in memory for whoever signs in next.
  useEffect(() => () => queries.clear(), [queries]);
  useEffect(detectIdle, []);
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

/** The screen of the address, where the person's roles open it: others are not rendered and read nothing. */
function PermittedScreen() {
  const can = usePermissions();
  const { pathname } = useLocation();
  const firstScreen = firstScreenOf(can);
  if (can(permissionFor(pathname))) return <Outlet />;
  if (!/^\/admin\/?$/.test(pathname)) return <NoAccess firstScreen={firstScreen} />;
  return firstScreen ? <ToFirstScreen path={firstScreen} /> : <NoScreens />;
}

/** An effect instead of the router's Navigate, which would come with every page's first load. */
function ToFirstScreen({ path }: { path: string }) {
  const navigate = useNavigate();
  useEffect(() => void navigate(path, { replace: true }), [navigate, path]);
  return null;
}

/** A call was forbidden: the administrator may be one no longer. */
async function readOwnRights() {
  const { user } = await api.getMe();
  useAuth.getState().setUser(user);
}

/** Where the session ended while a screen was open; whoever signed out is on the way to the store already. */
function LeaveForSignIn() {
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const { state } = useNavigation();
  useEffect(() => {
    if (state !== 'idle') return;
    const timer = setTimeout(() => navigate(signInAddress(pathname + search), { replace: true }), 100);
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
        className="min-w-0 max-w-[90rem] px-4 pt-4 pb-24 outline-none md:px-6 md:pt-5 md:pb-8"
      >
        {isTestModePublic && <TestModeBanner />}
        {children}
      </main>
    </div>
  );
}
