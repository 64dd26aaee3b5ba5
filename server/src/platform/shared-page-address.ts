import { matchRoutes, type RouteObject, type ServerBuild } from 'react-router';

/** What a route says of itself (its `handle`) when its page is the same for everybody. */
type SharedPage = { sharedPage?: { params: readonly string[] } };

const longestAddress = 2048;

const trees = new WeakMap<ServerBuild['routes'], RouteObject[]>();

/**
 * The address of a shared page, or of its data, as the page understands it: only the parameters that it knows, in
 * one order. Null for a page that is not shared.
 */
export function sharedAddressOf({ routes }: ServerBuild, target: string): string | null {
  if (target.length > longestAddress) return null;
  const [path = '', search = ''] = splitOnce(target, '?');
  const tree = trees.get(routes) ?? treeOf(routes);
  trees.set(routes, tree);
  const matches = matchPath(tree, path.replace(/(?:(?<=\/)_)?\.data$/, ''));
  const { sharedPage } = (matches?.at(-1)?.handle ?? {}) as SharedPage;
  if (!matches || !sharedPage) return null;

  const given = new URLSearchParams(search);
  const known = [...given].filter(([name, value]) => value !== '' && sharedPage.params.includes(name));
  if (path.endsWith('.data') && given.has('_routes')) {
    const asked = new Set(given.get('_routes')?.split(','));
    const found = matches.map(({ id }) => id).filter((id) => asked.has(id));
    if (found.length === 0) return null;
    known.push(['_routes', found.join(',')]);
  }
  // Stable: values of the same name keep their order.
  const query = new URLSearchParams(known.sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))).toString();
  return query === '' ? path : `${path}?${query}`;
}

function matchPath(tree: RouteObject[], path: string) {
  try {
    return matchRoutes(tree, path)?.map(({ route }) => ({
      id: route.id ?? '',
      handle: route.handle as unknown,
    }));
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
