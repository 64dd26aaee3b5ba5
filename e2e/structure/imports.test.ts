import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { callsOfServer, callsOfWeb, inversions, maxKnot, tableReads, type Wing, wings } from './wings.ts';

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

type Place = { wing: Wing; slice: string };

const isWing = (name: string | undefined): name is Wing => wings.some((wing) => wing === name);

/** Returns wing and slice of a file, such as sales and sales/orders; undefined outside the wings. */
function placeOf(path: string): Place | undefined {
  const [, wing, slice] = /^(?:contract\/src|server\/src|web\/app)\/([a-z-]+)\/([a-z-]+)/.exec(path) ?? [];
  return isWing(wing) && slice !== undefined ? { wing, slice: `${wing}/${slice}` } : undefined;
}

type PlacedArrow = Arrow & { source: Place; target: Place };

/** Arrows between two slices. */
const sliceArrows: PlacedArrow[] = arrows.flatMap((arrow) => {
  const [source, target] = [placeOf(arrow.from), placeOf(arrow.to)];
  return source && target && source.slice !== target.slice ? [{ ...arrow, source, target }] : [];
});

/** Tables reference each other's keys and are joined; neither is a call. */
const isCall = ({ to }: Arrow) => !to.endsWith('.tables.ts');
const isOfServer = ({ from }: Arrow) => from.startsWith('server/');
const isOfWeb = ({ from }: Arrow) => from.startsWith('web/');

test('sources of the server and the contract are in a wing or below or above all of them', () => {
  const others = ['server/src/platform/', 'server/src/app/', 'server/src/boot/', 'server/src/cli/'];
  const outside = sources.filter(
    (path) =>
      /^(server|contract)\/src\/.+\//.test(path) &&
      !placeOf(path) &&
      ![...others, 'contract/src/client/', 'contract/src/validation/'].some((folder) =>
        path.startsWith(folder),
      ),
  );
  expect(outside).toEqual([]);
});

test('a slice is in the same wing in contract, server and web', () => {
  const places = sources.flatMap((path) => placeOf(path) ?? []);
  const wingsOf = Map.groupBy(places, ({ slice }) => slice.split('/')[1]);
  const split = [...wingsOf].filter(([, found]) => new Set(found.map(({ wing }) => wing)).size > 1);
  expect(split.map(([slice]) => slice)).toEqual([]);
});

test('wings call each other only along the list', () => {
  const wrong = sliceArrows.filter((arrow) => {
    const { source, target } = arrow;
    if (!isCall(arrow) || target.wing === 'foundations' || source.wing === target.wing) return false;
    return !(isOfWeb(arrow) ? callsOfWeb : callsOfServer)[source.wing].includes(target.wing);
  });
  expect(wrong.map(show).sort()).toEqual([...inversions].sort());
});

test.each([callsOfServer, callsOfWeb])('the list of calls between wings has no circle', (calls) => {
  const listed = Object.entries(calls).flatMap(([from, targets]) => targets.map((to) => [from, to] as const));
  expect(knotsOf(listed)).toEqual([]);
});

test('only boot, cli and the application compose the slices of all wings', () => {
  const composed = arrows.filter(({ to }) => to.startsWith('server/src/app/'));
  const wrong = composed.filter(({ from }) => !/^server\/src\/(app|boot|cli)\//.test(from));
  expect(wrong.map(show)).toEqual([]);
});

test('tables are read across wings only along the list', () => {
  const reads = sliceArrows.filter((arrow) => !isCall(arrow) && arrow.source.wing !== arrow.target.wing);
  const pairs = new Set(reads.map(({ source, target }) => `${source.slice} -> ${target.slice}`));
  const listed = Object.entries(tableReads).flatMap(([reader, owners]) =>
    owners.map((owner) => `${reader} -> ${owner}`),
  );
  expect([...pairs].sort()).toEqual(listed.sort());
});

/** Returns the groups of names that reach each other. */
function knotsOf(pairs: (readonly [string, string])[]): string[][] {
  const next = Map.groupBy(pairs, ([from]) => from);
  const reach = (start: string) => {
    const seen = new Set<string>();
    const visit = (name: string) => {
      for (const [, to] of next.get(name) ?? []) {
        if (seen.has(to)) continue;
        seen.add(to);
        visit(to);
      }
    };
    visit(start);
    return seen;
  };
  const reached = new Map([...next.keys()].map((name) => [name, reach(name)]));
  const knots = [...reached].flatMap(([name, others]) => {
    const knot = [...others].filter((other) => reached.get(other)?.has(name)).sort();
    return knot.length > 0 ? [knot.join(' ')] : [];
  });
  return [...new Set(knots)].map((knot) => knot.split(' '));
}

const slicesOf = (chosen: PlacedArrow[]) =>
  chosen.map(({ source, target }) => [source.slice, target.slice] as const);

test('slices do not call each other in a circle', () => {
  const calls = sliceArrows.filter(isCall);
  expect(knotsOf(slicesOf(calls.filter(isOfServer)))).toEqual([]);
  expect(knotsOf(slicesOf(calls.filter(isOfWeb)))).toEqual([]);
});

test(`at most ${maxKnot} slices reach each other by calls and tables`, () => {
  const sizes = knotsOf(slicesOf(sliceArrows.filter(isOfServer))).map((knot) => knot.length);
  expect(Math.max(0, ...sizes)).toBeLessThanOrEqual(maxKnot);
});

/** Tables by the name of their variable and in SQL, with the slice that owns them. */
const ownerOf = new Map(
  sources
    .filter((path) => path.endsWith('.tables.ts'))
    .flatMap((path) =>
      [...textOf(path).matchAll(/const (\w+) = pgTable\(\s*'(\w+)'/g)].flatMap(([, variable, name]) => [
        [variable, placeOf(path)?.slice] as const,
        [name, placeOf(path)?.slice] as const,
      ]),
    ),
);

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
    .filter((path) => path.startsWith('server/'))
    .flatMap((path) => {
      const slice = path.startsWith('server/demo/') ? 'demo' : placeOf(path)?.slice;
      const foreign = writtenTables(path).filter((table) => (ownerOf.get(table) ?? slice) !== slice);
      return foreign.map((table) => `${path} writes ${table}`);
    });
  expect(ownerOf.size).toBeGreaterThan(50);
  expect(wrong).toEqual([]);
});

test('only boot and cli load the demo shop', () => {
  const wrong = arrows.filter(
    ({ from, to }) =>
      to.startsWith('server/demo/') && !/^server\/(demo\/|src\/(app|boot|cli)\/)/.test(from) && !isTest(from),
  );
  expect(wrong.map(show)).toEqual([]);
});

/** Layers of the web app, from the lowest; a folder imports from its own layer and those below. */
const webLayers: (readonly string[])[] = [
  ['ui', 'fonts'],
  ['browser', 'rendering', 'api', 'session', 'forms'],
  ['admin-ui'],
  wings,
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
