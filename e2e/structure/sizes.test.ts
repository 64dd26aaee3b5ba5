import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseSync, Visitor } from 'oxc-parser';
import { expect, test } from 'vitest';

// Limits of size for the product: without tests, demo data, generated migrations and the style sheet.

const maxFilesPerFolder = 30;
const maxLinesPerFile = 350;
const maxLinesPerFunction = 80;

const root = fileURLToPath(new URL('../..', import.meta.url));

const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  cwd: root,
  encoding: 'utf8',
})
  .split('\n')
  .filter(
    (path) => /^(contract|extensions|server|web)\/.*\.(ts|tsx|js|css)$/.test(path) && existsSync(root + path),
  )
  .filter(
    (path) =>
      !/^server\/(demo|test|migrations)\/|^extensions\/.*\/test\/|^web\/public\/|\.test\.tsx?$|\/app\.css$/.test(
        path,
      ),
  );

const countLines = (text: string) => text.split('\n').length;

function longFunctionsOf(path: string): string[] {
  const text = readFileSync(root + path, 'utf8');
  const found: string[] = [];
  const measure = ({ start, end }: { start: number; end: number }) => {
    const lines = countLines(text.slice(start, end));
    if (lines <= maxLinesPerFunction) return;
    found.push(`${path}:${countLines(text.slice(0, start))} (${lines} lines)`);
  };
  new Visitor({
    FunctionDeclaration: measure,
    FunctionExpression: measure,
    ArrowFunctionExpression: measure,
  }).visit(parseSync(path, text).program);
  return found;
}

const lineCount = (path: string) => countLines(readFileSync(root + path, 'utf8').trimEnd());

test('a folder has at most 30 files', () => {
  const folders = Map.groupBy(files, (path) => dirname(path));
  const crowded = [...folders].filter(([, members]) => members.length > maxFilesPerFolder);
  expect(crowded.map(([folder, members]) => `${folder} (${members.length} files)`)).toEqual([]);
});

test('a file has at most 350 lines', () => {
  const long = files.filter((path) => lineCount(path) > maxLinesPerFile);
  expect(long.map((path) => `${path} (${lineCount(path)} lines)`)).toEqual([]);
});

test('a function has at most 80 lines', () => {
  const scripts = files.filter((path) => !path.endsWith('.css'));
  expect(scripts.flatMap(longFunctionsOf)).toEqual([]);
});
