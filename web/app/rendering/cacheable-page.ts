/**
 * Route `handle` of a page that is the same for every visitor, so that the server may cache it. `params` are
 * the only search params that the page sees, on the server and in the browser; `filledInBrowser` marks pages
 * whose main content only the browser has.
 */
export function cacheable(...params: string[]) {
  return { cacheable: { params } };
}

/**
 * Variant for a page that is a search of the catalog when `searchParam` is present; the server counts those.
 */
export function cacheableSearch(searchParam: string, ...params: string[]) {
  return { cacheable: { params: [searchParam, ...params], searchParam } };
}
