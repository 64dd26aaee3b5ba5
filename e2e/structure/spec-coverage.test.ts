import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));

type Row = { requirement: string; code: string; test: string };

/** Returns the rows of every table in the document. */
function readRows(): Row[] {
  const lines = readFileSync(`${root}docs/spec-coverage.md`, 'utf8').split('\n');
  return lines
    .filter(
      (line) => line.startsWith('| ') && !line.startsWith('| What is said') && !/^\|[-| ]+\|$/.test(line),
    )
    .map((line) => {
      const [requirement = '', code = '', test = ''] = line
        .split(/(?<!\\)\|/)
        .slice(1)
        .map((cell) => cell.trim());
      return { requirement, code, test };
    });
}

const rows = readRows();

test('every row of spec-coverage.md names an existing file and test', () => {
  expect(rows.length).toBeGreaterThan(100);
  for (const { requirement, code, test } of rows) {
    for (const [, path = ''] of code.matchAll(/`([^`]+)`/g))
      expect(existsSync(root + path), `${requirement}: ${path}`).toBe(true);
    expect(code, requirement).toMatch(/`[^`]+`/);
    const tests = [...test.matchAll(/`([^`›]+) › ([^`]+)`/g)];
    expect(tests.length, `${requirement} has no test`).toBeGreaterThan(0);
    for (const [, path = '', title = ''] of tests) {
      const file = root + path.trim();
      expect(existsSync(file), `${requirement}: ${path}`).toBe(true);
      expect(
        readFileSync(file, 'utf8').includes(title.trim()),
        `${requirement}: no test “${title}” in ${path}`,
      ).toBe(true);
    }
  }
});
