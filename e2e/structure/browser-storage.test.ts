import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Expression, parseSync, Visitor } from 'oxc-parser';
import { expect, test } from 'vitest';
import { storedInBrowser } from '../../web/app/foundations/page-texts/stored-in-browser.ts';

// Names under which the web app stores data in the browser, read from its sources. A name that is not a constant string
// fails the tests.

const root = fileURLToPath(new URL('../..', import.meta.url));
const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', 'web'], {
  cwd: root,
  encoding: 'utf8',
})
  .split('\n')
  .filter((path) => /^web\/(app|public)\/.*\.(js|tsx?)$/.test(path) && existsSync(root + path))
  .filter((path) => !/\.test\.tsx?$/.test(path));

type Source = {
  /** Constant strings of the file, by name. */
  constants: Map<string, string>;
  /** Files of imported names. */
  imports: Map<string, string>;
  /** Expressions whose values are names of stored data. */
  names: Expression[];
  /** Globals that store data. */
  globals: string[];
};

function readSource(path: string): Source {
  const source: Source = { constants: new Map(), imports: new Map(), names: [], globals: [] };
  new Visitor({
    VariableDeclarator({ id, init }) {
      const text = init && textOf(init);
      if (id.type === 'Identifier' && typeof text === 'string') source.constants.set(id.name, text);
    },
    ImportDeclaration({ source: { value }, specifiers }) {
      const from = posix.join(posix.dirname(path), value);
      for (const { local } of specifiers) source.imports.set(local.name, from);
    },
    CallExpression({ callee, arguments: [first, second] }) {
      const method = callee.type === 'MemberExpression' ? callee : null;
      const called = method?.property ?? callee;
      const name = called.type === 'Identifier' ? called.name : '';
      const opensCache = name === 'open' && method !== null && isNamed(method.object, 'caches');
      if (name === 'setItem' || opensCache) source.names.push(first as Expression);
      if (name !== 'persist' || second?.type !== 'ObjectExpression') return;
      for (const property of second.properties)
        if (property.type === 'Property' && isNamed(property.key, 'name')) source.names.push(property.value);
    },
    Identifier({ name }) {
      if (/^(localStorage|indexedDB|cookieStore|cookie)$/.test(name)) source.globals.push(name);
    },
  }).visit(parseSync(path, readFileSync(root + path, 'utf8')).program);
  return source;
}

const isNamed = (node: { type: string; name?: unknown }, name: string) =>
  node.type === 'Identifier' && node.name === name;

/** Returns a constant string; a template is cut at its first expression and ends in `*`. */
function textOf(node: Expression): string | null {
  if (node.type === 'Literal' && typeof node.value === 'string') return node.value;
  if (node.type === 'TemplateLiteral' && node.expressions.length > 0)
    return `${node.quasis[0]?.value.cooked}*`;
  return null;
}

const sources = new Map(files.map((path) => [path, readSource(path)]));

function resolve(node: Expression, { constants, imports }: Source): string | undefined {
  if (node.type !== 'Identifier') return textOf(node) ?? undefined;
  return constants.get(node.name) ?? sources.get(imports.get(node.name) ?? '')?.constants.get(node.name);
}

const stored = [...sources].flatMap(([path, source]) =>
  source.names.map((node) => resolve(node, source) ?? `${path}: not a constant`),
);
/** Stored by React Router's ScrollRestoration. */
const storedByRouter = 'react-router-scroll-positions';

test('/cookies lists every name under which the shop stores data in a browser', () => {
  const listed = storedInBrowser.flatMap(({ names }) => names);
  expect(listed.toSorted()).toEqual([...new Set([...stored, storedByRouter])].sort());
});

test('the shop stores data in a browser by localStorage, sessionStorage and one cache', () => {
  const found = [...sources].flatMap(([path, { globals }]) => globals.map((name) => `${path}: ${name}`));
  expect(found).toEqual(['web/app/browser/browser-storage.ts: localStorage']);
});
