import { setStoreFormat } from '@reprise/contract/formats';
import { setCurrency } from '@reprise/contract/money';
import { type CSSProperties, type ReactNode, useEffect } from 'react';
import { Links, Meta, Outlet, Scripts, ScrollRestoration, useRouteLoaderData } from 'react-router';
import type { Route } from './+types/root';
import { apiContext } from './api/server-api.ts';
import './app.css';
import fontUrl from './fonts/instrument-sans-basic.woff2?url';
import './browser/schemas-without-eval.ts';
import { OfflineSupport } from './browser/offline-support.tsx';
import { CartSync } from './sales/cart/cart-sync.tsx';
import { OutboxSync } from './sales/checkout/outbox/outbox-sync.tsx';
import { SessionSync } from './session/session-sync.tsx';
import { brandColors } from './ui/colors/brand-colors.ts';
import { Toasts } from './ui/overlays/toasts.tsx';
import { Problem, problemMeta } from './ui/problem-page.tsx';

export const links: Route.LinksFunction = () => [
  { rel: 'preload', href: fontUrl, as: 'font', type: 'font/woff2', crossOrigin: 'anonymous' },
  { rel: 'icon', href: '/icon.svg', type: 'image/svg+xml' },
  { rel: 'apple-touch-icon', href: '/img/apple-touch-icon.png' },
  { rel: 'manifest', href: '/manifest.webmanifest' },
];

export const meta: Route.MetaFunction = ({ loaderData, error }) =>
  error ? problemMeta() : [{ title: loaderData?.settings.storeName ?? 'Reprise' }];

export async function loader({ context, request }: Route.LoaderArgs) {
  const { settings } = await context.get(apiContext).getPublicSettings();
  return {
    settings,
    /** Origin of the shop, for canonical links. */
    origin: new URL(request.url).origin,
    brandStyle: brandColors({ primary: settings.primaryColor, accent: settings.accentColor }),
  };
}

/** Settings rarely change, so they are loaded with full page loads only. */
export function shouldRevalidate() {
  return false;
}

export function Layout({ children }: { children: ReactNode }) {
  const data = useRouteLoaderData<typeof loader>('root');
  // Before anything below writes an amount, a date or a number.
  if (data) {
    setCurrency({ code: data.settings.currency, ...data.settings.currencyRules });
    setStoreFormat(data.settings.format);
  }
  // Around pages and errors alike: buttons of both are pressed early.
  useEffect(replayEarlyClicks, []);
  return (
    <html
      lang="en"
      data-sheet={data?.settings.paper}
      data-theme={data?.settings.darkMode ? 'dark' : undefined}
      style={data?.brandStyle as CSSProperties | undefined}
    >
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="theme-color" content="#faf7f1" media="(prefers-color-scheme: light)" />
        <meta name="theme-color" content="#11161d" media="(prefers-color-scheme: dark)" />
        <Meta />
        <Links />
      </head>
      <body>
        <a
          href="#content"
          className="sr-only rounded-control bg-raised px-4 py-2 text-ink shadow-float focus:not-sr-only focus:fixed focus:top-3 focus:left-3 focus:z-50"
        >
          Skip to content
        </a>
        {data && data.settings.testMode !== 'off' && (
          <p
            role="status"
            className="bg-warn-tint px-4 py-1.5 text-center text-sm text-warn-text print:hidden"
          >
            Test mode: this store is not taking orders yet.
          </p>
        )}
        {children}
        <ScrollRestoration />
        <Scripts />
      </body>
    </html>
  );
}

export default function App() {
  return (
    <>
      <Outlet />
      <Toasts />
      <SessionSync />
      <CartSync />
      <OutboxSync />
      <OfflineSupport />
    </>
  );
}

/** Clicks the buttons that were clicked before hydration; React receives clicks from here on. */
function replayEarlyClicks() {
  window.endEarlyClicks?.();
  for (const button of window.earlyClicks ?? []) button.click();
  window.earlyClicks?.clear();
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return (
    <main id="content">
      <Problem error={error} />
    </main>
  );
}
