import { matchRoutes, type RouteObject, type ServerBuild } from 'react-router';

/** What a route says of itself (its `handle`) when its page is the same for everybody. */
type SharedPage = { cacheable?: { params: readonly string[]; searchParam?: string } };

/**
 * How a page is answered. `shared`: the same for everybody, by the address as the page understands it. `missing`: no
 * route, so one answer serves all such paths. `too-long`: more than any page of the shop understands. `own`: rendered
 * for each request.
 */
export type PagePlan =
  | { kind: 'shared'; address: string; isSearch: boolean }
  | { kind: 'missing'; address: string }
  | { kind: 'too-long' }
  | { kind: 'own' };

const maxAddressLength = 2048;

/** A path that no route takes, to render the answer for all of them. */
const missingPath = '/page-not-found';

const trees = new WeakMap<ServerBuild['routes'], RouteObject[]>();

/**
 * Plans the answer for a page or its data. The address of a shared page is spelled in one way, with only the
 * parameters that the page knows, in one order: other spellings cannot fill the response cache.
 */
export function planPage({ routes }: ServerBuild, target: string): PagePlan {
  const [path = '', search = ''] = splitOnce(target, '?');
  const isData = path.endsWith('.data');
  const tree = trees.get(routes) ?? treeOf(routes);
  trees.set(routes, tree);
  const matches = matchPath(tree, isData ? path.replace(/(?:(?<=\/)_)?\.data$/, '') : path);
  const route = matches?.at(-1);
  const isMissing = !matches || route?.path === '*';
  const { cacheable } = (route?.handle ?? {}) as SharedPage;
  if (!isMissing && !cacheable) return { kind: 'own' };

  const given = new URLSearchParams(search);
  const known = cacheable
    ? [...given].filter(([name, value]) => value !== '' && cacheable.params.includes(name))
    : [];
  if (isData && matches && given.has('_routes')) {
    const asked = new Set(given.get('_routes')?.split(','));
    const found = matches.map(({ id }) => id).filter((id) => asked.has(id));
    if (found.length === 0) return { kind: 'own' };
    known.push(['_routes', found.join(',')]);
  }
  // Stable: values of the same name keep their order.
  const query = new URLSearchParams(known.sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))).toString();
  const canonicalPath = isMissing ? missingPath : pathOf(matches);
  const file = isData ? `${canonicalPath}${canonicalPath === '/' ? '_' : ''}.data` : canonicalPath;
  const address = query === '' ? file : `${file}?${query}`;
  if (address.length > maxAddressLength) return { kind: 'too-long' };
  if (isMissing) return { kind: 'missing', address };
  return { kind: 'shared', address, isSearch: known.some(([name]) => name === cacheable?.searchParam) };
}

type Match = { id: string; path: string | undefined; handle: unknown; params: Record<string, unknown> };

/** The path as its routes spell it: without other letter cases, repeated slashes and needless encodings. */
function pathOf(matches: Match[]): string {
  const pattern = matches.flatMap(({ path }) => path || []).join('/');
  const { params } = matches.at(-1) as Match;
  const segments = pattern
    .split('/')
    .map((part) => (part.startsWith(':') ? encodeURIComponent(String(params[part.slice(1)])) : part));
  return `/${segments.join('/')}`;
}

function matchPath(tree: RouteObject[], path: string): Match[] | null {
  // More segments than any route has: matching would only cost time.
  if (path.length > maxAddressLength) return null;
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

function splitOnce(text: string, sign: string): [string, string] {
  const at = text.indexOf(sign);
  return at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at + 1)];
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
