/** Returns the path if it is on this shop's origin, otherwise the home page. */
export function localPath(from: string | null): string {
  if (!from?.startsWith('/')) return '/';
  const shop = 'http://shop.invalid';
  // Browsers resolve "/\evil.com" and "//evil.com" to another host; following those would be an open redirect.
  if (!URL.canParse(from, shop)) return '/';
  const url = new URL(from, shop);
  if (url.origin !== shop) return '/';
  // "/.//evil.com" is on this origin until its dots are removed.
  return url.pathname.replace(/^\/+/, '/') + url.search + url.hash;
}

/** Returns true if a user of this role may open the path. */
export function canOpen(path: string, role: 'customer' | 'admin'): boolean {
  return role === 'admin' || !/^\/admin(?:[/?#]|$)/.test(path);
}

/** Returns the sign-in URL that leads back to this path. */
export function signInUrl(
  from: string,
  page: '/login' | '/register' = '/login',
  ended?: 'idle' | undefined,
): string {
  const query = new URLSearchParams({ ...(from !== '/' && { from }), ...(ended && { ended }) });
  return query.size === 0 ? page : `${page}?${query}`;
}
