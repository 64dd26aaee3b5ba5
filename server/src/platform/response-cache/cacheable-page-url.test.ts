import type { ServerBuild } from 'react-router';
import { expect, test } from 'vitest';
import { planPage } from './cacheable-page-url.ts';

const cacheableModule = (params: string[], searchParam?: string) => ({
  handle: { cacheable: { params, searchParam } },
});
const routes = {
  root: { id: 'root', path: '', module: {} },
  layout: { id: 'layout', parentId: 'root', module: {} },
  home: { id: 'home', parentId: 'layout', index: true, module: cacheableModule([]) },
  deals: { id: 'deals', parentId: 'layout', path: 'deals', module: cacheableModule(['page']) },
  search: { id: 'search', parentId: 'layout', path: 'search', module: cacheableModule(['q', 'page'], 'q') },
  product: { id: 'product', parentId: 'layout', path: 'product/:id', module: cacheableModule(['sort']) },
  login: { id: 'login', parentId: 'layout', path: 'login', module: {} },
  missing: { id: 'missing', parentId: 'layout', path: '*', module: {} },
};
const build = { routes } as unknown as ServerBuild;

test.each([
  ['/', '/'],
  ['///', '/'],
  ['/_.data', '/_.data'],
  ['/deals', '/deals'],
  ['/DEALS/', '/deals'],
  ['/%64eals?utm_source=x&page=2', '/deals?page=2'],
  [`/deals?x=${'y'.repeat(15_000)}`, '/deals'],
  ['/deals.data?_routes=deals,nothing&x=1', '/deals.data?_routes=deals'],
  ['/product/iPhone%2013', '/product/iPhone%2013'],
  ['/product/%C3%A9', '/product/%C3%A9'],
  ['/search?page=2&q=a+b', '/search?page=2&q=a+b'],
])('%s is cached under %s', (target, key) => {
  expect(planPage(build, target)).toMatchObject({ kind: 'cacheable', key });
});

test('a search page counts as a search only when it has search terms', () => {
  expect(planPage(build, '/search?q=phone')).toMatchObject({ isSearch: true });
  expect(planPage(build, '/search.data?q=phone')).toMatchObject({ isSearch: true });
  expect(planPage(build, '/search?q=&page=2')).toMatchObject({ isSearch: false });
});

test('all unknown paths share one response for pages and one for their data', () => {
  for (const path of ['/nowhere', '/a/b/c?q=1', '/.env', '//deals', `/${'a/'.repeat(7000)}`]) {
    expect(planPage(build, path), path).toEqual({ kind: 'missing', key: '/page-not-found' });
  }
  expect(planPage(build, '/nowhere.data')).toEqual({ kind: 'missing', key: '/page-not-found.data' });
});

test('a URL longer than 2048 characters is rejected, and a personal page is never cached', () => {
  expect(planPage(build, `/search?q=${'a'.repeat(3000)}`)).toEqual({ kind: 'too-long' });
  expect(planPage(build, '/login?from=/cart')).toEqual({ kind: 'uncached' });
});
