import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));

// Files in git or not ignored by it.
const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  cwd: root,
  encoding: 'utf8',
})
  .split('\n')
  .filter((path) => /\.tsx?$/.test(path) && existsSync(root + path));

const isTest = (path: string) =>
  /\.test\.tsx?$/.test(path) || path.startsWith('e2e/') || path.includes('/test/');
const sources = files.filter((path) => !isTest(path));
const textOf = (path: string) => readFileSync(root + path, 'utf8');

/** Imports of a file: paths within the repository, or package names. */
function importsOf(path: string): string[] {
  const imports = textOf(path).matchAll(/(?:from|import)\s*\(?\s*['"]([^'"]+)['"]/g);
  return [...imports].map(([, target = '']) =>
    target.startsWith('.') ? posix.normalize(posix.join(posix.dirname(path), target)) : target,
  );
}

type Arrow = { from: string; to: string };
const arrows: Arrow[] = sources.flatMap((from) => importsOf(from).map((to) => ({ from, to })));

const show = ({ from, to }: Arrow) => `${from} -> ${to}`;

test('contract imports nothing but zod', () => {
  const wrong = arrows.filter(
    ({ from, to }) => from.startsWith('contract/') && to !== 'zod' && !to.startsWith('contract/'),
  );
  expect(wrong.map(show)).toEqual([]);
});

test('web and server share only the contract', () => {
  const wrong = arrows.filter(
    ({ from, to }) =>
      (from.startsWith('web/') && (to.startsWith('server/') || to.startsWith('@reprise/server'))) ||
      (from.startsWith('server/') && (to.startsWith('web/') || to.startsWith('@reprise/web'))),
  );
  expect(wrong.map(show)).toEqual([]);
});

test('the platform knows no slice of the shop', () => {
  const wrong = arrows.filter(
    ({ from, to }) =>
      from.startsWith('server/src/platform/') &&
      to.startsWith('server/src/') &&
      !to.startsWith('server/src/platform/'),
  );
  expect(wrong.map(show)).toEqual([]);
});

/** Allowed calls between slices of the server, beside `audit` and `store-days`. Acyclic, and changed only on purpose. */
const serverArrows: Record<string, string[]> = {
  settings: ['media'],
  'page-texts': ['notifications'],
  'dead-letters': [],
  media: [],
  maintenance: [],
  imports: ['catalog', 'media'],
  'past-orders': ['identity', 'imports', 'settings'],
  'customer-imports': ['addresses', 'customers', 'identity', 'imports', 'past-orders', 'settings'],
  feeds: ['catalog', 'settings'],
  channels: ['catalog', 'feeds'],
  'channel-orders': ['channels', 'feeds', 'imports', 'orders', 'payments', 'settings', 'units'],
  notifications: ['settings'],
  newsletter: ['catalog', 'identity', 'notifications', 'settings'],
  identity: ['notifications', 'orders', 'settings'],
  addresses: [],
  audit: [],
  catalog: ['grading'],
  reviews: ['catalog'],
  wishlist: ['catalog'],
  alerts: ['catalog', 'notifications'],
  cart: ['catalog', 'settings', 'units'],
  discounts: ['cart', 'catalog', 'settings'],
  orders: ['cart', 'catalog', 'conversations', 'discounts', 'notifications', 'settings', 'units'],
  payments: ['channels', 'notifications', 'orders', 'settings'],
  grading: [],
  units: ['catalog', 'grading', 'imports', 'media', 'settings'],
  lots: ['catalog', 'imports', 'units'],
  setup: ['settings'],
  customers: [],
  conversations: ['notifications'],
  analytics: ['catalog', 'orders'],
  'search-analytics': ['orders'],
  metrics: ['integrity', 'notifications', 'orders', 'payments', 'webhooks'],
  privacy: ['notifications', 'settings'],
  retention: [
    'alerts',
    'catalog',
    'conversations',
    'identity',
    'notifications',
    'orders',
    'past-orders',
    'payments',
    'privacy',
    'search-analytics',
    'settings',
    'webhooks',
  ],
  webhooks: ['identity', 'notifications'],
  backup: ['channels', 'media', 'webhooks'],
  integrity: ['media', 'orders'],
};

const sliceOf = (path: string) => /^server\/src\/([a-z-]+)\//.exec(path)?.[1];

test('server slices call each other only along the allowed arrows', () => {
  const wrong = arrows.filter(({ from, to }) => {
    const [source, target] = [sliceOf(from), sliceOf(to)];
    if (!source || !target || source === target) return false;
    // Every slice records what it changes, and any may cut days.
    if (['platform', 'audit', 'store-days'].includes(target)) return false;
    // Boot and cli compose the slices.
    if (['boot', 'cli'].includes(source)) return false;
    // Tables reference each other's keys; a reference is not a call.
    if (to.endsWith('.tables.ts')) return false;
    return !serverArrows[source]?.includes(target);
  });
  expect(wrong.map(show)).toEqual([]);
});

/** Tables by the name of their variable and in SQL, with the slice that owns them. */
const ownerOf = new Map(
  sources
    .filter((path) => path.endsWith('.tables.ts'))
    .flatMap((path) =>
      [...textOf(path).matchAll(/const (\w+) = pgTable\(\s*'(\w+)'/g)].flatMap(([, variable, name]) => [
        [variable, sliceOf(path)] as const,
        [name, sliceOf(path)] as const,
      ]),
    ),
);

/** One statement stores a batch of orders with its stock, jobs and invalidations: it commits all of them or none. */
const orderStatement = 'server/src/orders/order-batcher/store-orders.ts';

/** Tables that a file writes with Drizzle or in SQL. */
function writtenTables(path: string): string[] {
  const text = textOf(path);
  const calls = text.matchAll(/\.(?:insert|update|delete)\(\s*(\w+)\s*\)/g);
  const statements = text.matchAll(
    /\b(?:insert into|update|delete from|truncate|merge into)\s+(?:only\s+)?(?:\$\{)?"?(\w+)/gi,
  );
  return [...calls, ...statements].map(([, table = '']) => table);
}

test('only the owning slice writes a table', () => {
  const wrong = sources
    .filter((path) => path.startsWith('server/') && path !== orderStatement)
    .flatMap((path) => {
      const slice = path.startsWith('server/demo/') ? 'demo' : sliceOf(path);
      const foreign = writtenTables(path).filter((table) => (ownerOf.get(table) ?? slice) !== slice);
      return foreign.map((table) => `${path} writes ${table}`);
    });
  expect(ownerOf.size).toBeGreaterThan(50);
  expect(wrong).toEqual([]);
});

test('only boot and cli load the demo shop', () => {
  const wrong = arrows.filter(
    ({ from, to }) =>
      to.startsWith('server/demo/') &&
      !/^server\/(demo\/|src\/(boot|cli)\/|src\/all-handlers\.ts$)/.test(from) &&
      !isTest(from),
  );
  expect(wrong.map(show)).toEqual([]);
});

/** Layers of the web app, from the lowest; a folder imports from its own layer and those below. */
const webLayers = [
  ['ui', 'fonts'],
  ['browser', 'rendering', 'api', 'session', 'forms'],
  ['admin-ui'],
  ['features'],
  ['routes', 'layouts'],
];

const webFolderOf = (path: string) => /^web\/app\/([a-z-]+)\//.exec(path)?.[1];
const webLayerOf = (path: string) =>
  webLayers.findIndex((folders) => folders.includes(webFolderOf(path) ?? ''));

test('folders of the web app belong to a layer and import from no layer above', () => {
  const isUnknown = (path: string) => webFolderOf(path) !== undefined && webLayerOf(path) < 0;
  expect(sources.filter(isUnknown)).toEqual([]);
  const wrong = arrows.filter(
    ({ from, to }) => webFolderOf(from) !== undefined && webLayerOf(from) < webLayerOf(to),
  );
  expect(wrong.map(show)).toEqual([]);
});

const featureOf = (path: string) => /^web\/app\/features\/([a-z-]+)\//.exec(path)?.[1];

test('no two features of the web app import each other, directly or through others', () => {
  const imports = Map.groupBy(
    arrows.filter(({ from, to }) => featureOf(from) && featureOf(to) && featureOf(from) !== featureOf(to)),
    ({ from }) => featureOf(from) ?? '',
  );
  const circles: string[] = [];
  const follow = (path: [string, ...string[]]): void => {
    for (const { to } of imports.get(path.at(-1) ?? '') ?? []) {
      const next = featureOf(to) ?? '';
      // A circle is reported once, from its first feature in the alphabet.
      if (next < path[0]) continue;
      if (next === path[0]) circles.push([...path, next].join(' -> '));
      else if (!path.includes(next)) follow([...path, next]);
    }
  };
  for (const feature of imports.keys()) follow([feature]);
  expect([...new Set(circles)]).toEqual([]);
});

test('environment variables are read in one place', () => {
  const readers = sources.filter(
    (path) => path.startsWith('server/src/') && /\bprocess\.env\b/.test(textOf(path)),
  );
  const entrances = ['boot/main', 'boot/dev', 'cli/shop', 'platform/environment', 'platform/read-env-file'];
  expect(readers.filter((path) => !entrances.some((name) => path === `server/src/${name}.ts`))).toEqual([]);
});

test('markup is never built from text, except by the one helper for JSON-LD', () => {
  const users = sources.filter((path) => textOf(path).includes('dangerouslySetInnerHTML'));
  expect(users.filter((path) => !path.endsWith('/structured-data.tsx'))).toEqual([]);
});

test('SQL is never built from strings', () => {
  expect(sources.filter((path) => /\bsql\.raw\(/.test(textOf(path)))).toEqual([]);
});

test('every advisory lock has a unique number', () => {
  const locking = sources.filter((path) => /pg_(try_)?advisory/.test(textOf(path)));
  const numbers = locking.map((path) =>
    [...textOf(path).matchAll(/Lock = ([\d_]+);/g)].map(([, number]) => number),
  );
  expect(numbers.filter((imports) => imports.length === 0)).toEqual([]);
  expect(new Set(numbers.flat()).size).toBe(numbers.flat().length);
});

test('forbids vague file names', () => {
  const vague = /\/(service|repository|utils?|helpers?|common|types|index|misc)\.tsx?$/;
  expect(files.filter((path) => vague.test(path))).toEqual([]);
});

test('contains no failpoints in the product', () => {
  const product = sources.filter((path) => /^(server|web|contract)\//.test(path));
  expect(arrows.filter(({ from, to }) => product.includes(from) && /(^|\/)e2e\//.test(to)).map(show)).toEqual(
    [],
  );
  expect(product.filter((path) => /FAULT_POINT|FAILPOINT|failpoint/.test(textOf(path)))).toEqual([]);
});
