/**
 * For a route's `handle`: its page is the same for everybody, so the server may keep it. `params` are all that the
 * page understands of its address, on the server and in the browser: it never sees any other. Where it shows what only the browser knows, `filledInBrowser` stands beside it.
 */
export function cacheable(...params: string[]) {
  return { cacheable: { params } };
}

/** The same for a page that is a search of the catalog whenever `searchParam` is given: the server counts those. */
export function cacheableSearch(searchParam: string, ...params: string[]) {
  return { cacheable: { params: [searchParam, ...params], searchParam } };
}
