/** The path a visitor came from, if it is one of this shop; the front page otherwise. */
export function localPath(from: string | null): string {
  if (!from?.startsWith('/')) return '/';
  const shop = 'http://shop.invalid';
  // Browsers read "/\evil.com" and "//evil.com" as another host: only what stays on ours is followed.
  if (!URL.canParse(from, shop)) return '/';
  const url = new URL(from, shop);
  if (url.origin !== shop) return '/';
  // "/.//evil.com" stays on ours until its dots are gone.
  return url.pathname.replace(/^\/+/, '/') + url.search + url.hash;
}

/** Whether a user of this role finds more than the way back to the sign-in page there. */
export function mayGoTo(path: string, role: 'customer' | 'admin'): boolean {
  return role === 'admin' || !/^\/admin(?:[/?#]|$)/.test(path);
}

/** The address of the sign-in page that leads back here. */
export function signInAddress(
  from: string,
  page: '/login' | '/register' = '/login',
  ended?: 'idle' | undefined,
): string {
  const query = new URLSearchParams({ ...(from !== '/' && { from }), ...(ended && { ended }) });
  return query.size === 0 ? page : `${page}?${query}`;
}
