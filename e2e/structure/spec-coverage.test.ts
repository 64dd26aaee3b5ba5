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

/** Source of a test or step: from the line of its title to the line that closes it. */
function bodyOf({ path, title }: { path: string; title: string }): string {
  const lines = readFileSync(root + path, 'utf8').split('\n');
  const start = lines.findIndex((line) => line.includes(title));
  const indent = /^ */.exec(lines[start] ?? '')?.[0].length ?? 0;
  const length = lines
    .slice(start + 1)
    .findIndex((line) => line.trim() !== '' && line.search(/\S/) <= indent && /^\s*[})]/.test(line));
  return lines.slice(start, length < 0 ? undefined : start + length + 2).join('\n');
}

type Claim = { of: RegExp; looksAtIt: (body: string, claim: RegExpExecArray) => boolean };

const claims: Record<string, Claim> = {
  time: {
    of: /\b(\d+(?:\.\d+)?)(?:-day| ?(?:ms|s|seconds?|minutes?|days?))\b/,
    // The test moves a clock, or states the number.
    looksAtIt: (body, [, number = '']) =>
      /clock\.(runFor|fastForward)\(/.test(body) || hasNumber(body, number),
  },
  shape: {
    of: /\b(letters|digits|hyphen|decimals|upper case|lower case)\b/,
    // The test matches a pattern, or compares with an example.
    looksAtIt: (body) =>
      /(toMatch|toHaveValue|toHaveText)\(\/|(toBe|toEqual|toContain|toHaveValue)\(\s*['"[]|toMatchObject\(/.test(
        body,
      ),
  },
};

const hasNumber = (body: string, number: string) =>
  new RegExp(`(?<![\\d.])${number.replace('.', '\\.')}(?![\\d])`).test(body.replaceAll('_', ''));

/** A deviation says that there is no such time. */
const saysThereIsNone = /here (it does not wait|there are none)/;

/** Returns the claims of a row that none of its tests looks at. */
function unprovenClaims({ requirement, test: named }: Row): string[] {
  const tests = [...named.matchAll(/`([^`›]+) › ([^`]+)`/g)].map(([, path = '', title = '']) =>
    bodyOf({ path: path.trim(), title: title.trim() }),
  );
  if (saysThereIsNone.test(requirement)) return [];
  return Object.entries(claims).flatMap(([name, { of, looksAtIt }]) => {
    const claim = of.exec(requirement);
    return claim && !tests.some((body) => looksAtIt(body, claim)) ? [`${name}: ${requirement}`] : [];
  });
}

test('a claim of a time or a shape has a test that looks at it', () => {
  expect(rows.filter(({ requirement }) => claims.time?.of.test(requirement)).length).toBeGreaterThan(5);
  expect(rows.filter(({ requirement }) => claims.shape?.of.test(requirement)).length).toBeGreaterThan(1);
  expect(rows.flatMap(unprovenClaims)).toEqual([]);
});

test('a row whose test never looks at the time or the shape is found', () => {
  const code = '`web/app/ui/overlays/toasts.tsx`';
  const unrelated = '`e2e/browser/spec-storefront.spec.ts › success, error, warning and info`';
  for (const requirement of ['A toast lasts 3000 ms', 'A SKU has three letters'])
    expect(unprovenClaims({ requirement, code, test: unrelated })).toHaveLength(1);
});
