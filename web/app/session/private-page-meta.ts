/** Title of a page that is about one shopper and has no place in a search engine. */
export function privatePageMeta(title: string, storeName: string | undefined) {
  return [{ title: `${title} · ${storeName ?? 'Reprise'}` }, { name: 'robots', content: 'noindex' }];
}
