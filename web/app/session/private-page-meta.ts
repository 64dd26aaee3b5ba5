/** Returns title and noindex of a personal page. */
export function privatePageMeta(title: string, storeName: string | undefined) {
  return [{ title: `${title} · ${storeName ?? 'Reprise'}` }, { name: 'robots', content: 'noindex' }];
}
