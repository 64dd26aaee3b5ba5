import { matchRoutes, type RouteObject, type ServerBuild } from 'react-router';

/** The `handle` of a route whose page is the same for every visitor. */
type CacheableRoute = { cacheable?: { params: readonly string[]; searchParam?: string } };

/**
 * `cacheable`: the same for every visitor, cached under its canonical URL. `missing`: no route matches, so all such
 * paths share one response. `too-long`: rejected. `uncached`: rendered for each request.
 */
export type PagePlan =
  | { kind: 'cacheable'; key: string; isSearch: boolean }
  | { kind: 'missing'; key: string }
  | { kind: 'too-long' }
  | { kind: 'uncached' };

const maxUrlLength = 2048;

/** A path that no route matches; its page is the response for all unknown paths. */
const missingPath = '/page-not-found';

const trees = new WeakMap<ServerBuild['routes'], RouteObject[]>();

/**
 * Plans the response for a page or its data. The canonical URL has only the parameters that the page reads, in one
 * order: other spellings of the same page cannot fill the response cache.
 */
export function planPage({ routes }: ServerBuild, target: string): PagePlan {
  const [path = '', search = ''] = splitOnce(target, '?');
  const isData = path.endsWith('.data');
  const tree = trees.get(routes) ?? treeOf(routes);
  trees.set(routes, tree);
  const matches = matchPath(tree, isData ? path.replace(/(?:(?<=\/)_)?\.data$/, '') : path);
  const route = matches?.at(-1);
  const isMissing = !matches || route?.path === '*';
  const { cacheable } = (route?.handle ?? {}) as CacheableRoute;
  if (!isMissing && !cacheable) return { kind: 'uncached' };

  const params = new URLSearchParams(search);
  const known = cacheable
    ? [...params].filter(([name, value]) => value !== '' && cacheable.params.includes(name))
    : [];
  if (isData && matches && params.has('_routes')) {
    const requestedIds = new Set(params.get('_routes')?.split(','));
    const routeIds = matches.map(({ id }) => id).filter((id) => requestedIds.has(id));
    if (routeIds.length === 0) return { kind: 'uncached' };
    known.push(['_routes', routeIds.join(',')]);
  }
  // The sort is stable: values of the same name stay in order.
  const query = new URLSearchParams(known.sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))).toString();
  const canonicalPath = isMissing ? missingPath : pathOf(matches);
  const file = isData ? `${canonicalPath}${canonicalPath === '/' ? '_' : ''}.data` : canonicalPath;
  const key = query === '' ? file : `${file}?${query}`;
  if (key.length > maxUrlLength) return { kind: 'too-long' };
  if (isMissing) return { kind: 'missing', key };
  return { kind: 'cacheable', key, isSearch: known.some(([name]) => name === cacheable?.searchParam) };
}

type Match = { id: string; path: string | undefined; handle: unknown; params: Record<string, unknown> };

/** Returns the path as its routes spell it, in their letter case, without repeated slashes or needless encodings. */
function pathOf(matches: Match[]): string {
  const pattern = matches.flatMap(({ path }) => path || []).join('/');
  const { params } = matches.at(-1) as Match;
  const segments = pattern
    .split('/')
    .map((part) => (part.startsWith(':') ? encodeURIComponent(String(params[part.slice(1)])) : part));
  return `/${segments.join('/')}`;
}

function matchPath(tree: RouteObject[], path: string): Match[] | null {
  // No route has a path this long; matching it would only cost time.
  if (path.length > maxUrlLength) return null;
  try {
    return (
      matchRoutes(tree, path)?.map(({ route, params }) => ({
        id: route.id ?? '',
        path: route.path,
        handle: route.handle as unknown,
        params,
      })) ?? null
    );
  } catch {
    return null;
  }
}

function splitOnce(text: string, separator: string): [string, string] {
  const index = text.indexOf(separator);
  return index < 0 ? [text, ''] : [text.slice(0, index), text.slice(index + 1)];
}

function treeOf(routes: ServerBuild['routes'], parentId?: string): RouteObject[] {
  return Object.values(routes)
    .filter((route) => route !== undefined && (route.parentId || undefined) === parentId)
    .map((route) => {
      const { id, path, index, caseSensitive, module } = route as NonNullable<typeof route>;
      const own = { id, path, caseSensitive, handle: module.handle as unknown };
      return index ? { ...own, index: true } : { ...own, children: treeOf(routes, id) };
    }) as RouteObject[];
}
