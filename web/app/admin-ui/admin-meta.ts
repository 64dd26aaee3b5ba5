/** Returns title and noindex of an admin screen. */
export function adminMeta(title: string) {
  return [{ title: `${title} · Admin` }, { name: 'robots', content: 'noindex' }];
}
