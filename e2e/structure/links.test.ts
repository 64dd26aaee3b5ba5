import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type Node, parseSync, Visitor } from 'oxc-parser';
import { expect, test } from 'vitest';
import routes from '../../web/app/routes.ts';

// Checks links against routes.ts without bytes in the first load, which React Router's href() would cost.

const root = fileURLToPath(new URL('../..', import.meta.url));
const linkAttributes = ['to', 'href', 'page'];
const linkCalls = ['navigate', 'redirect', 'signInUrl', 'useSignOut'];

type Route = { path?: string; children?: Route[] };

/** Returns the paths of the routes and everything below them, such as "/orders/:id". */
const pathsOf = (children: Route[], parent = ''): string[] =>
  children.flatMap((route) => {
    const path = route.path ? `${parent}/${route.path}` : parent;
    return [path || '/', ...pathsOf(route.children ?? [], path)];
  });

const patterns = pathsOf((await routes) as Route[]).filter((path) => !path.endsWith('*'));

const isRoute = (path: string) =>
  patterns.some((pattern) => {
    const [expected, actual] = [pattern.split('/'), path.split('/')];
    return (
      expected.length === actual.length &&
      expected.every((segment, index) => segment.startsWith(':') || segment === actual[index])
    );
  });

/** Returns the path of a literal link; values in it become "value". Null for other links. */
function pathOf(node: Node | null | undefined): string | null {
  const parts =
    node?.type === 'TemplateLiteral'
      ? node.quasis.map(({ value }) => value.cooked ?? '')
      : node?.type === 'Literal' && typeof node.value === 'string'
        ? [node.value]
        : [];
  if (!/^\/(?!\/)/.test(parts[0] ?? '')) return null;
  let path = '';
  for (const [index, part] of parts.entries()) {
    path += part;
    // A value that does not begin a segment is a query.
    if (/[?#]/.test(path) || !path.endsWith('/') || index === parts.length - 1) break;
    path += 'value';
  }
  return path.replace(/[?#].*$/s, '');
}

function linksOf(file: string): string[] {
  const links: string[] = [];
  const add = (node: Node | null | undefined) => {
    if (node?.type === 'JSXExpressionContainer') return add(node.expression as Node);
    if (node?.type === 'ConditionalExpression') {
      add(node.consequent);
      add(node.alternate);
    }
    const path = pathOf(node);
    if (path !== null && !/\.\w+$/.test(path)) links.push(path);
  };
  new Visitor({
    JSXAttribute: ({ name, value }) => {
      if (linkAttributes.includes(String(name.name))) add(value);
    },
    Property: ({ key, value }) => {
      if (key.type === 'Identifier' && linkAttributes.includes(key.name)) add(value);
    },
    CallExpression: ({ callee, arguments: [first] }) => {
      if (callee.type === 'Identifier' && linkCalls.includes(callee.name)) add(first);
    },
  }).visit(parseSync(file, readFileSync(root + file, 'utf8')).program);
  return links;
}

test('every literal link leads to a route', () => {
  const files = globSync('web/app/**/*.{ts,tsx}', { cwd: root }).filter((file) => !file.includes('.test.'));
  const links = files.flatMap((file) => linksOf(file).map((path) => ({ file, path })));
  expect(links.length).toBeGreaterThan(100);
  expect(links.filter(({ path }) => !isRoute(path))).toEqual([]);
});
