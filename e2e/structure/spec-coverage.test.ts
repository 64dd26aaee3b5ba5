import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));

type Row = { said: string; where: string; test: string };

/** Returns the rows of every table in the document. */
function readRows(): Row[] {
  const lines = readFileSync(`${root}docs/spec-coverage.md`, 'utf8').split('\n');
  return lines
    .filter(
      (line) => line.startsWith('| ') && !line.startsWith('| What is said') && !/^\|[-| ]+\|$/.test(line),
    )
    .map((line) => {
      const [said = '', where = '', test = ''] = line
        .split(/(?<!\\)\|/)
        .slice(1)
        .map((cell) => cell.trim());
      return { said, where, test };
    });
}

const rows = readRows();

test('every row of spec-coverage.md names an existing file and test', () => {
  expect(rows.length).toBeGreaterThan(100);
  for (const { said, where, test } of rows) {
    for (const [, path = ''] of where.matchAll(/`([^`]+)`/g))
      expect(existsSync(root + path), `${said}: ${path}`).toBe(true);
    expect(where, said).toMatch(/`[^`]+`/);
    const tests = [...test.matchAll(/`([^`›]+) › ([^`]+)`/g)];
    expect(tests.length, `${said} has no test`).toBeGreaterThan(0);
    for (const [, path = '', title = ''] of tests) {
      const file = root + path.trim();
      expect(existsSync(file), `${said}: ${path}`).toBe(true);
      expect(
        readFileSync(file, 'utf8').includes(title.trim()),
        `${said}: no test “${title}” in ${path}`,
      ).toBe(true);
    }
  }
});
