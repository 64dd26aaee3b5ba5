/** Where to sign in, and where to go on afterwards. */
export function loginAddress({ pathname, search }: { pathname: string; search: string }): string {
  return `/login?next=${encodeURIComponent(pathname + search)}`;
}
