import { QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Outlet, redirect, useNavigate } from 'react-router';
import { useAuth } from '../../features/identity/auth-store.ts';
import { notify } from '../../ui/notify.ts';
import { Spinner } from '../../ui/spinner.tsx';
import { Problem, problemMeta } from '../problem.tsx';
import type { Route } from './+types/admin-layout';
import { createAdminQueryClient } from './admin-query-client.ts';
import { loginAddress } from './login-address.ts';
import { Rail } from './rail.tsx';

export const meta: Route.MetaFunction = ({ error }) =>
  error ? problemMeta(error) : [{ title: 'Admin' }, { name: 'robots', content: 'noindex' }];

/** Only spares others a look at empty screens: the API asks every call for its rights. */
export const clientMiddleware: Route.ClientMiddlewareFunction[] = [
  async ({ request }, next) => {
    await useAuth.persist.rehydrate();
    if (useAuth.getState().user?.role !== 'admin') throw redirect(loginAddress(new URL(request.url)));
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
  const [queries] = useState(() => createAdminQueryClient(() => leave.current()));
  const leave = useRef(() => {});
  leave.current = useSessionEnd();
  // Nothing the back office has read stays in memory for whoever signs in next.
  useEffect(() => () => queries.clear(), [queries]);
  return (
    <QueryClientProvider client={queries}>
      <Frame>
        <Outlet />
      </Frame>
    </QueryClientProvider>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return (
    <Frame>
      <Problem error={error} />
    </Frame>
  );
}

/** The API no longer lets this session in: once, however many calls find out. */
function useSessionEnd() {
  const navigate = useNavigate();
  return () => {
    const { user, signOut } = useAuth.getState();
    if (!user) return;
    signOut();
    notify('warning', 'Your session has ended. Sign in again to go on.');
    void navigate(loginAddress(window.location));
  };
}

function Frame({ children }: { children: ReactNode }) {
  return (
    <div className="min-h-dvh md:grid md:grid-cols-[3.5rem_minmax(0,1fr)] lg:grid-cols-[13rem_minmax(0,1fr)]">
      <Rail />
      <main
        id="content"
        tabIndex={-1}
        className="min-w-0 max-w-[90rem] px-4 pt-4 pb-24 outline-none md:px-6 md:pt-5 md:pb-8"
      >
        {children}
      </main>
    </div>
  );
}
