import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { allEndpoints } from '@reprise/contract/all-endpoints';
import { type Expression, parseSync, Visitor } from 'oxc-parser';
import { checkSync } from 'recheck';
import { openApiDocument } from '../server/src/platform/http/openapi/openapi.ts';

// Part of `npm run lint`: proves that every regular expression of the product, including the contract's schemas, runs
// in time linear in its input. A backtracking pattern would let one long header block the shop.

const root = fileURLToPath(new URL('..', import.meta.url));
const cacheFile = `${root}node_modules/.cache/regexes.json`;

/** Files that may build a pattern at run time, with the reason why that is safe. */
const mayBuildPatterns: Record<string, string> = {
  'server/src/platform/http/openapi/examples.ts':
    'patterns of the contract, each proved below, on our own examples',
  'web/app/forms/address/country-hints.ts':
    'postcode patterns of the address data, in the browser of the person who types',
  'web/app/ui/matched-parts.ts': 'alternatives of escaped words, in the browser of the person who typed them',
};

const sources = globSync(
  ['contract/src/**/*.ts', 'extensions/**/*.ts', 'server/{*.js,src/**/*.ts}', 'web/**/*.{ts,tsx,js}'],
  {
    cwd: root,
    exclude: (path) => /(^|\/)(node_modules|build|\.react-router)(\/|$)|\.test\.tsx?$/.test(path),
  },
);

/** Regular expressions with the source position that an error message names. */
const places = new Map<string, string>();
const failures: string[] = [];

for (const path of sources) {
  const { program } = parseSync(path, readFileSync(root + path, 'utf8'));
  const reportBuiltPatterns = (callee: Expression) => {
    if (callee.type === 'Identifier' && callee.name === 'RegExp' && !mayBuildPatterns[path]) {
      failures.push(`${path}: builds a pattern at run time, which nothing can prove linear`);
    }
  };
  new Visitor({
    Literal: (node) => {
      if ('regex' in node) places.set(`/${node.regex.pattern}/${node.regex.flags}`, path);
    },
    NewExpression: ({ callee }) => reportBuiltPatterns(callee),
    CallExpression: ({ callee }) => reportBuiltPatterns(callee),
  }).visit(program);
}
const document = openApiDocument(allEndpoints, { title: '', version: '', basePath: '' });
JSON.stringify(document, (key, value) => {
  if (key === 'pattern' && typeof value === 'string') places.set(`/${value}/`, 'a schema of the contract');
  return value;
});

const { version } = JSON.parse(readFileSync(`${root}node_modules/recheck/package.json`, 'utf8'));
const proven = readProven();
for (const [literal, place] of places) {
  if (proven.has(literal)) continue;
  const reason = reasonAgainst(literal);
  if (reason) failures.push(`${place}: ${literal} ${reason}`);
  else proven.add(literal);
}
mkdirSync(dirname(cacheFile), { recursive: true });
writeFileSync(cacheFile, JSON.stringify({ version, proven: [...proven] }));

if (failures.length > 0) {
  console.error(failures.join('\n'));
  process.exit(1);
}
console.log(`Proved ${places.size} regular expressions linear.`);

/**
 * Returns the reason why an expression is not proved linear; null if it is. Uses the automaton, because fuzzing only
 * searches for attacks.
 */
function reasonAgainst(literal: string): string | null {
  const end = literal.lastIndexOf('/');
  const options = { checker: 'automaton', timeout: 600_000 } as const;
  const result = checkSync(literal.slice(1, end), literal.slice(end + 1), options);
  if (result.status === 'vulnerable') {
    return `is ${result.complexity.summary}, as ${result.attack.pattern.slice(0, 200)} shows`;
  }
  return result.status === 'unknown'
    ? `cannot be proved linear (${result.error.kind}); write it simpler`
    : null;
}

/**
 * Expressions that this version of the checker proved before: a proof takes seconds, and most expressions never
 * change.
 */
function readProven(): Set<string> {
  try {
    const cache = JSON.parse(readFileSync(cacheFile, 'utf8')) as { version: string; proven: string[] };
    return new Set(cache.version === version ? cache.proven : []);
  } catch {
    return new Set();
  }
}
