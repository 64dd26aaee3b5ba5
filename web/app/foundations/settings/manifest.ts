import { apiContext } from '../../api/server-api.ts';
import type { Route } from './+types/manifest';

/** Web app manifest, used when the shop is added to a home screen. */
export async function loader({ context }: Route.LoaderArgs) {
  const { settings } = await context.get(apiContext).getPublicSettings();
  const manifest = {
    name: settings.storeName,
    short_name: settings.storeName,
    start_url: '/',
    display: 'minimal-ui',
    background_color: '#faf7f1',
    theme_color: '#faf7f1',
    icons: [
      { src: '/icon.svg', sizes: 'any', type: 'image/svg+xml' },
      { src: '/img/icon-192.png', sizes: '192x192', type: 'image/png' },
      { src: '/img/icon-512.png', sizes: '512x512', type: 'image/png' },
      { src: '/img/icon-maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
    ],
  };
  return new Response(JSON.stringify(manifest), {
    headers: { 'content-type': 'application/manifest+json', 'cache-control': 'public, max-age=3600' },
  });
}
