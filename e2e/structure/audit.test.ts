import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseSync, Visitor } from 'oxc-parser';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));

const files = execFileSync(
  'git',
  ['grep', '-l', '--untracked', '-w', 'recordAudits\\?', '--', 'server/src'],
  {
    cwd: root,
    encoding: 'utf8',
  },
)
  .trim()
  .split('\n')
  .filter((path) => !path.endsWith('.test.ts'));

/** Names of what a caller sends; parameters and the rest of destructured ones. */
const inputs = /^(input|body|rules|settings|fields|form|query|params|request|rest)$/;

/** Returns the `before` and `after` of a file that are an input or spread one. */
function copiesIn(path: string): string[] {
  const text = readFileSync(root + path, 'utf8');
  const found: string[] = [];
  new Visitor({
    Property: ({ key, value, start, end }) => {
      if (key.type !== 'Identifier' || (key.name !== 'before' && key.name !== 'after')) return;
      const copied = value.type === 'ObjectExpression' ? value.properties : [value];
      const isCopy = copied.some((part) => {
        const source = part.type === 'SpreadElement' ? part.argument : part;
        return source.type === 'Identifier' && inputs.test(source.name);
      });
      if (isCopy) found.push(`${path}: ${text.slice(start, end)}`);
    },
  }).visit(parseSync(path, text).program);
  return found;
}

test('no audit entry copies an input object', () => {
  expect(files.length).toBeGreaterThan(80);
  expect(files.flatMap(copiesIn)).toEqual([]);
});
